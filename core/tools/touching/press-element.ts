import { HandsetError } from '../../errors.ts';
import { nameWithId } from '../../format/name-element.ts';
import { type Point, type Rect, contains, intersect, isEmpty, rectOfSize } from '../../geometry.ts';
import type { Gesture } from '../../gestures/gesture.ts';
import type { PlayedStroke } from '../../gestures/played.ts';
import type { Phone } from '../../phone.ts';
import { isOnScreen } from '../../screen/derive.ts';
import { ancestorsOf, isWithin, type Element, walk } from '../../screen/screen.ts';
import { centreOf, tapPoint } from '../../screen/tap-point.ts';
import type { Searched } from '../../selector/match.ts';
import { findElement } from '../finding/find-element.ts';
import { readScreen } from '../reading/read-screen.ts';
import type { Target } from '../parameters/target.ts';
import { reachTouchArea } from './touch-area.ts';

/** What a finger does to an element. */
export interface Pressing {
  /** What the element, or one around it, must be. */
  readonly trait: 'clickable' | 'longClickable';
  /** For messages: `clickable`. */
  readonly traitName: string;
  readonly gesture: (at: Point) => Gesture;
}

interface Press extends Pressing {
  readonly on: Target;
}

/** What came of a press. */
export interface PressDone {
  /** The id of the element that was meant; the one that was touched may be around it. */
  readonly id: string;
  /** What the agent should read: which other element was touched, what lies over it. */
  readonly remarks: readonly string[];
  readonly played: readonly PlayedStroke[];
}

/**
 * Touches an element, or the nearest one around it that has the trait. Rejects with
 * `element-not-found`, `ambiguous-selector`, `action-failed`, and with what the gesture rejects with.
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

/** Where the finger goes on the element or the nearest one around it that has the trait; throws `action-failed`. */
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

/** Where the finger goes on an element that others may cover. */
export interface TouchPlace {
  readonly at: Point;
  /** What lies over all of the target and may take the touch. */
  readonly cover: Element | undefined;
}

/**
 * The middle of what can be seen of `element` inside `target`, off everything that is drawn over
 * it and takes touches itself. Rejects with `action-failed` when no part is on the screen.
 */
export function placeToTouch(screen: Searched, element: Element, target: Element): TouchPlace {
  const area = visiblePart(screen, element, target);
  const covers = coversOf(screen, target);
  const free = tapPoint(
    area,
    covers.map(({ bounds }) => bounds),
  );
  if (free !== undefined) return { at: free, cover: undefined };
  // What is inside the target hands its touches on or is meant to take them.
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

/** What is drawn after the target and takes touches: later in the dump, clickable, no part of what is around. */
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
