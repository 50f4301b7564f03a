import type { ProgramContext } from '../../shell/program.ts';
import { keyCode, type DisplayTouchEvent, type KeyModifiers } from '../../world.ts';
import type { Point } from '#core/geometry.ts';

/** An argument is missing or malformed. The message is that of the Java exception. */
export class BadArgumentError extends Error {}

/** A Java exception that ends the command, and the method of `input` that threw it. */
export class InputException extends Error {
  readonly method: string;
  constructor(exception: string, method: string) {
    super(exception);
    this.method = method;
  }
}

/** The phone drops the events without an answer. */
export class InjectionIgnoredError extends Error {}

/** Throws if the phone has the fault `input-denied` or `input-ignored`; called before the first event. */
function requireInjectPermission({ system }: ProgramContext, method: string): void {
  if (system.faults.has('input-ignored')) throw new InjectionIgnoredError();
  if (!system.faults.has('input-denied')) return;
  // The message of a Xiaomi phone until "USB debugging (Security settings)" is on.
  const message =
    system.android >= 12
      ? 'Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.'
      : 'Injecting to another application requires INJECT_EVENTS permission';
  throw new InputException(`java.lang.SecurityException: ${message}`, method);
}

/** Reads the arguments of an `input` command one by one, as android.os.ShellCommand does. */
export class ArgumentReader {
  #index = 0;
  readonly #command: string;
  readonly #args: readonly string[];

  constructor(command: string, args: readonly string[]) {
    this.#command = command;
    this.#args = args;
  }

  /** The next argument; undefined at the end. */
  next(): string | undefined {
    return this.#args[this.#index++];
  }

  /** The next argument; throws `BadArgumentError` at the end (BasicShellCommandHandler.getNextArgRequired). */
  required(): string {
    const arg = this.next();
    if (arg !== undefined) return arg;
    throw new BadArgumentError(`Argument expected after "${this.#args.at(-1) ?? this.#command}"`);
  }

  /** The next argument, parsed like Float.parseFloat; throws `BadArgumentError`. */
  float(): number {
    const arg = this.required().trim();
    if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[fd]?$/i.test(arg)) this.#fail();
    return parseFloat(arg);
  }

  /** The next argument, parsed like Integer.parseInt; throws `BadArgumentError`. */
  integer(): number {
    const arg = this.required();
    if (!/^[-+]?\d+$/.test(arg)) this.#fail();
    return Number(arg);
  }

  /** Whether arguments are left. */
  get hasMore(): boolean {
    return this.#index < this.#args.length;
  }

  /** Throws what a NumberFormatException is turned into. */
  #fail(): never {
    throw new BadArgumentError(`Error: Invalid arguments for command: ${this.#command}`);
  }
}

/**
 * Waits between injected events, at every latency setting. It cannot be aborted: a phone finishes a
 * gesture even if the host disconnects (since Android 12 system_server injects it, and before that
 * nothing ends the `input` process).
 */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits until the app has handled an injected event; returns at once at latency `none`. */
async function waitForApp({ system }: ProgramContext, milliseconds: number): Promise<void> {
  if (system.latency === 'real') await sleep(milliseconds);
}

/** Time in ms that an app needs for one key. Guess. */
const keyMs = 8;

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
  [187, 'APP_SWITCH'],
  [219, 'ASSIST BRIGHTNESS_DOWN BRIGHTNESS_UP MEDIA_AUDIO_TRACK SLEEP WAKEUP'],
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

/** The modifiers of each modifier key; Meta is accepted without effect. */
const modifiers: ReadonlyMap<number, KeyModifiers> = new Map([
  ...[57, 58].map((code) => [code, { alt: true }] as const),
  ...[117, 118].map((code) => [code, {}] as const),
  ...[59, 60].map((code) => [code, { shift: true }] as const),
  ...[113, 114].map((code) => [code, { ctrl: true }] as const),
]);

