import { mdiMessageText, mdiSend } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import type { Ui } from '../ui/theme.ts';
import { column, row, text, type View } from '../ui/view.ts';
import { appBar, editText, iconButton, listPage, listRow, page } from '../ui/widgets.ts';
import type { Activity, App, Host } from './app.ts';

const packageName = 'com.android.messaging';
const id = (name: string) => `${packageName}:id/${name}`;
const conversationClass = `${packageName}.ui.conversation.ConversationActivity`;
const listClass = `${packageName}.ui.conversationlist.ConversationListActivity`;

interface Conversation {
  readonly name: string;
  readonly fill: string;
  readonly when: string;
  readonly messages: { readonly mine: boolean; readonly text: string }[];
}

function firstConversations(): readonly Conversation[] {
  return [
    {
      name: 'Maya Lindqvist',
      fill: '#2f7d5b',
      when: '09:37',
      messages: [
        { mine: false, text: 'Did you get the tickets?' },
        { mine: true, text: 'Yes! Two seats by the window.' },
        { mine: false, text: 'The train gets in at 18:05, see you at the north exit!' },
      ],
    },
    {
      name: 'Daniel Roth',
      fill: '#4c6fb8',
      when: 'Yesterday',
      messages: [{ mine: false, text: 'Thanks for the book, I love it so far.' }],
    },
    {
      name: 'Elif Kaya',
      fill: '#8a5ab0',
      when: 'Wed',
      messages: [
        { mine: true, text: 'Happy birthday! Cake on Friday?' },
        { mine: false, text: 'Always cake.' },
      ],
    },
    {
      name: 'Jonas Weber',
      fill: '#3f8468',
      when: 'Nov 14',
      messages: [{ mine: false, text: 'Bike is ready, you can pick it up.' }],
    },
  ];
}

class ConversationScreen implements Activity {
  readonly #host: Host;
  readonly #conversation: Conversation;
  readonly #draft = new FieldState({ hint: 'Text message' });

  constructor(host: Host, conversation: Conversation) {
    this.#host = host;
    this.#conversation = conversation;
  }

  render(ui: Ui): View {
    const { theme } = ui;
    return page(ui, { id: id('conversation_root') }, [
      appBar(ui, {
        title: this.#conversation.name,
        packageName,
        onBack: () => this.#host.finish(),
      }),
      column(
        {
          weight: 1,
          className: 'androidx.recyclerview.widget.RecyclerView',
          id: id('message_list'),
          scroll: 'messages',
          padding: [8, 16],
          gap: 6,
        },
        this.#conversation.messages.map((message) => this.#bubble(ui, message)),
      ),
      row({ bare: true, padding: [8, 12], gap: 8 }, [
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

  #bubble(ui: Ui, { mine, text: words }: { readonly mine: boolean; readonly text: string }): View {
    const { theme } = ui;
    const side = ui.width * 0.2;
    return row(
      {
        bare: true,
        justify: mine ? 'end' : 'start',
        padding: mine ? [0, 0, 0, side] : [0, side, 0, 0],
      },
      [
        text(
          words,
          { size: 16, weight: 400, color: mine ? theme.onPrimary : theme.text, lineHeight: 22 },
          {
            id: id('message_text'),
            padding: [10, 16],
            radius: mine ? [20, 20, 5, 20] : [20, 20, 20, 5],
            fill: mine ? theme.primary : theme.card,
          },
        ),
      ],
    );
  }

  #send(): void {
    const words = this.#draft.text.trim();
    if (words === '') return;
    this.#conversation.messages.push({ mine: true, text: words });
    this.#draft.set('');
  }
}

/** Conversations that can be written on; nobody answers. */
export function messagesApp(): App {
  const conversations = firstConversations();
  const list = (host: Host): Activity => ({
    render: (ui) =>
      listPage(
        ui,
        { title: 'Messages', packageName },
        conversations.map((one, index) =>
          listRow(ui, {
            packageName,
            title: one.name,
            text: one.messages.at(-1)?.text ?? '',
            end: one.when,
            disc: { letter: one.name.slice(0, 1), fill: one.fill },
            first: index === 0,
            last: index === conversations.length - 1,
            onTap: () => host.start(`${packageName}/${conversationClass}`, one.name),
          }),
        ),
      ),
  });
  return {
    packageName,
    label: 'Messages',
    system: true,
    versionName: '1.0.001',
    icon: { path: mdiMessageText, color: '#ffffff', from: '#63c796', to: '#1f7a50' },
    launcher: listClass,
    create: (className, host, argument) => {
      if (className === listClass) return list(host);
      const found = conversations.find(({ name }) => name === argument) ?? conversations[0];
      if (className !== conversationClass || found === undefined) return undefined;
      return new ConversationScreen(host, found);
    },
  };
}
