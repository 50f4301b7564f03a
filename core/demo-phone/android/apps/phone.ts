import {
  mdiAccountMultipleOutline,
  mdiBackspaceOutline,
  mdiApps,
  mdiClockOutline,
  mdiMessageText,
  mdiPhone,
  mdiPlus,
  mdiStar,
} from '@mdi/js';
import { listPage, listRows, navigationBar } from '../ui/list-page.ts';
import { font, type UiContext } from '../ui/theme.ts';
import { centred, column, icon, row, space, stack, text, type View } from '../ui/view.ts';
import { gridRows, iconButton, recyclerView, resourceIdsOf, screenPage } from '../ui/widgets.ts';
import {
  dayAfter,
  monthAndDay,
  weekday,
  type Activity,
  type ActivityHost,
  type App,
} from './app.ts';
import { type Contact, type ContactBook, contactEditor, contactRows } from './contacts.ts';
import { conversationActivity } from './messages.ts';

const dialerPackage = 'com.android.dialer';
const dialerClass = `${dialerPackage}.DialtactsActivity`;
const dialerId = resourceIdsOf(dialerPackage);

/** Each key with its letters, in reading order. */
const dialKeys = '1|2ABC|3DEF|4GHI|5JKL|6MNO|7PQRS|8TUV|9WXYZ|*|0+|#'.split('|');
const symbolNames: Record<string, string> = { '*': 'star', '#': 'pound' };

/** Whether a contact's number contains these digits, or they spell the beginning of a name. */
function matchesDigits({ name, number }: Contact, digits: string): boolean {
  const spelled = (word: string) =>
    Array.from(word.toUpperCase(), (letter) => dialKeys.find((key) => key.includes(letter))?.[0]);
  return (
    number.replaceAll('-', '').includes(digits.replaceAll('-', '')) ||
    name.split(' ').some((word) => spelled(word).join('').startsWith(digits))
  );
}

const tabs = [
  { name: 'Favorites', path: mdiStar },
  { name: 'Recents', path: mdiClockOutline },
  { name: 'Contacts', path: mdiAccountMultipleOutline },
  { name: 'Keypad', path: mdiApps },
] as const;
type TabName = (typeof tabs)[number]['name'];

const favorites: readonly string[] = ['Daniel Roth', 'Elif Kaya', 'Maya Lindqvist'];

/** The calls of the last days, the last one first: with whom, of which kind, and when. */
const calls: readonly (readonly [
  name: string,
  kind: 'Outgoing' | 'Incoming' | 'Missed',
  when: (now: Date) => string,
])[] = [
  ['Maya Lindqvist', 'Missed', () => '8 min'],
  ['Priya Nair', 'Outgoing', () => 'Yesterday'],
  ['Maya Lindqvist', 'Incoming', () => 'Yesterday'],
  ['Jonas Weber', 'Incoming', (now) => weekday(dayAfter(now, -3)).slice(0, 3)],
  ['Daniel Roth', 'Outgoing', (now) => monthAndDay(dayAfter(now, -9))],
];

/** Favorites, calls, contacts, and a keypad for a number that can be typed, but not called. */
class Dialer implements Activity {
  readonly #host: ActivityHost;
  readonly #book: ContactBook;
  #number: string;
  #shownTab: TabName;

  /** Begins with the keypad if there is a number. */
  constructor(host: ActivityHost, book: ContactBook, number: string | undefined) {
    this.#host = host;
    this.#book = book;
    this.#number = number ?? '';
    this.#shownTab = number === undefined ? 'Recents' : 'Keypad';
  }

