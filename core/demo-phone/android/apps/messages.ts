import { mdiMessageText, mdiSend } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { font, type UiContext } from '../ui/theme.ts';
import { row, text, type View } from '../ui/view.ts';
import {
  appBar,
  editText,
  iconButton,
  resourceIdsOf,
  listPage,
  listRows,
  screenPage,
  recyclerView,
} from '../ui/widgets.ts';
import type { Activity, App, ActivityHost } from './app.ts';

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
  readonly when: string;
  readonly messages: Message[];
}

const mine = (content: string): Message => ({ mine: true, text: content });
const theirs = (content: string): Message => ({ mine: false, text: content });

function initialConversations(): readonly Conversation[] {
  return [
    {
      name: 'Maya Lindqvist',
      fill: '#2f7d5b',
      when: '09:37',
      messages: [
        theirs('Did you get the tickets?'),
        mine('Yes! Two seats by the window.'),
        theirs('The train gets in at 18:05, see you at the north exit!'),
      ],
    },
    {
      name: 'Daniel Roth',
      fill: '#4c6fb8',
      when: 'Yesterday',
      messages: [theirs('Thanks for the book, I love it so far.')],
    },
    {
      name: 'Elif Kaya',
      fill: '#8a5ab0',
      when: 'Wed',
      messages: [mine('Happy birthday! Cake on Friday?'), theirs('Always cake.')],
    },
    {
      name: 'Jonas Weber',
      fill: '#3f8468',
      when: 'Nov 14',
      messages: [theirs('Bike is ready, you can pick it up.')],
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
        messages.map((message) => messageBubble(ui, message)),
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

function messageBubble({ theme, width }: UiContext, message: Message): View {
  const side = width * 0.2;
  const style = font(16, 400, message.mine ? theme.onPrimary : theme.text, 22);
  const frame = message.mine
    ? ({ justify: 'end', padding: [0, 0, 0, side] } as const)
    : ({ justify: 'start', padding: [0, side, 0, 0] } as const);
  return row({ paintOnly: true, ...frame }, [
    text(message.text, style, {
      id: id('message_text'),
      padding: [10, 16],
      radius: message.mine ? [20, 20, 5, 20] : [20, 20, 20, 5],
      fill: message.mine ? theme.primary : theme.card,
    }),
  ]);
}

/** Creates the Messages app: messages can be sent, but are never answered. */
export function messagesApp(): App {
  const conversations = initialConversations();
  const list = (ui: UiContext, host: ActivityHost): View => {
    const rows = conversations.map(({ name, messages, when, fill }) => ({
      title: name,
      text: messages.at(-1)?.text ?? '',
      end: when,
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
    createActivity: (className, host, argument) => {
      if (className === conversationListClass) return { render: (ui) => list(ui, host) };
      const found = conversations.find(({ name }) => name === argument) ?? conversations[0];
      if (className !== conversationClass || found === undefined) return undefined;
      return new ConversationScreen(host, found);
    },
  };
}
