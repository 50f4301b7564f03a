/** The shortcuts that work everywhere on the page; panels.ts has those of single panels. */
import { tick } from 'svelte';
import {
  hasMod,
  homeKeys,
  isAltKey,
  powerKeys,
  recentsKeys,
  refreshKeys,
  hasOnlyMod,
  isInTextField,
  isStopKey,
  rotateKeys,
  screenshotKeys,
  stopKeys,
  type KeyPress,
  type ShortcutKey,
} from '../../ui/keys.ts';
import type { Console } from '../console.svelte.ts';
import { panels, type PanelId } from '../panels.ts';
import type { PaletteState } from './palette.svelte.ts';
import { paletteStrings } from './strings.ts';

/** A keyboard shortcut of the whole page. */
export interface Shortcut {
  readonly id: string;
  readonly label: string;
  /** Its label in the palette, where that depends on the state. */
  readonly currentLabel?: (console: Console) => string;
  /** Other words for it, as of a command. */
  readonly synonyms?: string;
  /** The word for it, as of a command. */
  readonly word?: string | readonly string[];
  /** Whether the palette lists it before anything is typed. */
  readonly isSuggested?: boolean;
  /** Its group in the palette; null for the shortcut that opens the palette. */
  readonly group: 'panels' | 'phone' | 'screen' | 'agents' | 'page' | null;
  readonly keys: readonly ShortcutKey[];
  /** Whether the event is this shortcut. */
  readonly matches: (event: KeyPress) => boolean;
  /** Whether it also works in dialogs and while keys go to the phone, which does not get it then. */
  readonly worksEverywhere?: boolean;
  readonly isEnabled?: (console: Console) => boolean;
  readonly action: (console: Console, palette: PaletteState) => void;
}

/** The field that sends keys to the phone; it is on the page only while one uses the phone. */
export function phoneKeys(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-keys-of=phone]');
}

/** Whether the keys went to the phone when the user changed to Inspect. */
let keysWentToPhone = false;

/** Every shortcut, in list order. */
export const shortcuts: readonly Shortcut[] = [
  {
    id: 'palette',
    label: paletteStrings.open,
    group: null,
    keys: ['Mod', 'K'],
    matches: (event) => hasOnlyMod(event, 'k'),
    worksEverywhere: true,
    action: (_console, palette) => palette.toggle(),
  },
  {
    id: 'stop',
    label: paletteStrings.stop,
    synonyms: 'cancel abort halt kill emergency panic agents',
    group: 'agents',
    keys: stopKeys,
    matches: isStopKey,
    worksEverywhere: true,
    action: ({ policy }) => void policy.stop(),
  },
  ...panels.map(({ id, label, synonyms, words, load }, index): Shortcut => ({
    id: `panel-${id}`,
    label: paletteStrings.panel(label),
    synonyms,
    // Who types `log` means the panel.
    word: [label.toLowerCase(), label.toLowerCase().replace(/s$/, ''), ...words],
    isSuggested: true,
    group: 'panels',
    // Chrome uses Alt or Ctrl with a digit, on a Mac Cmd; no keyboard layout types a character with
    // these.
    keys: ['Ctrl', 'Shift', String(index + 1)],
    // By `code`: with Shift `key` is another character.
    matches: (event) => event.code === `Digit${index + 1}` && hasOnlyCtrlShift(event),
    isEnabled: ({ phone }) => phone.info !== null,
    action: ({ layout, inspector }) => {
      layout.open(id);
      if (id === 'elements') inspector.isFocusRequested = true;
      else void focusContent(id, load);
    },
  })),
  {
    id: 'save-screenshot',
    label: paletteStrings.saveScreenshot,
    synonyms: 'picture image png capture take download snap shot snapshot grab print screen',
    word: ['save', 'screen', 'capture', 'image'],
    isSuggested: true,
    group: 'phone',
    keys: screenshotKeys,
    matches: (event) => hasOnlyMod(event, 's', { withShift: true }),
    worksEverywhere: true,
    isEnabled: ({ phone }) => phone.status.state === 'connected',
    action: ({ live, phone }, palette) =>
      void palette.runCommand({
        label: paletteStrings.saveScreenshot,
        action: () => live.saveScreenshot(phone.info?.model ?? ''),
      }),
  },
  buttonShortcut('rotate', {
    label: paletteStrings.rotate,
    synonyms: 'turn flip phone landscape portrait orientation change left right',
    word: ['rotate', 'change orientation', 'turn the phone'],
    isSuggested: true,
    keys: rotateKeys,
    matches: (event) => hasOnlyMod(event, 'h', { withShift: true }),
  }),
  buttonShortcut('home', {
    label: paletteStrings.home,
    synonyms: 'launcher go',
    word: 'home',
    keys: homeKeys,
    matches: (event) => isAltKey(event, homeKeys[1]),
  }),
  buttonShortcut('recents', {
    label: paletteStrings.recents,
    synonyms: 'recents overview app switcher tasks multitasking',
    word: 'recent',
    keys: recentsKeys,
    matches: (event) => isAltKey(event, recentsKeys[1]),
  }),
  buttonShortcut('power', {
    label: paletteStrings.power,
    synonyms: 'turn screen display phone off on sleep wake lock button',
    word: 'power',
    keys: powerKeys,
    matches: (event) => isAltKey(event, powerKeys[1]),
  }),
  {
    id: 'mode',
    label: paletteStrings.mode,
    currentLabel: ({ screen }) =>
      screen.mode.current === 'use' ? paletteStrings.inspect : paletteStrings.use,
    synonyms: 'mode control mouse touch inspector',
    word: 'inspector',
    group: 'screen',
    keys: ['F2'],
    matches: (event) => event.key === 'F2' && !event.altKey && !event.shiftKey && !hasMod(event),
    isEnabled: ({ phone }) => phone.info !== null,
    action: ({ screen, inspector, layout }) => {
      const returnsKeys = screen.mode.current === 'inspect' && keysWentToPhone;
      keysWentToPhone = phoneKeys()?.contains(document.activeElement) === true;
      screen.mode.toggle();
      if (returnsKeys) void tick().then(() => phoneKeys()?.focus());
      // The arrow keys go through the elements there.
      const isShown = (layout.panel ?? 'elements') === 'elements';
      if (screen.mode.current === 'inspect' && isShown) inspector.isFocusRequested = true;
      void tick().then(() => layout.showPhone());
    },
  },
  {
    id: 'read',
    label: paletteStrings.read,
    synonyms: 'refresh reload update dump',
    group: 'screen',
    keys: refreshKeys,
    matches: (event) => isAltKey(event, refreshKeys[1]),
    worksEverywhere: true,
    isEnabled: ({ phone }) => phone.info !== null,
    action: ({ screen }) => void screen.read(),
  },
  {
    id: 'search-panel',
    label: paletteStrings.searchPanel,
    synonyms: 'find filter field',
    group: 'panels',
    keys: ['/'],
    matches: (event) =>
      event.key === '/' && !event.altKey && !hasMod(event) && !isInTextField(event),
    isEnabled: ({ phone }) => phone.info !== null,
    action: () => void focusSearch(),
  },
  {
    id: 'keyboard-help',
    label: paletteStrings.keyboardHelp,
    synonyms: 'shortcuts keys hotkeys docs documentation manual guide what can',
    isSuggested: true,
    group: 'page',
    keys: ['?'],
    matches: (event) =>
      event.key === '?' && !event.altKey && !hasMod(event) && !isInTextField(event),
    action: (_console, palette) => palette.showHelp(),
  },
];

