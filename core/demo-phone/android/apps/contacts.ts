import { mdiAccount } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { addButton, listPage, listRows } from '../ui/list-page.ts';
import { smallStyle, type UiContext } from '../ui/theme.ts';
import { column, text, type View } from '../ui/view.ts';
import { appBar, button, outlinedField, resourceIdsOf, screenPage } from '../ui/widgets.ts';
import type { Activity, ActivityHost, App } from './app.ts';

interface Contact {
  readonly name: string;
  readonly number: string;
  readonly fill: string;
}

/** The contacts that the phone begins with. */
const initialContacts: readonly Contact[] = [
  { name: 'Amara Osei', number: '555-0142', fill: '#b5545c' },
  { name: 'Daniel Roth', number: '555-0187', fill: '#4c6fb8' },
  { name: 'Elif Kaya', number: '555-0119', fill: '#8a5ab0' },
  { name: 'Jonas Weber', number: '555-0163', fill: '#3f8468' },
  { name: 'Maya Lindqvist', number: '555-0104', fill: '#2f7d5b' },
  { name: 'Noor Haddad', number: '555-0138', fill: '#b07a28' },
  { name: 'Priya Nair', number: '555-0171', fill: '#a04e86' },
  { name: 'Tom\u00e1s Vega', number: '555-0156', fill: '#3e7f97' },
];

/** The contacts, with those that were added. */
class ContactBook {
  contacts = initialContacts;

  add(contact: Contact): void {
    this.contacts = [...this.contacts, contact].toSorted((a, b) => a.name.localeCompare(b.name));
  }

  reset(): void {
    this.contacts = initialContacts;
  }
}

const contactsPackage = 'com.android.contacts';
const contactsId = resourceIdsOf(contactsPackage);
const contactListClass = `${contactsPackage}.activities.PeopleActivity`;
const editorClass = `${contactsPackage}.activities.ContactEditorActivity`;
/** The form for a new contact; its argument is a number. */
const contactEditor = `${contactsPackage}/${editorClass}`;
const dialer = 'com.android.dialer/com.android.dialer.DialtactsActivity';

function contactList(ui: UiContext, host: ActivityHost, contacts: readonly Contact[]): View {
  const floating = addButton(ui, {
    id: contactsId('floating_action_button'),
    description: 'Create new contact',
    onTap: () => host.start(contactEditor, ''),
  });
  const rows = contacts.map(({ name, number, fill }) => ({
    title: name === '' ? number : name,
    text: name === '' ? 'Phone' : number,
    disc: { letter: [...name][0] ?? '#', fill },
    onTap: () => host.start(dialer, number),
  }));
  return listPage(
    ui,
    { title: 'Contacts', packageName: contactsPackage, floating },
    listRows(ui, contactsPackage, rows),
  );
}

/** A form for a new contact; dashes are inserted into the number as it is typed. */
class ContactEditor implements Activity {
  readonly #host: ActivityHost;
  readonly #book: ContactBook;
  readonly #name = new FieldState({ hint: 'Name' });
  readonly #number: FieldState;

  constructor(host: ActivityHost, book: ContactBook, number: string | undefined) {
    this.#host = host;
    this.#book = book;
    this.#number = new FieldState({ hint: 'Phone', text: number ?? '', format: formatPhoneNumber });
  }

  render(ui: UiContext): View {
    const label = (name: string) =>
      text(name, smallStyle(ui.theme.textSoft), { id: contactsId('label') });
    const save = button(ui.theme, 'Save', {
      tone: 'tonal',
      id: contactsId('editor_menu_save_button'),
      margin: [0, 12, 0, 4],
      onTap: () => this.#save(),
    });
    const onBack = () => this.#host.finish();
    return screenPage(ui, { id: contactsId('contact_editor') }, [
      appBar(ui, {
        title: 'Create contact',
        packageName: contactsPackage,
        onBack,
        actions: [save],
      }),
      column(
        {
          weight: 1,
          className: 'android.widget.ScrollView',
          id: contactsId('contact_editor_scroller'),
          scroll: 'editor',
          padding: [12, 24, 16, 24],
          gap: 8,
        },
        [
          label('Name'),
          outlinedField(ui, this.#name, { id: contactsId('name'), margin: [0, 0, 14, 0] }),
          label('Phone'),
          outlinedField(ui, this.#number, { id: contactsId('phone') }),
        ],
      ),
    ]);
  }

  #save(): void {
    const name = this.#name.text.trim();
    const number = this.#number.text;
    if (name === '' && number === '') {
      this.#host.toast('Nothing to save');
      return;
    }
    this.#host.finish();
    this.#book.add({ name, number, fill: '#5f6b8a' });
    this.#host.toast('Contact saved');
  }
}

/**
 * Formats a phone number while it is typed (android.telephony.PhoneNumberFormattingTextWatcher):
 * 555-1234, 555-123-4567, 1-555-123-4567. Numbers with +, * or # get no dashes; other characters
 * are removed.
 */
export function formatPhoneNumber(input: string): string {
  const cleaned = input.replaceAll(/[^\d+*#]/g, '');
  if (!/^\d+$/.test(cleaned)) return cleaned;
  const country = cleaned.length === 11 && cleaned.startsWith('1') ? '1' : '';
  const number = cleaned.slice(country.length);
  // Longer than any US number: no dashes.
  if (number.length > 10) return cleaned;
  const dashPositions = number.length > 7 ? [3, 6] : [3];
  const parts = [0, ...dashPositions].map((cut, index) => number.slice(cut, dashPositions[index]));
  return [country, ...parts].filter((part) => part !== '').join('-');
}

/** Creates the Contacts app: a list and a form. */
export function contactsApp(): App {
  const book = new ContactBook();
  return {
    packageName: contactsPackage,
    label: 'Contacts',
    system: true,
    versionName: '1.7.36',
    icon: { path: mdiAccount, color: '#ffffff', topColor: '#7fb2ff', bottomColor: '#3d6fe0' },
    launcherClass: contactListClass,
    clearData: () => book.reset(),
    activities: {
      [contactListClass]: (host) => ({ render: (ui) => contactList(ui, host, book.contacts) }),
      [editorClass]: (host, number) => new ContactEditor(host, book, number),
    },
  };
}