/** `keyevent CODE…`: numbers or names; an unknown name is key code 0, which does nothing. */
export async function keyEvents(context: ProgramContext, args: ArgumentReader): Promise<void> {
  let name: string | undefined = args.required();
  // From Android 12 on there are flags, which change nothing here.
  while (name.startsWith('--') && context.system.android >= 14) {
    if (name === '--delay' || name === '--duration') args.integer();
    name = args.required();
  }
  requireInjectPermission(context, 'injectKeyEvent');
  for (; name !== undefined; name = args.next()) {
    context.system.world.pressKey(keyCodeOf(name));
    await waitForApp(context, keyMs);
  }
}

/** `keycombination [-t MS] CODE CODE…`: each key is pressed with the modifiers before it. */
export async function keyCombination(context: ProgramContext, args: ArgumentReader): Promise<void> {
  let name: string | undefined = args.required();
  let holdMs = 0;
  if (name === '-t') {
    holdMs = args.integer();
    name = args.required();
  }
  const pressed: number[] = [];
  for (; name !== undefined; name = args.next()) {
    const code = keyCodeOf(name);
    if (code === 0) throw new BadArgumentError(`Unknown keycode: ${name}`);
    pressed.push(code);
  }
  if (pressed.length < 2) throw new BadArgumentError('keycombination requires at least 2 keycodes');
  requireInjectPermission(context, 'injectKeyEvent');
  let held: KeyModifiers = {};
  for (const code of pressed) {
    const modifier = modifiers.get(code);
    if (modifier === undefined) context.system.world.pressKey(code, held);
    else held = { ...held, ...modifier };
  }
  await waitForApp(context, holdMs + keyMs);
}

/**
 * `text STRING`: types each character with its key. Only `%s` is special: it types a space and
 * cannot be escaped. KeyCharacterMap.VIRTUAL_KEYBOARD (Virtual.kcm) has keys for ASCII, Enter, Tab
 * and three letters on Alt.
 */