  render(ui: UiContext): View {
    const title = this.#shownTab;
    const navigation = navigationBar(ui, dialerPackage, {
      tabs,
      shown: title,
      onSelect: (name) => {
        this.#shownTab = name;
      },
    });
    if (title === 'Keypad') return this.#keypad(ui, navigation);
    const { contacts } = this.#book;
    const rows =
      title === 'Recents'
        ? this.#recents(ui)
        : this.#contactRows(
            ui,
            title === 'Contacts'
              ? contacts
              : contacts.filter(({ name }) => favorites.includes(name)),
          );
    return listPage(ui, { title, packageName: dialerPackage, navigation }, rows);
  }

  onCharacter(character: string): void {
    if (this.#shownTab !== 'Keypad') return;
    if (character === '\b') this.#number = this.#number.slice(0, -1);
    else if (/^[\d*#+]$/.test(character)) this.#number += character;
  }

  #recents(ui: UiContext): readonly View[] {
    const rows = calls.flatMap(([name, kind, when]) => {
      const contact = this.#book.contacts.find((candidate) => candidate.name === name);
      const call = { text: kind, end: when(ui.now) };
      return contact === undefined ? [] : [{ ...this.#row(contact), ...call }];
    });
    return contactRows(ui, dialerPackage, rows);
  }

  #contactRows(ui: UiContext, contacts: readonly Contact[]): readonly View[] {
    return contactRows(
      ui,
      dialerPackage,
      contacts.map((contact) => this.#row(contact)),
    );
  }

  #row(contact: Contact) {
    const onTap = () => {
      this.#number = contact.number;
      this.#shownTab = 'Keypad';
    };
    return { contact, onTap };
  }

  /** Above the keypad: the recent calls, the contacts that the number may mean, or what can be done with it. */
  #suggestions(ui: UiContext): readonly View[] {
    const number = this.#number;
    if (number === '') return this.#recents(ui);
    const found = this.#book.contacts.filter((contact) => matchesDigits(contact, number));
    if (found.length > 0) return this.#contactRows(ui, found);
    const action = (title: string, path: string, component: string) => ({
      title,
      text: number,
      disc: { path, fill: '#5f6b8a' },
      onTap: () => this.#host.start(component, number),
    });
    return listRows(ui, dialerPackage, [
      action('Create new contact', mdiPlus, contactEditor),
      action('Send a message', mdiMessageText, conversationActivity),
    ]);
  }

  #keypad(ui: UiContext, navigation: View): View {
    const columns = ui.landscape ? 6 : 3;
    const line = { paintOnly: true, weight: 1, gap: ui.landscape ? 6 : 8 };
    const keys = dialKeys.map((key) => this.#key(ui, key));
    const pad = { id: dialerId('dialpad'), className: 'android.widget.TableLayout', gap: 6 };
    const footer = { paintOnly: true, justify: 'center', padding: ui.landscape ? 6 : 12 } as const;
    const list = { id: dialerId('list'), scroll: 'suggestions', weight: 1, gap: 2 };
    return screenPage(ui, { id: dialerId('dialtacts_container') }, [
      !ui.landscape && recyclerView({ ...list, padding: [16, 16, 0, 16] }, this.#suggestions(ui)),
      this.#display(ui),
      column(
        { ...pad, weight: ui.landscape ? 1 : 1.5, padding: [0, ui.landscape ? 60 : 32] },
        gridRows(keys, columns, line),
      ),
      row(footer, [this.#call(ui)]),
      navigation,
    ]);
  }

  #display(ui: UiContext): View {
    const { theme } = ui;
    const erase = {
      color: theme.textSoft,
      id: dialerId('deleteButton'),
      onTap: () => this.onCharacter('\b'),
    };
    return row({ paintOnly: true, height: ui.landscape ? 48 : 72, padding: [0, 16] }, [
      space(48),
      text(this.#number, font(38, 400, theme.text), {
        className: 'android.widget.EditText',
        id: dialerId('digits'),
        weight: 1,
        textAlign: 'center',
        maxLines: 1,
      }),
      this.#number === '' ? space(48) : iconButton(mdiBackspaceOutline, 'backspace', erase),
    ]);
  }

  #key({ theme, landscape }: UiContext, [digit = '', ...others]: string): View {
    const letters = others.join('');
    return stack(
      {
        id: dialerId(symbolNames[digit] ?? `key_${digit}`),
        description: letters === '' ? digit : `${digit},${letters}`,
        weight: 1,
        height: 'fill',
        radius: 40,
        fill: theme.card,
        onTap: () => this.onCharacter(digit),
      },
      [
        column({ ...centred, width: 'wrap', align: 'center' }, [
          text(digit, font(28, 500, theme.text, 34), { id: dialerId('dialpad_key_number') }),
          !landscape &&
            letters !== '' &&
            text(letters, font(11, 600, theme.textSoft, 14), {
              id: dialerId('dialpad_key_letters'),
            }),
        ]),
      ],
    );
  }

  #call(ui: UiContext): View {
    const isEmpty = this.#number === '';
    return stack(
      {
        className: 'android.widget.ImageButton',
        id: dialerId('dialpad_floating_action_button'),
        description: 'dial',
        width: 132,
        height: ui.landscape ? 48 : 64,
        radius: 32,
        fill: '#23814f',
        onTap: () =>
          this.#host.toast(isEmpty ? 'Enter a number first' : 'The demo phone calls nobody'),
      },
      [icon(mdiPhone, { size: 28, color: '#ffffff' }, centred)],
    );
  }
}

/** Creates the Phone app, which calls nobody. */
export function phoneApp(book: ContactBook): App {
  return {
    packageName: dialerPackage,
    label: 'Phone',
    system: true,
    versionName: '23.0',
    icon: { path: mdiPhone, color: '#ffffff', topColor: '#5fd38b', bottomColor: '#1c8a4c' },
    launcherClass: dialerClass,
    activities: { [dialerClass]: (host, number) => new Dialer(host, book, number) },
  };
}
