import { HandsetError, type ArgumentPath } from '../../errors.ts';
import { wakeHint } from '../../format/missing-content.ts';
import { nameElement } from '../../format/quote.ts';
import { type Point, type Rect, contains, sameSize, type Size } from '../../geometry.ts';
import {
  type Gesture,
  detectLateTap,
  strokeEndMs,
  type StrokeTiming,
} from '../../gestures/gesture.ts';
import type { Phone, TouchArea } from '../../phone/phone.ts';
import { type Cover, type TouchableScreen, touchPointOf } from '../../screen/covers.ts';
import { ancestorsOf, type Element, type Screen } from '../../screen/screen.ts';
import { findElement, idForReply, nameForReply, nameWithRef } from './find-element.ts';
import { type ElementTarget, formatDouble } from './parameters.ts';
import { readScreen, recentScreenOf } from './read-screen.ts';
import type { ToolReply } from './tool.ts';

/** A kind of press on an element. */
export interface PressType {
  /** The trait that the element or one of its ancestors must have. */
  readonly trait: 'clickable' | 'longClickable';
  /** The trait in messages: `long-clickable`. */
  readonly traitName: 'clickable' | 'long-clickable';
  readonly gesture: (at: Point) => Gesture;
}

interface PressRequest extends PressType {
  readonly target: ElementTarget;
}

/** The result of a press. */
interface PressResult {
  /** The requested element if the call names it by an id, else the touched one, which may be an ancestor. */
  readonly name: string;
  /** Notes for the agent: which ancestor was touched, what may cover the element. */
  readonly notes: readonly string[];
  readonly timings: readonly StrokeTiming[];
}

/**
 * Presses an element, or its nearest ancestor that has the trait. Rejects with `element-not-found`,
 * `ambiguous-selector`, `action-failed`, and with what `Phone.performGesture` rejects with.
 */
export async function pressElement(
  phone: Phone,
  press: PressRequest,
  context: TouchContext,
): Promise<PressResult> {
  const { signal } = context;
  let found = findRecently(phone, press);
  let timings: readonly StrokeTiming[];
  if (found !== null)
    ({ timings } = await touchPoints(phone, [], press.gesture(found.at), context));
  else {
    const [screen] = await Promise.all([
      readScreen(phone, signal),
      checkTouchPoints(phone, [], signal),
    ]);
    found = findPressed(phone, screen, press);
    timings = await phone.performGesture(press.gesture(found.at), signal);
  }
  const named = 'id' in press.target ? found.element : found.target;
  const name = nameForReply(phone, found.screen, press.target, named);
  return { name, notes: pressNotes(phone, found, press), timings };
}

/** The element on the screen as recently read, so that it need not be read again; null if it has to be. */
function findRecently(phone: Phone, press: PressRequest): PressedElement | null {
  const screen = recentScreenOf(phone);
  try {
    return screen && findPressed(phone, screen, press);
  } catch {
    // It may have appeared since; a new reading decides.
    return null;
  }
}

function findPressed(phone: Phone, screen: Screen, press: PressRequest): PressedElement {
  const element = findElement(phone, screen, press.target);
  const idOf = (): string => idForReply(phone, screen, press.target, element);
  return { screen, element, ...resolveTouch(screen, element, press, idOf) };
}

/**
 * Finds the element or nearest ancestor that has the trait, and where to touch it; throws
 * `action-failed`, which names the element by `idOf`.
 */
export function resolveTouch(
  screen: TouchableScreen,
  element: Element,
  press: PressType,
  idOf = (): string => element.id,
): TouchPlace & { readonly target: Element } {
  const target = findWithTrait(screen, element, press);
  if (target === undefined) {
    throw new HandsetError(
      `not-${press.traitName}`,
      `Element '${idOf()}' is not ${press.traitName}.`,
      {
        hint: 'Nor is any of its ancestors. Use the id of another element, or tap coordinates.',
      },
    );
  }
  if (!target.enabled) throw pressFailed(idOf(), 'it is disabled.');
  return { target, ...findTouchPlace(screen, element, target, idOf) };
}

function findWithTrait(
  screen: TouchableScreen,
  element: Element,
  { trait }: PressType,
): Element | undefined {
  const chain = [element, ...ancestorsOf(screen.roots, element)];
  return chain.find(
    (candidate) => candidate[trait] || (trait === 'clickable' && candidate.listItem),
  );
}

/** Where to touch an element. */
interface TouchPlace {
  readonly at: Point;
  /** What covers all of the element and may take the touch, if anything does. */
  readonly possibleCover: Element | undefined;
}

/**
 * The middle of the visible part of `element` inside `target`, outside everything that is drawn over
 * it and takes touches itself. Throws `action-failed`, which names the element by `idOf`, when no part is on
 * the screen, or all of it is covered.
 */
