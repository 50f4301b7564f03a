/** The shortcuts that work everywhere on the page; panels.ts has those of single panels. */
import type { Console } from '../console.svelte.ts';
import { panels } from '../panels.ts';
import { isMac, type Key } from '../../ui/keys.ts';
import { paletteWords } from './strings.ts';
import type { PaletteState } from './palette.svelte.ts';

/** The fields used of a key event. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target'
>;

/** A keyboard shortcut of the whole page. */
interface Shortcut {
  readonly id: string;
  readonly label: string;
  /** Its label in the palette, where that depends on the state. */
  readonly labelNow?: (console: Console) => string;
  /** Its group in the palette; null for the shortcut that opens the palette. */
  readonly group: 'panels' | 'screen' | 'page' | null;
  readonly keys: readonly Key[];
  /** Whether the event is this shortcut. */
  readonly fits: (press: Press) => boolean;
  readonly isEnabled?: (console: Console) => boolean;
  readonly run: (console: Console, palette: PaletteState) => void;
}

/** Every shortcut, in list order. */
export const shortcuts: readonly Shortcut[] = [
  {
    id: 'palette',
    label: paletteWords.open,
    group: null,
    keys: ['Mod', 'K'],
    fits: (press) => press.key.toLowerCase() === 'k' && hasOnlyMod(press),
    run: (_console, palette) => palette.toggle(),
  },
  ...panels.map(({ id, label }, index): Shortcut => ({
    id: `panel-${id}`,
    label: paletteWords.panel(label),
    group: 'panels',
    // Chrome uses Alt or Ctrl with a digit, on a Mac Cmd; no keyboard layout types a character with
    // these.
    keys: ['Ctrl', 'Shift', String(index + 1)],
    // By `code`: with Shift `key` is another character.
    fits: (press) => press.code === `Digit${index + 1}` && hasOnlyCtrlShift(press),
    isEnabled: ({ phone }) => phone.held !== null,
    run: ({ layout }) => layout.open(id),
  })),
  {
    id: 'mode',
    label: paletteWords.mode,
    labelNow: ({ screen }) =>
      screen.mode.current === 'use' ? paletteWords.inspect : paletteWords.use,
    group: 'screen',
    keys: ['F2'],
    fits: (press) => press.key === 'F2' && !press.altKey && !press.shiftKey && !hasMod(press),
    isEnabled: ({ phone }) => phone.held !== null,
    run: ({ screen }) => screen.mode.toggle(),
  },
  {
    id: 'keyboard-help',
    label: paletteWords.keyboardHelp,
    group: 'page',
    keys: ['?'],
    fits: (press) => press.key === '?' && !press.altKey && !hasMod(press) && !isForText(press),
    run: (_console, palette) => palette.showHelp(),
  },
];

/** The enabled shortcut for a key event; undefined where there is none. */
export function shortcutFor(press: Press, console: Console): Shortcut | undefined {
  if (press.repeat) return undefined;
  const shortcut = shortcuts.find(({ fits }) => fits(press));
  return shortcut?.isEnabled?.(console) === false ? undefined : shortcut;
}

function hasMod({ ctrlKey, metaKey }: Press): boolean {
  return ctrlKey || metaKey;
}

/** On a Mac Ctrl+K in a text field deletes to the end of the line. */
function hasOnlyMod({ ctrlKey, metaKey, altKey, shiftKey }: Press): boolean {
  const [wanted, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return wanted && !other && !altKey && !shiftKey;
}

/** Ctrl on a Mac, too: Cmd and Shift with a digit takes screenshots. */
function hasOnlyCtrlShift({ ctrlKey, shiftKey, altKey, metaKey }: Press): boolean {
  return ctrlKey && shiftKey && !altKey && !metaKey;
}

/** Whether the focused element accepts text. */
function isForText({ target }: Press): boolean {
  // Outside a document (in tests) there are no fields.
  if (typeof HTMLElement === 'undefined' || !(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(textFields);
}

const textFields =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])';
