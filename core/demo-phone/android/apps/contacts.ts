import { mdiAccount } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { small, type Ui } from '../ui/theme.ts';
import { column, text, type View } from '../ui/view.ts';
import {
  addButton,
  appBar,
  button,
  idsOf,
  listPage,
  listRows,
  outlinedField,
  page,
} from '../ui/widgets.ts';
import type { Activity, App, Host } from './app.ts';

interface Person {
  readonly name: string;
  readonly number: string;
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

const packageName = 'com.android.contacts';
const id = idsOf(packageName);
const listClass = `${packageName}.activities.PeopleActivity`;
const editorClass = `${packageName}.activities.ContactEditorActivity`;
const dialer = 'com.android.dialer/com.android.dialer.DialtactsActivity';

function peopleList(ui: Ui, host: Host, people: readonly Person[]): View {
  const floating = addButton(ui, {
    id: id('floating_action_button'),
    description: 'Create new contact',
    onTap: () => host.start(`${packageName}/${editorClass}`, ''),
  });
  const rows = people.map(({ name, number, fill }) => ({
    title: name === '' ? number : name,
    text: name === '' ? 'Phone' : number,
    disc: { letter: [...name][0] ?? '#', fill },
    onTap: () => host.start(dialer, number),
  }));
  return listPage(
    ui,
    { title: 'Contacts', packageName, floating },
    listRows(ui, packageName, rows),
  );
}

/** A form for a new contact; dashes are inserted into the number as it is typed. */
class ContactEditor implements Activity {
  readonly #host: Host;
  readonly #add: (person: Person) => void;
  readonly #name = new FieldState({ hint: 'Name' });
  readonly #number = new FieldState({ hint: 'Phone', format: formatPhoneNumber });

  constructor(host: Host, add: (person: Person) => void) {
    this.#host = host;
    this.#add = add;
  }

  render(ui: Ui): View {
    const label = (name: string) => text(name, small(ui.theme.textSoft), { id: id('label') });
    const save = button(ui.theme, 'Save', {
      tone: 'tonal',
      id: id('editor_menu_save_button'),
      margin: [0, 12, 0, 4],
      onTap: () => this.#save(),
    });
    const onBack = () => this.#host.finish();
    return page(ui, { id: id('contact_editor') }, [
      appBar(ui, { title: 'Create contact', packageName, onBack, actions: [save] }),
      column(
        {
          weight: 1,
          className: 'android.widget.ScrollView',
          id: id('contact_editor_scroller'),
          scroll: 'editor',
          padding: [12, 24, 16, 24],
          gap: 8,
        },
        [
          label('Name'),
          outlinedField(ui, this.#name, { id: id('name'), margin: [0, 0, 14, 0] }),
          label('Phone'),
          outlinedField(ui, this.#number, { id: id('phone') }),
        ],
      ),
    ]);
  }

  #save(): void {
    const [name, number] = [this.#name.text.trim(), this.#number.text];
    if (name === '' && number === '') {
      this.#host.toast('Nothing to save');
      return;
    }
    this.#host.finish();
    this.#add({ name, number, fill: '#5f6b8a' });
    this.#host.toast('Contact saved');
  }
}

/**
 * Formats a phone number while it is typed (android.telephony.PhoneNumberFormattingTextWatcher):
 * 555-1234, 555-123-4567, 1-555-123-4567. Numbers with +, * or # get no dashes; other characters
 * are removed.
 */
export function formatPhoneNumber(typed: string): string {
  const dialled = typed.replaceAll(/[^\d+*#]/g, '');
  if (!/^\d+$/.test(dialled)) return dialled;
  const country = dialled.length === 11 && dialled.startsWith('1') ? '1' : '';
  const number = dialled.slice(country.length);
  // Longer than any US number: no dashes.
  if (number.length > 10) return dialled;
  const cuts = number.length > 7 ? [3, 6] : [3];
  const parts = [0, ...cuts].map((cut, index) => number.slice(cut, cuts[index]));
  return [country, ...parts].filter((part) => part !== '').join('-');
}

/** Creates the Contacts app: a list and a form; the contacts outlive the activities. */
export function contactsApp(): App {
  let people = firstPeople;
  const add = (person: Person) => {
    people = [...people, person].toSorted((a, b) => a.name.localeCompare(b.name));
  };
  return {
    packageName,
    label: 'Contacts',
    system: true,
    versionName: '1.7.36',
    icon: { path: mdiAccount, color: '#ffffff', from: '#7fb2ff', to: '#3d6fe0' },
    launcher: listClass,
    create: (className, host) => {
      if (className === editorClass) return new ContactEditor(host, add);
      return className === listClass ? { render: (ui) => peopleList(ui, host, people) } : undefined;
    },
  };
}
