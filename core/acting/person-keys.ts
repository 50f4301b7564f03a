/** What a person's keyboard and the console's buttons press on the phone. */
import { keyCodes } from './keys.ts';

/** A key as Android knows it: android.view.KeyEvent's code and meta state. */
export interface AndroidKey {
  readonly keyCode: number;
  readonly metaState: number;
}

/** The modifiers that are held. */
interface Modifiers {
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
}

/** Each with its left key, as a keyboard tells them (META_SHIFT_ON | META_SHIFT_LEFT_ON, …). */
const metaStates = {
  shift: 0x1 | 0x40,
  alt: 0x2 | 0x10,
  ctrl: 0x1000 | 0x2000,
  meta: 0x10000 | 0x20000,
} as const;

/** The keys that are held down for a meta state, where it can't be told as one. */
const modifierKeys = { shift: 59, alt: 57, ctrl: 113, meta: 117 } as const;
const modifierNames = ['ctrl', 'alt', 'shift', 'meta'] as const;

/** Android's code of `KeyA`; the letters follow each other. */
const firstLetter = 29;

/** By KeyboardEvent.code: the keys that have no character of their own. */
const namedKeys: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', 19],
  ['ArrowDown', 20],
  ['ArrowLeft', 21],
  ['ArrowRight', 22],
  ['Enter', keyCodes.ENTER],
  ['NumpadEnter', 160],
  ['Backspace', keyCodes.DEL],
  ['Delete', 112],
  ['Home', 122],
  ['End', 123],
  ['PageUp', 92],
  ['PageDown', 93],
  ['Insert', 124],
  // As scrcpy and the emulator have it: what goes back on a computer goes back on the phone.
  ['Escape', keyCodes.BACK],
]);

/** The console's buttons that are keys. */
const buttonKeys = {
  back: keyCodes.BACK,
  home: keyCodes.HOME,
  recents: keyCodes.RECENTS,
  power: 26,
  'volume-up': 24,
  'volume-down': 25,
} as const;

/** The Android key of a KeyboardEvent's `code`; null for one that the phone has no use for. */
export function androidKey(code: string, modifiers: Modifiers): AndroidKey | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const keyCode =
    letter === undefined
      ? namedKeys.get(code)
      : firstLetter + letter.charCodeAt(0) - 'A'.charCodeAt(0);
  return keyCode === undefined ? null : { keyCode, metaState: metaStateOf(modifiers) };
}

/** The key that a button of the console stands for. */
export function buttonKey(button: keyof typeof buttonKeys): AndroidKey {
  return { keyCode: buttonKeys[button], metaState: 0 };
}

/** The keys to hold down, in their order, for what this meta state means. */
export function keysHeldFor(metaState: number): readonly number[] {
  return modifierNames
    .filter((name) => (metaState & metaStates[name]) !== 0)
    .map((name) => modifierKeys[name]);
}

function metaStateOf(modifiers: Modifiers): number {
  return modifierNames
    .filter((name) => modifiers[name])
    .reduce((state, name) => state | metaStates[name], 0);
}