export function findTouchPlace(
  screen: TouchableScreen,
  element: Element,
  target: Element,
  idOf = (): string => element.id,
): TouchPlace {
  const found = touchPointOf(screen, element, target);
  if (found === undefined) {
    throw new HandsetError(
      'action-failed',
      `Action failed on element '${idOf()}': no part of it is on the screen.`,
      { hint: 'Scroll to it with scroll_to_element first.' },
    );
  }
  const { at, cover, possibleCover } = found;
  if (cover !== undefined) throw coveredError(idOf(), cover, at);
  return { at, possibleCover };
}

/** A note on what may have taken the touch of an element, if anything may. */
export function coverNotes(
  phone: Phone,
  screen: Screen,
  { possibleCover }: Pick<TouchPlace, 'possibleCover'>,
): readonly string[] {
  if (possibleCover === undefined) return [];
  const name = nameWithRef(phone, screen, possibleCover);
  return [`${name} covers all of it and may have taken the touch`];
}

function coveredError(id: string, cover: Cover, { x, y }: Point): HandsetError {
  const way = `tap with x ${x} and y ${y} presses what is in front`;
  if (cover === 'keyboard') {
    return new HandsetError(
      'action-failed',
      `Action failed on element '${id}': the keyboard covers all of it, so nothing was touched.`,
      {
        hint: `Close the keyboard with press_back or dismiss_keyboard, or bring the element out with scroll_to_element; ${way}.`,
      },
    );
  }
  return new HandsetError(
    'action-failed',
    `Action failed on element '${id}': ${nameElement(cover)} covers all of it, so nothing was touched.`,
    { hint: `Close what covers it, or scroll; ${way}.` },
  );
}

interface PressedElement extends TouchPlace {
  readonly screen: Screen;
  readonly element: Element;
  readonly target: Element;
}

function pressNotes(
  phone: Phone,
  { screen, element, target, possibleCover }: PressedElement,
  press: PressRequest,
): readonly string[] {
  const notes = coverNotes(phone, screen, { possibleCover });
  if (target.listItem) {
    return [
      `the phone does not call it ${press.traitName}; its row in the list was tapped, as a list takes the taps of its rows itself`,
      ...notes,
    ];
  }
  // A reply to a selector names the ancestor itself.
  if (target === element || 'selector' in press.target) return notes;
  return [`pressed its ancestor ${nameWithRef(phone, screen, target)}`, ...notes];
}

const otherStepsHint =
  'Read the screen again; something else may have to be filled in or chosen first.';

/** The error for an element that does not do what the call asks. */
export function pressFailed(id: string, why: string, hint = otherStepsHint): HandsetError {
  return new HandsetError('action-failed', `Action failed on element '${id}': ${why}`, { hint });
}

/** Names one coordinate of the arguments in errors. */
interface ArgumentCoordinate {
  /** As in `Parameter 'x1'`. */
  readonly name: string;
  readonly path: ArgumentPath;
}

/** A point from the arguments. */
interface ArgumentPoint {
  readonly point: Point;
  readonly x: ArgumentCoordinate;
  readonly y: ArgumentCoordinate;
}

/** A point whose coordinates are two parameters. */
export function pointArgument(xName: string, yName: string, point: Point): ArgumentPoint {
  const coordinateOf = (name: string) => ({ name: `Parameter '${name}'`, path: [name] });
  return { point, x: coordinateOf(xName), y: coordinateOf(yName) };
}

/**
 * Checks that these points can be touched, and returns the screen's size in the current rotation.
 * Rejects with `invalid-argument` for the first coordinate beyond the screen, and with
 * `display-off`.
 */
export async function checkTouchPoints(
  phone: Phone,
  points: readonly ArgumentPoint[],
  signal: AbortSignal,
): Promise<Size> {
  const { size, awake } = await phone.readTouchArea(signal);
  for (const { point, x, y } of points) {
    checkCoordinate(x, point.x, { limit: size.width, size });
    checkCoordinate(y, point.y, { limit: size.height, size });
  }
  if (awake === false) throw displayOffError('nothing was sent');
  return size;
}

/** The reply and the signal of the call that touches. */
interface TouchContext {
  readonly reply: Pick<ToolReply, 'later' | 'progress'>;
  readonly signal: AbortSignal;
}

/** A gesture that was played. */
interface PlayedGesture {
  readonly timings: readonly StrokeTiming[];
  readonly notes: readonly string[];
}

/**
 * Plays a gesture on these points. When they can be touched according to a recent reading of the
 * screen's size and state, that is checked beside the gesture instead of before it, unless it is
 * fresh. A doubt that is found after the reply is told in the agent's next one. Rejects as
 * `checkTouchPoints` and `Phone.performGesture` do.
 */
export async function touchPoints(
  phone: Phone,
  points: readonly ArgumentPoint[],
  gesture: Gesture,
  { reply, signal }: TouchContext,
): Promise<PlayedGesture> {
  const recent = phone.recentTouchArea;
  const isInside = points.every(({ point }) => recent && isInArea(point, recent.size));
  const play = async (): Promise<PlayedGesture> =>
    points.length > 0
      ? await playAtPoint(phone, gesture, { reply, signal })
      : { timings: await playGesture(phone, { gesture, reply }, signal), notes: [] };
  if (recent?.awake !== true || !isInside) await checkTouchPoints(phone, points, signal);
  if (recent?.awake !== true || !isInside || recent.isFresh) return await play();
  // The gesture counts also where the phone gives no usable answer.
  const checking = phone.readTouchArea(signal).catch(() => null);
  const played = await play();
  // Null while the phone has not answered.
  const area = await Promise.race([checking, Promise.resolve(null)]);
  if (area?.awake === false) throw displayOffError('this one had no effect');
  reply.later(checking.then((areaNow) => areaNow && doubtAfter(recent.size, areaNow)));
  return played;
}

