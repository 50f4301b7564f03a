/** The keys that work everywhere on the page. Those of single panels are told in panels.ts. */
import type { Console } from '../console.svelte.ts';
import { panels } from '../panels.ts';
import { isMac, type Key } from '../../ui/keys.ts';
import { paletteWords } from './strings.ts';
import type { PaletteState } from './palette.svelte.ts';

/** What is looked at of a key that is pressed. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target'
>;

/** Something that a key does wherever the person is. */
interface Shortcut {
  readonly id: string;
  readonly label: string;
  /** Its name among the commands, where that follows what is so now. */
  readonly labelNow?: (console: Console) => string;
  /** Under which it stands among the commands; null for the list of commands itself. */
  readonly group: 'panels' | 'screen' | 'page' | null;
  readonly keys: readonly Key[];
  /** Whether this is the press. */
  readonly fits: (press: Press) => boolean;
  readonly isEnabled?: (console: Console) => boolean;
  readonly run: (console: Console, palette: PaletteState) => void;
}

/** Every shortcut, in the order in which they are listed. */
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
    // Chrome's own are Alt or Ctrl with a digit, on a Mac Cmd; no keyboard types anything with these.
    keys: ['Ctrl', 'Shift', String(index + 1)],
    // By its place: with Shift it is another character.
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

/** What a press is for; undefined when it is for nothing here. */
export function shortcutFor(press: Press, console: Console): Shortcut | undefined {
  if (press.repeat) return undefined;
  const shortcut = shortcuts.find(({ fits }) => fits(press));
  return shortcut?.isEnabled?.(console) === false ? undefined : shortcut;
}

function hasMod({ ctrlKey, metaKey }: Press): boolean {
  return ctrlKey || metaKey;
}

/** On a Mac Ctrl+K belongs to the fields: it deletes to the end of the line. */
function hasOnlyMod({ ctrlKey, metaKey, altKey, shiftKey }: Press): boolean {
  const [wanted, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return wanted && !other && !altKey && !shiftKey;
}

/** A Mac's own Ctrl, too: with Cmd and Shift it takes screenshots. */
function hasOnlyCtrlShift({ ctrlKey, shiftKey, altKey, metaKey }: Press): boolean {
  return ctrlKey && shiftKey && !altKey && !metaKey;
}

/** Whether what has the focus takes text. */
function isForText({ target }: Press): boolean {
  // Without a document there are no fields.
  if (typeof HTMLElement === 'undefined' || !(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(textFields);
}

const textFields =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])';
