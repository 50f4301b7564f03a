import { HandsetError, type ArgumentPath } from '../../errors.ts';
import { nameWithId } from '../../format/name-element.ts';
import {
  type Point,
  type Rect,
  contains,
  intersect,
  isEmpty,
  rectOfSize,
  type Size,
} from '../../geometry.ts';
import type { Gesture } from '../../gestures/gesture.ts';
import { type PlayedStroke, lateTap } from '../../gestures/played.ts';
import { endOf } from '../../gestures/times.ts';
import type { Phone } from '../../phone.ts';
import { isOnScreen } from '../../screen/derive.ts';
import { ancestorsOf, isWithin, type Element, walk } from '../../screen/screen.ts';
import { centreOf, tapPoint } from '../../screen/tap-point.ts';
import type { Searched } from '../../selector/match.ts';
import { findElement } from './find-element.ts';
import { type Target, asFloat } from './parameters.ts';
import { readScreen } from './read-screen.ts';
import type { Reply } from './tool.ts';

/** A kind of press on an element. */
export interface Pressing {
  /** The trait that the element or one of its ancestors must have. */
  readonly trait: 'clickable' | 'longClickable';
  /** The trait in messages: `long-clickable`. */
  readonly traitName: string;
  readonly gesture: (at: Point) => Gesture;
}

interface Press extends Pressing {
  readonly on: Target;
}

/** The result of a press. */
interface PressDone {
  /** The id of the requested element; the touched element may be an ancestor. */
  readonly id: string;
  /** Notes for the agent: which ancestor was touched, what covers the element. */
  readonly remarks: readonly string[];
  readonly played: readonly PlayedStroke[];
}

/**
 * Presses an element, or its nearest ancestor that has the trait. Rejects with `element-not-found`,
 * `ambiguous-selector`, `action-failed`, and with what `Phone.performGesture` rejects with.
 */
export async function pressElement(
  phone: Phone,
  press: Press,
  signal: AbortSignal,
): Promise<PressDone> {
  const [screen] = await Promise.all([
    readScreen(phone, signal),
    reachTouchArea(phone, [], signal),
  ]);
  const element = findElement(phone, screen, press.on);
  const { target, at, cover } = touchOn(screen, element, press);
  const played = await phone.performGesture(press.gesture(at), signal);
  return { id: element.id, remarks: remarksOn({ element, target, cover }, press), played };
}

/** Finds the element or nearest ancestor that has the trait, and where to touch it; throws `action-failed`. */
export function touchOn(
  screen: Searched,
  element: Element,
  press: Pressing,
): TouchPlace & { readonly target: Element } {
  const target = withTrait(screen, element, press);
  if (!target.enabled) throw failed(element.id, 'it is disabled.');
  return { target, ...placeToTouch(screen, element, target) };
}

function withTrait(screen: Searched, element: Element, { trait, traitName }: Pressing): Element {
  const chain = [element, ...ancestorsOf(screen.roots, element)];
  const target = chain.find((candidate) => candidate[trait]);
  if (target !== undefined) return target;
  throw new HandsetError('action-failed', `Element '${element.id}' is not ${traitName}.`, {
    hint: 'Nothing around it is either. Use the id of another element, or tap coordinates.',
  });
}

/** Where to touch an element that others may cover. */
interface TouchPlace {
  readonly at: Point;
  /** The element that covers all of the target and may receive the touch. */
  readonly cover: Element | undefined;
}

/**
 * The middle of the visible part of `element` inside `target`, outside everything that is drawn over
 * it and receives touches itself. Throws `action-failed` when no part is on the screen.
 */
export function placeToTouch(screen: Searched, element: Element, target: Element): TouchPlace {
  const area = visiblePart(screen, element, target);
  const covers = coversOf(screen, target);
  const free = tapPoint(
    area,
    covers.map(({ bounds }) => bounds),
  );
  if (free !== undefined) return { at: free, cover: undefined };
  // Descendants of the target pass their touches on, or are meant to receive them.
  const strangers = covers.filter((cover) => !isWithin(cover, target));
  const offStrangers = tapPoint(
    area,
    strangers.map(({ bounds }) => bounds),
  );
  if (offStrangers !== undefined) return { at: offStrangers, cover: undefined };
  const centre = centreOf(area);
  return { at: centre, cover: strangers.findLast(({ bounds }) => contains(bounds, centre)) };
}

function visiblePart(screen: Searched, element: Element, target: Element): Rect {
  if (!isOnScreen(element, screen.size)) {
    throw new HandsetError(
      'action-failed',
      `Action failed on element '${element.id}': no part of it is on the screen.`,
      { hint: 'Bring it there with scroll_to_element first.' },
    );
  }
  const seen = intersect(element.bounds, rectOfSize(screen.size));
  const common = intersect(seen, target.bounds);
  return isEmpty(common) ? seen : common;
}