/**
 * Plays a gesture that was given by points. The notes say whether the keyboard took it; if that turns out
 * only after the reply, the agent's next reply says so.
 */
export async function playAtPoint(
  phone: Phone,
  gesture: Gesture,
  { reply, signal }: TouchContext,
): Promise<PlayedGesture> {
  const known = phone.recentScreen?.hierarchy.keyboard;
  const reading = known === undefined ? phone.readKeyboard(signal).catch(() => null) : known;
  const noting = Promise.resolve(reading).then((keyboard) => keyboardNote(gesture, keyboard));
  const timings = await playGesture(phone, { gesture, reply }, signal);
  const note = await Promise.race([noting, Promise.resolve(undefined)]);
  if (note === undefined) reply.later(noting);
  return { timings, notes: note ? [note] : [] };
}

/** Whether a finger of the gesture came down on the keyboard. */
function keyboardNote({ strokes }: Gesture, keyboard: Rect | null): string | null {
  const starts = strokes.flatMap((stroke) => stroke.slice(0, 1));
  const on = keyboard && starts.find((start) => contains(keyboard, start));
  return on
    ? `the open keyboard took the touch at (${Math.round(on.x)}, ${Math.round(on.y)}); press_back or dismiss_keyboard closes it`
    : null;
}

function isInArea({ x, y }: Point, { width, height }: Size): boolean {
  return x < width && y < height;
}

/** What makes an earlier touch doubtful, as a note; null if nothing does. */
function doubtAfter(sizeBefore: Size, { size, awake }: TouchArea): string | null {
  if (awake === false) return "the phone's display was off at the last touch, which had no effect";
  if (sameSize(size, sizeBefore)) return null;
  const sizes = [sizeBefore, size].map(({ width, height }) => `${width}x${height}`);
  return `the screen was ${sizes.join(' and is now ')}: it rotated, and the last touch may have hit something else`;
}

function checkCoordinate(
  { name, path }: ArgumentCoordinate,
  value: number,
  { limit, size }: { readonly limit: number; readonly size: Size },
): void {
  if (value < limit) return;
  const screen = `the screen is ${size.width}x${size.height}`;
  const message = `${name} must be < ${limit} (${screen}), got: ${formatDouble(value)}`;
  throw new HandsetError('invalid-argument', message, { argument: path });
}

function displayOffError(result: string): HandsetError {
  return new HandsetError(
    'display-off',
    `The phone's display is off, so its screen does not react to touches; ${result}.`,
    { hint: wakeHint },
  );
}

/** Clients abandon a call that is silent for a minute, and people get impatient much earlier. */
const progressEveryMs = 2_000;

/** Plays a gesture that may take long, with progress every two seconds. Rejects as `Phone.performGesture` does. */
export async function playGesture(
  phone: Phone,
  { gesture, reply }: { readonly gesture: Gesture; readonly reply: Pick<ToolReply, 'progress'> },
  signal: AbortSignal,
): Promise<readonly StrokeTiming[]> {
  const durationMs = Math.max(...gesture.strokes.map(strokeEndMs));
  const startMs = performance.now();
  const timer = setInterval(() => {
    const elapsedMs = Math.round(performance.now() - startMs);
    const seconds = (ms: number): number => Math.round(ms / 1_000);
    const message = `Playing the gesture, ${seconds(elapsedMs)} of ${seconds(durationMs)} s`;
    reply.progress({ done: elapsedMs, total: Math.max(elapsedMs, durationMs), message });
  }, progressEveryMs);
  try {
    return await phone.performGesture(gesture, signal);
  } finally {
    clearInterval(timer);
  }
}

interface TapReport {
  /** The reply if the tap was in time. */
  readonly success: string;
  /** As in `at (540, 1200)`. */
  readonly place: string;
  readonly intended: 'tap' | 'double tap' | 'click';
}

/** The reply of a tap. If its events were sent late, it says what the phone may have seen instead. */
export function formatTapReport(
  { success, place, intended }: TapReport,
  timings: readonly StrokeTiming[],
): string {
  const late = detectLateTap(timings);
  if (late === null) return success;
  const { became, ms } = late;
  const happened =
    became === 'two taps'
      ? `Tapped twice ${place}, ${ms} ms apart`
      : `Finger held ${place} for ${ms} ms`;
  const recognisedAs = became === 'two taps' ? 'two single taps' : 'a long press';
  return `${happened}: the computer or the USB connection was too slow for a ${intended}, and the phone may have taken it as ${recognisedAs}. Look at the screen before you continue.`;
}
