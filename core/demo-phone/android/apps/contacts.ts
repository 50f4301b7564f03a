import { mdiAccount } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { addButton, listPage } from '../ui/list-page.ts';
import { font, rowTitleStyle, smallStyle, type UiContext } from '../ui/theme.ts';
import { centred, column, row, text, type View } from '../ui/view.ts';
import {
  appBar,
  button,
  disc,
  groupCorners,
  outlinedField,
  resourceIdsOf,
  screenPage,
} from '../ui/widgets.ts';
import type { Activity, ActivityHost, App } from './app.ts';

interface Contact {
  readonly name: string;
  readonly number: string;
  /** The colour of its disc. */
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

const contactsPackage = 'com.android.contacts';
const id = resourceIdsOf(contactsPackage);
const contactListClass = `${contactsPackage}.activities.PeopleActivity`;
const editorClass = `${contactsPackage}.activities.ContactEditorActivity`;
const dialer = 'com.android.dialer/com.android.dialer.DialtactsActivity';

function contactList(ui: UiContext, host: ActivityHost, contacts: readonly Contact[]): View {
  const { theme } = ui;
  const floating = addButton(ui, {
    id: id('floating_action_button'),
    description: 'Create new contact',
    onTap: () => host.start(`${contactsPackage}/${editorClass}`, ''),
  });
  const rows = contacts.map(({ name, number, fill }, index) => {
    const frame = {
      className: 'android.widget.RelativeLayout',
      id: id('item'),
      fill: theme.card,
      radius: groupCorners(index === 0, index === contacts.length - 1),
      padding: [12, 18],
      gap: 16,
      minHeight: 72,
      onTap: () => host.start(dialer, number),
    } as const;
    return row(frame, [
      disc(44, { paintOnly: true, fill }, [
        text([...name][0] ?? '#', font(18, 600, '#ffffff'), centred),
      ]),
      column({ paintOnly: true, weight: 1, gap: 2 }, [
        text(name, rowTitleStyle(theme.text), { id: id('title'), maxLines: 1 }),
        text(number, smallStyle(theme.textSoft), { id: id('text'), maxLines: 1 }),
      ]),
    ]);
  });
  return listPage(ui, { title: 'Contacts', packageName: contactsPackage, floating }, rows);
}

/** A form for a new contact; dashes are inserted into the number as it is typed. */
function contactEditor(host: ActivityHost, add: (contact: Contact) => void): Activity {
  const name = new FieldState({ hint: 'Name' });
  const number = new FieldState({ hint: 'Phone', format: formatPhoneNumber });
  const save = () => {
    if (name.text.trim() === '') {
      host.toast('Nothing to save');
      return;
    }
    host.finish();
    add({ name: name.text.trim(), number: number.text, fill: '#5f6b8a' });
    host.toast('Contact saved');
  };
  return {
    render(ui) {
      const saveButton = button(ui.theme, 'Save', {
        tone: 'tonal',
        id: id('editor_menu_save_button'),
        margin: [0, 12, 0, 4],
        onTap: save,
      });
      const bar = { title: 'Create contact', packageName: contactsPackage, actions: [saveButton] };
      const form = {
        weight: 1,
        className: 'android.widget.ScrollView',
        id: id('contact_editor_scroller'),
        scroll: 'editor',
        padding: [12, 24, 16, 24],
        gap: 14,
      } as const;
      return screenPage(ui, { id: id('contact_editor') }, [
        appBar(ui, { ...bar, onBack: () => host.finish() }),
        column(form, [
          outlinedField(ui, name, { id: id('name') }),
          outlinedField(ui, number, { id: id('phone') }),
        ]),
      ]);
    },
  };
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
  let contacts = initialContacts;
  const add = (contact: Contact) => {
    contacts = [...contacts, contact].toSorted((a, b) => a.name.localeCompare(b.name));
  };
  return {
    packageName: contactsPackage,
    label: 'Contacts',
    system: true,
    versionName: '1.7.36',
    icon: { path: mdiAccount, color: '#ffffff', topColor: '#7fb2ff', bottomColor: '#3d6fe0' },
    launcherClass: contactListClass,
    clearData: () => {
      contacts = initialContacts;
    },
    activities: {
      [contactListClass]: (host) => ({ render: (ui) => contactList(ui, host, contacts) }),
      [editorClass]: (host) => contactEditor(host, add),
    },
  };
}