/** How long the focus waits for a panel's content. */
const contentMs = 3000;

/** Moves the focus from the tab of a panel to its list, in Tools to the search; where it has none, it stays. */
async function focusContent(id: PanelId, load: () => Promise<unknown>): Promise<void> {
  await tick();
  // A panel that can't be loaded says so itself.
  await load().catch(() => undefined);
  const content = id === 'tools' ? '[data-testid="search-tools"]' : '[role="listbox"]';
  const until = Date.now() + contentMs;
  // A panel that was just loaded reads its content from the phone.
  while (Date.now() < until) {
    await new Promise(requestAnimationFrame);
    if (document.activeElement?.id !== `tab-${id}`) return;
    document.querySelector<HTMLElement>(`#panel-${id} ${content}`)?.focus();
  }
}

/** Focuses the search of the panel that is shown; unfolds it where it is folded. */
async function focusSearch(): Promise<void> {
  const panel = document.querySelector('[role="tabpanel"]:not([hidden])');
  const field =
    panel?.querySelector<HTMLElement>('input[aria-keyshortcuts="/"]') ??
    panel?.querySelector<HTMLElement>('input[type="search"]');
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  if (field?.checkVisibility() === false) {
    const id = field.parentElement?.closest('[id]')?.id ?? '';
    panel?.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.click();
    await tick();
  }
  field?.focus();
}

/** The shortcut that presses a button of the phone. */
function buttonShortcut(
  button: 'rotate' | 'home' | 'recents' | 'power',
  shortcut: Pick<Shortcut, 'label' | 'synonyms' | 'word' | 'isSuggested' | 'keys' | 'matches'>,
): Shortcut {
  return {
    ...shortcut,
    id: `button-${button}`,
    group: 'phone',
    worksEverywhere: true,
    isEnabled: ({ phone }) => phone.status.state === 'connected',
    action: ({ live }, palette) =>
      void palette.runCommand({
        label: shortcut.label,
        action: () => live.send({ kind: 'button', button }),
      }),
  };
}

/** The enabled shortcut for a key event; undefined where there is none. */
export function shortcutFor(event: KeyPress, console: Console): Shortcut | undefined {
  if (event.repeat) return undefined;
  const shortcut = shortcuts.find(({ matches }) => matches(event));
  return shortcut?.isEnabled?.(console) === false ? undefined : shortcut;
}

/** Ctrl on a Mac, too: Cmd and Shift with a digit takes screenshots. */
function hasOnlyCtrlShift({ ctrlKey, shiftKey, altKey, metaKey }: KeyPress): boolean {
  return ctrlKey && shiftKey && !altKey && !metaKey;
}