/** The touchable elements drawn over the target: visible, clickable and later in the dump. */
function coversOf(screen: Searched, target: Element): Element[] {
  const order = [...walk(screen.roots)];
  return order
    .slice(order.indexOf(target) + 1)
    .filter((other) => (other.clickable || other.longClickable) && isOnScreen(other, screen.size));
}

interface Pressed {
  readonly element: Element;
  readonly target: Element;
  readonly cover: Element | undefined;
}

function remarksOn({ element, target, cover }: Pressed, { traitName }: Pressing): string[] {
  const remarks: string[] = [];
  if (target !== element) {
    remarks.push(`note:it is not ${traitName} itself; its ancestor ${nameWithId(target)} is`);
  }
  if (cover !== undefined) {
    remarks.push(`note:${nameWithId(cover)} lies over all of it and may have taken the touch`);
  }
  return remarks;
}

function failed(id: string, why: string): HandsetError {
  return new HandsetError('action-failed', `Action failed on element '${id}': ${why}`, {
    hint: 'Read the screen again; something else may have to be filled in or chosen first.',
  });
}

/** Names one coordinate of the arguments in errors. */
interface Coordinate {
  /** As in `Parameter 'x1'`. */
  readonly name: string;
  readonly path: ArgumentPath;
}

/** A point from the arguments. */
interface GivenPoint {
  readonly point: Point;
  readonly x: Coordinate;
  readonly y: Coordinate;
}

/** A point whose coordinates are two parameters. */
export function pointOf(xName: string, yName: string, point: Point): GivenPoint {
  const named = (name: string) => ({ name: `Parameter '${name}'`, path: [name] });
  return { point, x: named(xName), y: named(yName) };
}

/**
 * Checks that these points can be touched, and returns the screen's size in the current rotation.
 * Rejects with `invalid-argument` for the first coordinate beyond the screen, and with
 * `action-failed` when the display is off.
 */
export async function reachTouchArea(
  phone: Phone,
  points: readonly GivenPoint[],
  signal: AbortSignal,
): Promise<Size> {
  const { size, awake } = await phone.readTouchArea(signal);
  for (const { point, x, y } of points) {
    refuseBeyond(x, point.x, { limit: size.width, size });
    refuseBeyond(y, point.y, { limit: size.height, size });
  }
  if (awake === false) throw displayOff();
  return size;
}

function refuseBeyond(
  { name, path }: Coordinate,
  value: number,
  { limit, size }: { readonly limit: number; readonly size: Size },
): void {
  if (value < limit) return;
  const screen = `the screen is ${size.width}x${size.height}`;
  const message = `${name} must be < ${limit} (${screen}), got: ${asFloat(value)}`;
  throw new HandsetError('invalid-argument', message, { argument: path });
}

function displayOff(): HandsetError {
  return new HandsetError(
    'action-failed',
    "The phone's display is off, so its screen takes no touches; nothing was sent.",
    { hint: 'Ask the user to wake and unlock the phone, then call again.' },
  );
}

/** Clients abandon a call that is silent for a minute, and people get impatient much earlier. */
const everyMs = 2_000;

/** Plays a gesture that may take long, with progress every two seconds. Rejects as `Phone.performGesture` does. */
export async function playGesture(
  phone: Phone,
  { gesture, reply }: { readonly gesture: Gesture; readonly reply: Pick<Reply, 'progress'> },
  signal: AbortSignal,
): Promise<readonly PlayedStroke[]> {
  const lastsMs = Math.max(...gesture.strokes.map(endOf));
  const startMs = performance.now();
  const timer = setInterval(() => {
    const done = Math.round(performance.now() - startMs);
    const seconds = (ms: number): number => Math.round(ms / 1_000);
    const message = `Playing the gesture, ${seconds(done)} of ${seconds(lastsMs)} s`;
    reply.progress({ done, total: Math.max(done, lastsMs), message });
  }, everyMs);
  try {
    return await phone.performGesture(gesture, signal);
  } finally {
    clearInterval(timer);
  }
}

interface Tapped {
  /** The reply if the tap was in time. */
  readonly done: string;
  /** As in `at (540, 1200)`. */
  readonly place: string;
  readonly meant: 'tap' | 'double tap' | 'click';
}

/** The reply of a tap. If its events were sent late, it says what the phone may have seen instead. */
export function tellTap({ done, place, meant }: Tapped, played: readonly PlayedStroke[]): string {
  const late = lateTap(played);
  if (late === null) return done;
  const { became, ms } = late;
  const what =
    became === 'two taps'
      ? `Tapped twice ${place}, ${ms} ms apart`
      : `Finger held ${place} for ${ms} ms`;
  const as = became === 'two taps' ? 'two single taps' : 'a long press';
  return `${what}: the computer or the USB connection was too slow for a ${meant}, and the phone may have taken it as ${as}. Look at the screen before you go on.`;
}
