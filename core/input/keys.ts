/** The keys that tools press, with their android.view.KeyEvent key codes. */
export const keyCodes = {
  BACK: 4,
  HOME: 3,
  RECENTS: 187,
  ENTER: 66,
  DEL: 67,
  TAB: 61,
  SPACE: 62,
} as const satisfies Record<string, number>;

/** The name of a key. */
export type KeyName = keyof typeof keyCodes;

/** Maps a person's keyboard and the console's buttons to Android keys. */

/** A key as Android knows it: android.view.KeyEvent's code and meta state. */
export interface AndroidKey {
  readonly keyCode: number;
  readonly metaState: number;
}

/** The modifier keys that are held down. */
interface Modifiers {
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
}

/** Meta state of each modifier's left key, as a keyboard reports it (META_SHIFT_ON | META_SHIFT_LEFT_ON, …). */
const modifierMetaStates = {
  shift: 0x1 | 0x40,
  alt: 0x2 | 0x10,
  ctrl: 0x1000 | 0x2000,
  meta: 0x10000 | 0x20000,
} as const;

/** Key codes of the modifiers, for input that can't carry a meta state. */
const modifierKeyCodeOf = { shift: 59, alt: 57, ctrl: 113, meta: 117 } as const;
const modifierNames = ['ctrl', 'alt', 'shift', 'meta'] as const;

/** Android's key code of `KeyA`; the other letters follow in order. */
const keyCodeOfA = 29;

/** Keys that type no character, by KeyboardEvent.code. */
const keyCodesByCode: ReadonlyMap<string, number> = new Map([
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
  // As in scrcpy and the emulator, Escape goes back.
  ['Escape', keyCodes.BACK],
]);

/** The console's buttons that press a key. */
const buttonKeys = {
  back: keyCodes.BACK,
  home: keyCodes.HOME,
  recents: keyCodes.RECENTS,
  power: 26,
  'volume-up': 24,
  'volume-down': 25,
} as const;

/** The Android key for a KeyboardEvent's `code`; null if the phone has no use for it. */
export function androidKey(code: string, modifiers: Modifiers): AndroidKey | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const keyCode =
    letter === undefined
      ? keyCodesByCode.get(code)
      : keyCodeOfA + letter.charCodeAt(0) - 'A'.charCodeAt(0);
  return keyCode === undefined ? null : { keyCode, metaState: metaStateFor(modifiers) };
}

/** The key that a button of the console presses. */
export function buttonKey(button: keyof typeof buttonKeys): AndroidKey {
  return { keyCode: buttonKeys[button], metaState: 0 };
}

/** The key codes of the modifiers in a meta state, in the order to press them. */
export function modifierKeyCodes(metaState: number): readonly number[] {
  return modifierNames
    .filter((name) => (metaState & modifierMetaStates[name]) !== 0)
    .map((name) => modifierKeyCodeOf[name]);
}

function metaStateFor(modifiers: Modifiers): number {
  return modifierNames
    .filter((name) => modifiers[name])
    .reduce((state, name) => state | modifierMetaStates[name], 0);
}