export async function typeText(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const text = args.required().replaceAll('%s', ' ');
  // KeyCharacterMap returns null for a text that has no keys, which `sendText` does not expect.
  if (!/^[\n\t\x20-\x7eçÇß]*$/.test(text))
    throw new InputException(
      'java.lang.NullPointerException: Attempt to get length of null array',
      'sendText',
    );
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

/** InputShellCommand's default for swipe and drag. */
const defaultSwipeMs = 300;
/** A little more than ViewConfiguration.getLongPressTimeout of the simulated views, in ms. */
const dragLongPressMs = 510;
/** Time in ms that an app needs for one touch event. Guess. */
const eventMs = 4;
/** Interval between moves in ms: an app handles moves once per frame (60 Hz), and `input` waits for each. */
const stepMs = 16;

/** `tap X Y`: the down and up events have the same time. */
export async function tap(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const point = { x: args.float(), y: args.float() };
  requireInjectPermission(context, 'injectMotionEvent');
  const timeMs = Date.now();
  injectEvent(context, { ...point, action: 'down', timeMs });
  await waitForApp(context, eventMs);
  injectEvent(context, { ...point, action: 'up', timeMs });
}

/** `swipe X1 Y1 X2 Y2 [MS]` */
export async function swipe(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const swipeParameters = readSwipe(args);
  requireInjectPermission(context, 'injectMotionEvent');
  await playPath(context, swipePath(swipeParameters));
}

/** `draganddrop X1 Y1 X2 Y2 [MS]`: a swipe that starts with a long press. */
export async function drag(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const swipeParameters = readSwipe(args);
  requireInjectPermission(context, 'injectMotionEvent');
  const path = context.system.android >= 11 ? swipePath : oldDragPath;
  const [down, ...moves] = path(swipeParameters, dragLongPressMs);
  if (down === undefined) return;
  // The finger rests until the long press, also where the path is injected at once.
  await playPath(context, [down, { ...down, timeMs: dragLongPressMs }, ...moves]);
}

/**
 * `motionevent DOWN|MOVE|UP|CANCEL X Y` (CANCEL since Android 12): one event of a gesture that spans several calls. A real
 * phone sets the down time to the current time in each call; the simulated views ignore that.
 */
export async function motionEvent(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const actionName = args.required();
  const isOld = context.system.android < 12;
  const known: readonly DisplayTouchEvent['action'][] = isOld
    ? ['down', 'move', 'up']
    : ['down', 'move', 'up', 'cancel'];
  const action = known.find((name) => name === actionName.toLowerCase());
  if (action === undefined)
    throw new BadArgumentError(`Unknown ${isOld ? 'motionevent' : 'action:'} ${actionName}`);
  const optional = action === 'cancel' && !args.hasMore;
  const point = optional ? { x: 0, y: 0 } : { x: args.float(), y: args.float() };
  requireInjectPermission(context, 'injectMotionEvent');
  injectEvent(context, { ...point, action, timeMs: Date.now() });
  await waitForApp(context, eventMs);
}

/** The path of a finger, with times in ms since the down event, as `World.injectGesture` accepts it. */
type TimedPath = readonly (Point & { readonly timeMs: number })[];

interface SwipeParameters {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

function readSwipe(args: ArgumentReader): SwipeParameters {
  const from = { x: args.float(), y: args.float() };
  const to = { x: args.float(), y: args.float() };
  const requestedMs = args.hasMore ? args.integer() : -1;
  return { from, to, durationMs: requestedMs < 0 ? defaultSwipeMs : requestedMs };
}

/**
 * The path of InputShellCommand.sendSwipe: evenly along the line from the down event, with the up
 * event at the end. A long press before a drag is part of the duration, so the finger jumps after
 * it; if the duration is shorter than the long press, there are no moves at all.
 */
export function swipePath({ from, to, durationMs }: SwipeParameters, restMs = 0): TimedPath {
  const moves = movesAlong({ from, to, durationMs }, restMs);
  return [{ ...from, timeMs: 0 }, ...moves, { ...to, timeMs: Math.max(durationMs, restMs) }];
}

/** The path of Input.sendDragAndDrop in Android 8: the long press is added to the duration. */
export function oldDragPath({ from, to, durationMs }: SwipeParameters, restMs: number): TimedPath {
  const moves = movesAlong({ from, to, durationMs }, 0).map((point) => ({
    ...point,
    timeMs: point.timeMs + restMs,
  }));
  return [{ ...from, timeMs: 0 }, ...moves, { ...to, timeMs: restMs + durationMs }];
}

function movesAlong({ from, to, durationMs }: SwipeParameters, sinceMs: number): TimedPath {
  const moves: { x: number; y: number; timeMs: number }[] = [];
  for (let timeMs = sinceMs; timeMs < durationMs; timeMs += stepMs) {
    const fraction = timeMs / durationMs;
    const x = from.x + (to.x - from.x) * fraction;
    moves.push({ x, y: from.y + (to.y - from.y) * fraction, timeMs });
  }
  return moves;
}

/** Injects a path: in real time if the phone simulates latency, else at once. */
async function playPath(context: ProgramContext, path: TimedPath): Promise<void> {
  const { world, latency } = context.system;
  if (latency === 'none') {
    world.injectGesture(path);
    return;
  }
  const startMs = Date.now();
  for (const [i, { timeMs, ...point }] of path.entries()) {
    const waitMs = startMs + timeMs - Date.now();
    if (waitMs > 0) await sleep(waitMs);
    const action = i === 0 ? 'down' : i === path.length - 1 ? 'up' : 'move';
    injectEvent(context, { ...point, action, timeMs: Date.now() });
  }
}

/** Injects one event. `input` has only one pointer, which all its processes share. */
function injectEvent(
  { system }: ProgramContext,
  event: Omit<DisplayTouchEvent, 'pointerId'>,
): void {
  system.world.injectTouchEvent({ pointerId: 0, ...event });
}
