import { mdiMessageText, mdiSend } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { addButton, listPage, listRows, ListSearch } from '../ui/list-page.ts';
import { font, type UiContext } from '../ui/theme.ts';
import { row, text, type View } from '../ui/view.ts';
import {
  appBar,
  editText,
  iconButton,
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
import { type Contact, type ContactBook, contactRows } from './contacts.ts';

const messagesPackage = 'com.android.messaging';
const id = resourceIdsOf(messagesPackage);
const conversationClass = `${messagesPackage}.ui.conversation.ConversationActivity`;
/** Its argument is a name or a number; if it is empty, a contact is chosen first. */
export const conversationActivity = `${messagesPackage}/${conversationClass}`;
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
  readonly #onSend: () => void;
  readonly #draft = new FieldState({ hint: 'Text message' });

  /** `onSend` is called after a message was sent. */
  constructor(host: ActivityHost, conversation: Conversation, onSend: () => void) {
    this.#host = host;
    this.#conversation = conversation;
    this.#onSend = onSend;
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
    this.#onSend();
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

/** All conversations with their search. */
class ConversationList implements Activity {
  readonly #host: ActivityHost;
  readonly #conversations: () => readonly Conversation[];
  readonly #search: ListSearch;

  constructor(host: ActivityHost, conversations: () => readonly Conversation[]) {
    this.#host = host;
    this.#conversations = conversations;
    this.#search = new ListSearch('Search messages', (field) => host.focus(field));
  }

  render(ui: UiContext): View {
    const floating = addButton(ui, {
      id: id('start_new_conversation_button'),
      text: 'Start chat',
      description: 'Start chat',
      path: mdiMessageText,
      onTap: () => this.#host.start(conversationActivity, ''),
    });
    const shown = this.#conversations().filter(({ name, messages }) =>
      this.#search.matches(name, ...messages.map((message) => message.text)),
    );
    const rows = shown.map(({ name, messages, when, fill }) => ({
      title: name,
      text: messages.at(-1)?.text ?? '',
      end: when(ui.now),
      disc: { letter: name.slice(0, 1), fill },
      onTap: () => this.#host.start(conversationActivity, name),
    }));
    const bar = { title: 'Messages', packageName: messagesPackage, search: this.#search, floating };
    return listPage(ui, bar, listRows(ui, messagesPackage, rows));
  }

  onBack(): boolean {
    return this.#search.close();
  }
}

/** The contacts, to choose whom to write to. */
function contactPicker(ui: UiContext, host: ActivityHost, contacts: readonly Contact[]): View {
  const rows = contacts.map((contact) => ({
    contact,
    onTap: () => {
      host.finish();
      host.start(conversationActivity, contact.number);
    },
  }));
  return listPage(
    ui,
    { title: 'New conversation', packageName: messagesPackage, onBack: () => host.finish() },
    contactRows(ui, messagesPackage, rows),
  );
}

/** Creates the Messages app: messages can be sent, but are never answered. */
export function messagesApp(book: ContactBook): App {
  let conversations = initialConversations();
  /** The conversation with a person, by name or number: a new one if there is none yet. */
  const conversationWith = (recipient: string | undefined): Conversation => {
    const contact = book.contacts.find(({ number }) => number === recipient);
    const name = contact?.name || (recipient ?? conversations[0]?.name ?? '');
    const known = conversations.find((candidate) => candidate.name === name);
    return known ?? { name, fill: contact?.fill ?? '#5f6b8a', when: () => 'Now', messages: [] };
  };
  const moveToTop = (sentTo: Conversation) => {
    const others = conversations.filter(({ name }) => name !== sentTo.name);
    conversations = [{ ...sentTo, when: () => 'Now' }, ...others];
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
    activities: {
      [conversationListClass]: (host) => new ConversationList(host, () => conversations),
      [conversationClass]: (host, recipient) => {
        if (recipient === '') return { render: (ui) => contactPicker(ui, host, book.contacts) };
        const opened = conversationWith(recipient);
        return new ConversationScreen(host, opened, () => moveToTop(opened));
      },
    },
  };
}
