import { keyCode } from '../../key-code.ts';
import type { KeyModifiers } from '../../world.ts';
import type { ProgramContext } from '../../shell/program.ts';
import {
  type ArgumentReader,
  requireInjectPermission,
  BadArgumentError,
  waitForApp,
} from './words.ts';

/** Time in ms that an app needs for one key. Guess. */
const keyMs = 8;
/** ViewConfiguration.getLongPressTimeout since Android 12. */
const keyLongPressMs = 400;

/** Consecutive key codes: the first code, then the names (android.view.KeyEvent). */
const keyNameRuns: readonly (readonly [first: number, names: string])[] = [
  [0, 'UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND'],
  [19, 'DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA'],
  [28, 'CLEAR A B C D E F G H I J K L M N O P Q R S T U V W X Y Z COMMA PERIOD'],
  [57, 'ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL'],
  [68, 'GRAVE MINUS EQUALS LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT'],
  [78, 'NUM HEADSETHOOK FOCUS PLUS MENU NOTIFICATION SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP'],
  [87, 'MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE PAGE_UP PAGE_DOWN'],
  [111, 'ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT CAPS_LOCK SCROLL_LOCK META_LEFT META_RIGHT'],
  [119, 'FUNCTION SYSRQ BREAK MOVE_HOME MOVE_END INSERT FORWARD MEDIA_PLAY MEDIA_PAUSE'],
  [131, 'F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 NUM_LOCK'],
  [
    144,
    'NUMPAD_0 NUMPAD_1 NUMPAD_2 NUMPAD_3 NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9',
  ],
  [154, 'NUMPAD_DIVIDE NUMPAD_MULTIPLY NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA'],
  [160, 'NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN NUMPAD_RIGHT_PAREN VOLUME_MUTE INFO'],
  [168, 'ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS SETTINGS'],
  [187, 'APP_SWITCH'],
  [207, 'CONTACTS CALENDAR MUSIC CALCULATOR'],
  [219, 'ASSIST BRIGHTNESS_DOWN BRIGHTNESS_UP MEDIA_AUDIO_TRACK SLEEP WAKEUP'],
  [231, 'VOICE_ASSIST'],
  [276, 'SOFT_SLEEP CUT COPY PASTE'],
];

const codes = new Map(
  keyNameRuns.flatMap(([first, names]) =>
    names.split(' ').map((name, i) => [name, first + i] as const),
  ),
);

/** KeyEvent.keyCodeFromString: a number, `KEYCODE_HOME` or `HOME`; 0 (unknown) for anything else. */
export function keyCodeOf(text: string): number {
  const isDigitKey = /^KEYCODE_\d$/.test(text);
  if (!isDigitKey && /^\d+$/.test(text)) return Number(text);
  return codes.get(text.replace(/^KEYCODE_/, '')) ?? 0;
}

/** The modifiers of each modifier key; Alt and Meta are accepted without effect. */
const modifiers: ReadonlyMap<number, KeyModifiers> = new Map([
  ...[57, 58, 117, 118].map((code) => [code, {}] as const),
  ...[59, 60].map((code) => [code, { shift: true }] as const),
  ...[113, 114].map((code) => [code, { ctrl: true }] as const),
]);

/** `keyevent [--longpress] CODE…`: numbers or names; an unknown name is key code 0, which does nothing. */
export async function keyEvents(context: ProgramContext, args: ArgumentReader): Promise<void> {
  let name: string | undefined = args.required();
  let isLong = false;
  // Up to Android 11 only `--longpress` exists; later there are more flags, and unknown ones are skipped.
  while (name.startsWith('--') && (name === '--longpress' || context.system.android >= 14)) {
    isLong ||= name === '--longpress';
    if (name === '--delay' || name === '--duration') args.integer();
    name = args.required();
  }
  requireInjectPermission(context, 'injectKeyEvent');
  for (; name !== undefined; name = args.next()) await pressKey(context, keyCodeOf(name), isLong);
}

async function pressKey(context: ProgramContext, code: number, isLong: boolean): Promise<void> {
  const { world } = context.system;
  world.pressKey(code);
  if (isLong) {
    await waitForApp(context, keyLongPressMs);
    // The second ACTION_DOWN has a repeat count, on which repeating keys act again.
    if (repeatsWhenHeld(code)) world.pressKey(code);
  }
  await waitForApp(context, keyMs);
}

/** Whether the key repeats while it is held. Guess: the others act once. */
function repeatsWhenHeld(code: number): boolean {
  const isArrow = code >= keyCode.up && code <= keyCode.right;
  const isLetter = code >= keyCode.a && code <= keyCode.z;
  return isArrow || isLetter || code === keyCode.delete || code === keyCode.forwardDelete;
}

/** `keycombination [-t MS] CODE CODE…`: each key is pressed with the modifiers before it. */
export async function keyCombination(context: ProgramContext, args: ArgumentReader): Promise<void> {
  let name: string | undefined = args.required();
  let holdMs = 0;
  if (name === '-t') {
    holdMs = args.integer();
    name = args.required();
  }
  const codes: number[] = [];
  for (; name !== undefined; name = args.next()) {
    const code = keyCodeOf(name);
    if (code === 0) throw new BadArgumentError(`Unknown keycode: ${name}`);
    codes.push(code);
  }
  if (codes.length < 2) throw new BadArgumentError('keycombination requires at least 2 keycodes');
  requireInjectPermission(context, 'injectKeyEvent');
  let held: KeyModifiers = {};
  for (const code of codes) {
    const modifier = modifiers.get(code);
    if (modifier === undefined) context.system.world.pressKey(code, held);
    else held = { ...held, ...modifier };
  }
  await waitForApp(context, holdMs + keyMs);
}

/** KeyCharacterMap returns null for a text that has no keys, which `sendText` does not expect. */
export class UntypableTextError extends Error {}

/**
 * `text STRING`: types each character with its key. Only `%s` is special: it types a space and
 * cannot be escaped. KeyCharacterMap.VIRTUAL_KEYBOARD (Virtual.kcm) has keys for ASCII, Enter, Tab
 * and three letters on Alt.
 */
export async function typeText(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const text = args.required().replaceAll('%s', ' ');
  if (!/^[\n\t\x20-\x7eçÇß]*$/.test(text)) throw new UntypableTextError();
  requireInjectPermission(context, 'injectKeyEvent');
  const { world, latency } = context.system;
  // Typing all at once gives the same result; only with real latency the steps in between are visible.
  const pieces = latency === 'real' ? [...text] : (text.match(/[\n\t]|[^\n\t]+/g) ?? []);
  for (const piece of pieces) {
    if (piece === '\n') world.pressKey(keyCode.enter);
    else if (piece === '\t') world.pressKey(keyCode.tab);
    else world.typeText(piece);
    await waitForApp(context, keyMs);
  }
}
