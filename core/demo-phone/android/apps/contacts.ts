import { mdiAccount } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { small, type Ui } from '../ui/theme.ts';
import { column, text, type View } from '../ui/view.ts';
import {
  addButton,
  appBar,
  button,
  listPage,
  listRow,
  outlinedField,
  page,
} from '../ui/widgets.ts';
import type { Activity, App, Host } from './app.ts';

interface Person extends NewContact {
  readonly fill: string;
}

const firstPeople: readonly Person[] = [
  { name: 'Amara Osei', number: '555-0142', fill: '#b5545c' },
  { name: 'Daniel Roth', number: '555-0187', fill: '#4c6fb8' },
  { name: 'Elif Kaya', number: '555-0119', fill: '#8a5ab0' },
  { name: 'Jonas Weber', number: '555-0163', fill: '#3f8468' },
  { name: 'Maya Lindqvist', number: '555-0104', fill: '#2f7d5b' },
  { name: 'Noor Haddad', number: '555-0138', fill: '#b07a28' },
  { name: 'Priya Nair', number: '555-0171', fill: '#a04e86' },
  { name: 'Tom\u00e1s Vega', number: '555-0156', fill: '#3e7f97' },
];

const contactsPackage = 'com.android.contacts';
const listClass = `${contactsPackage}.activities.PeopleActivity`;
const editorClass = `${contactsPackage}.activities.ContactEditorActivity`;

function peopleList(ui: Ui, host: Host, people: readonly Person[]): View {
  const bar = { title: 'Contacts', packageName: contactsPackage, floating: newButton(ui, host) };
  const rows = people.map((person, index) =>
    listRow(ui, {
      packageName: contactsPackage,
      title: person.name === '' ? person.number : person.name,
      text: person.name === '' ? 'Phone' : person.number,
      disc: { letter: [...person.name][0] ?? '#', fill: person.fill },
      first: index === 0,
      last: index === people.length - 1,
      onTap: () =>
        host.start('com.android.dialer/com.android.dialer.DialtactsActivity', person.number),
    }),
  );
  return listPage(ui, bar, rows);
}

function newButton(ui: Ui, host: Host): View {
  return addButton(ui, {
    id: `${contactsPackage}:id/floating_action_button`,
    description: 'Create new contact',
    onTap: () => host.start(`${contactsPackage}/${editorClass}`, ''),
  });
}

/** A list of people, and a form for one more; the people outlive the screens. */
export function contactsApp(): App {
  let people = firstPeople;
  const add = (contact: NewContact) => {
    const all = [...people, { ...contact, fill: '#5f6b8a' }];
    people = all.toSorted((a, b) => a.name.localeCompare(b.name));
  };
  return {
    packageName: contactsPackage,
    label: 'Contacts',
    system: true,
    versionName: '1.7.36',
    icon: { path: mdiAccount, color: '#ffffff', from: '#7fb2ff', to: '#3d6fe0' },
    launcher: listClass,
    create: (className, host) => {
      if (className === editorClass) return new ContactEditor(host, contactsPackage, add);
      return className === listClass ? { render: (ui) => peopleList(ui, host, people) } : undefined;
    },
  };
}

export interface NewContact {
  readonly name: string;
  readonly number: string;
}

/** A form for a new contact; the number gets its dashes as it is typed. */
export class ContactEditor implements Activity {
  readonly #host: Host;
  readonly #packageName: string;
  readonly #save: (contact: NewContact) => void;
  readonly #name = new FieldState({ hint: 'Name' });
  readonly #number = new FieldState({ hint: 'Phone', format: formatPhoneNumber });

  constructor(host: Host, packageName: string, save: (contact: NewContact) => void) {
    this.#host = host;
    this.#packageName = packageName;
    this.#save = save;
  }

  render(ui: Ui): View {
    const label = (name: string) => text(name, small(ui.theme.textSoft), { id: this.#id('label') });
    return page(ui, { id: this.#id('contact_editor') }, [
      appBar(ui, {
        title: 'Create contact',
        packageName: this.#packageName,
        onBack: () => this.#host.finish(),
        actions: [
          button(ui.theme, 'Save', {
            tone: 'tonal',
            id: this.#id('editor_menu_save_button'),
            margin: [0, 12, 0, 4],
            onTap: () => this.#saved(),
          }),
        ],
      }),
      column(
        {
          weight: 1,
          className: 'android.widget.ScrollView',
          id: this.#id('contact_editor_scroller'),
          scroll: 'editor',
          padding: [12, 24, 16, 24],
          gap: 8,
        },
        [
          label('Name'),
          outlinedField(ui, this.#name, { id: this.#id('name'), margin: [0, 0, 14, 0] }),
          label('Phone'),
          outlinedField(ui, this.#number, { id: this.#id('phone') }),
        ],
      ),
    ]);
  }

  #saved(): void {
    const contact = { name: this.#name.text.trim(), number: this.#number.text };
    if (contact.name === '' && contact.number === '') {
      this.#host.toast('Nothing to save');
      return;
    }
    this.#host.finish();
    this.#save(contact);
    this.#host.toast('Contact saved');
  }

  #id(name: string): string {
    return `${this.#packageName}:id/${name}`;
  }
}

/**
 * Writes a phone number as it is typed (android.telephony.PhoneNumberFormattingTextWatcher):
 * 555-1234, 555-123-4567, 1-555-123-4567. A number with a +, * or # stays as it is, and what is no
 * part of a number does not get into the field.
 */
export function formatPhoneNumber(typed: string): string {
  const dialled = typed.replaceAll(/[^\d+*#]/g, '');
  if (!/^\d+$/.test(dialled)) return dialled;
  const country = dialled.length === 11 && dialled.startsWith('1') ? '1' : '';
  const number = dialled.slice(country.length);
  // Longer than any number of the country: no dashes.
  if (number.length > 10) return dialled;
  const cuts = number.length > 7 ? [3, 6] : [3];
  const parts = [0, ...cuts].map((cut, index) => number.slice(cut, cuts[index]));
  return [country, ...parts].filter((part) => part !== '').join('-');
}
