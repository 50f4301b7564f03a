import { mdiAccount, mdiMessageText, mdiSend } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { font, smallStyle, type UiContext } from '../ui/theme.ts';
import { column, row, text, type View } from '../ui/view.ts';
import {
  addButton,
  appBar,
  button,
  editText,
  iconButton,
  listPage,
  listRows,
  outlinedField,
  recyclerView,
  resourceIdsOf,
  screenPage,
} from '../ui/widgets.ts';
import {
  dayAfter,
  monthAndDay,
  weekday,
  type Activity,
  type ActivityHost,
  type App,
} from './app.ts';

interface Contact {
  readonly name: string;
  readonly number: string;
  readonly fill: string;
}

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
const contactsId = resourceIdsOf(contactsPackage);
const contactListClass = `${contactsPackage}.activities.PeopleActivity`;
const editorClass = `${contactsPackage}.activities.ContactEditorActivity`;
const dialer = 'com.android.dialer/com.android.dialer.DialtactsActivity';

function contactList(ui: UiContext, host: ActivityHost, contacts: readonly Contact[]): View {
  const floating = addButton(ui, {
    id: contactsId('floating_action_button'),
    description: 'Create new contact',
    onTap: () => host.start(`${contactsPackage}/${editorClass}`, ''),
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
  readonly #add: (contact: Contact) => void;
  readonly #name = new FieldState({ hint: 'Name' });
  readonly #number = new FieldState({ hint: 'Phone', format: formatPhoneNumber });

  constructor(host: ActivityHost, add: (contact: Contact) => void) {
    this.#host = host;
    this.#add = add;
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

/** Creates the Contacts app: a list and a form; the contacts outlive the activities. */
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
    createActivity: (className, host) => {
      if (className === editorClass) return new ContactEditor(host, add);
      return className === contactListClass
        ? { render: (ui) => contactList(ui, host, contacts) }
        : undefined;
    },
  };
}

const messagesPackage = 'com.android.messaging';
const id = resourceIdsOf(messagesPackage);
const conversationClass = `${messagesPackage}.ui.conversation.ConversationActivity`;
const conversationListClass = `${messagesPackage}.ui.conversationlist.ConversationListActivity`;

interface Message {
  readonly mine: boolean;
  readonly text: string;
}

interface Conversation {
  readonly name: string;
  readonly fill: string;
  /** When the last message came, as in `4 min` or `Yesterday`. */
  when(now: Date): string;
  readonly messages: Message[];
}

const mine = (content: string): Message => ({ mine: true, text: content });
const theirs = (content: string): Message => ({ mine: false, text: content });

function initialConversations(): readonly Conversation[] {
  return [
    {
      name: 'Maya Lindqvist',
      fill: '#2f7d5b',
      when: () => '4 min',
      messages: [
        theirs('Did you get the tickets?'),
        mine('Yes! Two seats by the window.'),
        theirs('The train gets in at 18:05, see you at the north exit!'),
      ],
    },
    {
      name: 'Daniel Roth',
      fill: '#4c6fb8',
      when: () => 'Yesterday',
      messages: [theirs('Thanks for the book, I love it so far.')],
    },
    {
      name: 'Elif Kaya',
      fill: '#8a5ab0',
      when: (now) => weekday(dayAfter(now, -4)).slice(0, 3),
      messages: [mine('Happy birthday! Cake on Friday?'), theirs('Always cake.')],
    },
    {
      name: 'Jonas Weber',
      fill: '#3f8468',
      when: (now) => monthAndDay(dayAfter(now, -12)),
      messages: [
        theirs('https://example.com/repairs/42'),
        theirs('Bike is ready, you can pick it up.'),
      ],
    },
  ];
}

class ConversationScreen implements Activity {
  readonly #host: ActivityHost;
  readonly #conversation: Conversation;
  readonly #draft = new FieldState({ hint: 'Text message' });

  constructor(host: ActivityHost, conversation: Conversation) {
    this.#host = host;
    this.#conversation = conversation;
  }

  render(ui: UiContext): View {
    const { theme } = ui;
    const { name, messages } = this.#conversation;
    const list = { weight: 1, id: id('message_list'), scroll: 'messages', gap: 6 };
    return screenPage(ui, { id: id('conversation_root') }, [
      appBar(ui, { title: name, packageName: messagesPackage, onBack: () => this.#host.finish() }),
      recyclerView(
        { ...list, padding: [8, 16] },
        messages.map((message) => messageBubble(ui, message, this.#host)),
      ),
      row({ paintOnly: true, padding: [8, 12], gap: 8 }, [
        editText(ui, this.#draft, {
          id: id('compose_message_text'),
          width: undefined,
          weight: 1,
          minHeight: 52,
          padding: [14, 20],
          radius: 26,
          fill: theme.card,
        }),
        iconButton(mdiSend, 'Send message', {
          color: theme.onPrimary,
          id: id('send_message_button'),
          size: 52,
          radius: 26,
          fill: theme.primary,
          onTap: () => this.#send(),
        }),
      ]),
    ]);
  }

  #send(): void {
    const content = this.#draft.text.trim();
    if (content === '') return;
    this.#conversation.messages.push(mine(content));
    this.#draft.setText('');
  }
}

/** A message; one that is a link opens when it is tapped. */
function messageBubble({ theme, width }: UiContext, message: Message, host: ActivityHost): View {
  const isLink = /^https?:\/\/\S+$/.test(message.text);
  const side = width * 0.2;
  const style = font(16, 400, message.mine ? theme.onPrimary : theme.text, 22);
  const frame = message.mine
    ? ({ justify: 'end', padding: [0, 0, 0, side] } as const)
    : ({ justify: 'start', padding: [0, side, 0, 0] } as const);
  return row({ paintOnly: true, ...frame }, [
    text(message.text, style, {
      id: id('message_text'),
      onTap: isLink ? () => host.openLink(message.text) : undefined,
      padding: [10, 16],
      radius: message.mine ? [20, 20, 5, 20] : [20, 20, 20, 5],
      fill: message.mine ? theme.primary : theme.card,
    }),
  ]);
}

/** The conversation with a person, by name or number: a new one if there is none yet. */
function conversationWith(
  conversations: readonly Conversation[],
  recipient: string | undefined,
): Conversation {
  const contact = initialContacts.find(({ number }) => number === recipient);
  const name = contact?.name ?? recipient ?? conversations[0]?.name ?? '';
  const known = conversations.find((conversation) => conversation.name === name);
  return known ?? { name, fill: contact?.fill ?? '#5f6b8a', when: () => 'Now', messages: [] };
}

/** Creates the Messages app: messages can be sent, but are never answered. */
export function messagesApp(): App {
  let conversations = initialConversations();
  const list = (ui: UiContext, host: ActivityHost): View => {
    const rows = conversations.map(({ name, messages, when, fill }) => ({
      title: name,
      text: messages.at(-1)?.text ?? '',
      end: when(ui.now),
      disc: { letter: name.slice(0, 1), fill },
      onTap: () => host.start(`${messagesPackage}/${conversationClass}`, name),
    }));
    return listPage(
      ui,
      { title: 'Messages', packageName: messagesPackage },
      listRows(ui, messagesPackage, rows),
    );
  };
  return {
    packageName: messagesPackage,
    label: 'Messages',
    system: true,
    versionName: '1.0.001',
    icon: { path: mdiMessageText, color: '#ffffff', topColor: '#63c796', bottomColor: '#1f7a50' },
    launcherClass: conversationListClass,
    clearData: () => {
      conversations = initialConversations();
    },
    createActivity: (className, host, argument) => {
      if (className === conversationListClass) return { render: (ui) => list(ui, host) };
      if (className !== conversationClass) return undefined;
      return new ConversationScreen(host, conversationWith(conversations, argument));
    },
  };
}
