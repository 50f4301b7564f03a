import { mdiAccount } from '@mdi/js';
import type { App, Host, Ui } from '../../app.ts';
import type { View } from '../../ui/view.ts';
import { ContactEditor, type NewContact } from './contact-editor.ts';
import { addButton, listPage, listRow } from './list-page.ts';

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
