/** Consecutive key codes of android.view.KeyEvent: the first code, and the names without `KEYCODE_`. */
const keyRuns = [
  [3, 'HOME BACK'],
  [7, '0 1 2 3 4 5 6 7 8 9'],
  [19, 'DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA'],
  [29, 'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z COMMA PERIOD'],
  [61, 'TAB SPACE'],
  [66, 'ENTER DEL GRAVE MINUS EQUALS LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON'],
  [75, 'APOSTROPHE SLASH'],
  [82, 'MENU'],
  [84, 'SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND'],
  [90, 'MEDIA_FAST_FORWARD'],
  [92, 'PAGE_UP PAGE_DOWN'],
  [111, 'ESCAPE FORWARD_DEL'],
  [122, 'MOVE_HOME MOVE_END INSERT'],
  [126, 'MEDIA_PLAY MEDIA_PAUSE'],
  [131, 'F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12'],
  [164, 'VOLUME_MUTE'],
  [187, 'APP_SWITCH'],
  [223, 'SLEEP WAKEUP'],
  [277, 'CUT COPY PASTE'],
] as const;

type WordsOf<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | WordsOf<Rest>
  : Text;

/** The name of a key that tools press: android.view.KeyEvent's constant without `KEYCODE_`. */
export type KeyName = WordsOf<(typeof keyRuns)[number][1]>;

/** The key code of each key. */
export const keyCodes = Object.fromEntries(
  keyRuns.flatMap(([first, names]) => names.split(' ').map((name, i) => [name, first + i])),
  // Has exactly the names of the runs, which `fromEntries` can't express.
) as Readonly<Record<KeyName, number>>;

/** The key of this name in any case; undefined if there is none. */
export function keyNamed(name: string): KeyName | undefined {
  const upper = name.toUpperCase();
  // The check makes it one of the names.
  return Object.hasOwn(keyCodes, upper) ? (upper as KeyName) : undefined;
}

/** A modifier key that a tool holds while it presses another key. */
export type ModifierName = 'ctrl' | 'shift' | 'alt';

/** The Android key for a key and the modifiers held down with it. */
export function keyWithModifiers(key: KeyName, modifiers: readonly ModifierName[]): AndroidKey {
  const held = { shift: false, ctrl: false, alt: false, meta: false };
  for (const name of modifiers) held[name] = true;
  return { keyCode: keyCodes[key], metaState: metaStateFor(held) };
}

/** The key as tools name it, with the modifiers that they hold; undefined for a key that no tool presses. */
export function nameKey({
  keyCode,
  metaState,
}: AndroidKey): { readonly key: KeyName; readonly modifiers: readonly ModifierName[] } | undefined {
  const code = keyCode === numpadEnter ? keyCodes.ENTER : keyCode;
  const name = Object.entries(keyCodes).find(([, each]) => each === code)?.[0];
  const key = name === undefined ? undefined : keyNamed(name);
  const isHeld = (modifier: ModifierName): boolean =>
    (metaState & modifierMetaStates[modifier]) !== 0;
  return key && { key, modifiers: (['ctrl', 'shift', 'alt'] as const).filter(isHeld) };
}

// Maps a user's keyboard and the console's buttons to Android keys.

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

/** Enter on the number pad: a key of its own, which does the same. */
const numpadEnter = 160;

/** Keys that type no character, by KeyboardEvent.code. */
const keyCodeByDomCode: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', 19],
  ['ArrowDown', 20],
  ['ArrowLeft', 21],
  ['ArrowRight', 22],
  ['Tab', keyCodes.TAB],
  ['Enter', keyCodes.ENTER],
  ['NumpadEnter', numpadEnter],
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
  recents: keyCodes.APP_SWITCH,
  power: 26,
  'volume-up': 24,
  'volume-down': 25,
} as const;

/** The Android key for a KeyboardEvent's `code`; null if the phone has no use for it. */
export function androidKey(code: string, modifiers: Modifiers): AndroidKey | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const keyCode =
    letter === undefined
      ? keyCodeByDomCode.get(code)
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
