import { z } from 'zod';
import { HandsetError } from '../../errors.ts';
import { truncateField } from '../../format/limits.ts';
import { nameElement } from '../../format/quote.ts';
import type { Phone } from '../../phone/phone.ts';
import { coveredElements, type TouchableScreen } from '../../screen/covers.ts';
import { isOnScreen, walk, type Element, type Screen } from '../../screen/screen.ts';
import {
  type ElementWithRoots,
  createElementFollower,
  findUnlessStale,
} from '../../screen/follow-element.ts';
import { isRef } from '../../screen/snapshots.ts';
import { indexScreen } from '../../selector/match.ts';
import { resolveOne } from '../../selector/resolve.ts';
import type { Selector } from '../../selector/selector.ts';
import { textForMessage, type ElementTarget } from './parameters.ts';

/**
 * The target element on this screen. Throws `element-not-found` when the id is not on it, or when
 * the element that was shown under the id has moved and another element has that id now; the hint
 * names the nearest match. For a selector it throws what `findBySelector` throws.
 */
export function findElement(phone: Phone, screen: Screen, target: ElementTarget): Element {
  if ('selector' in target) return findBySelector(phone, screen, target.selector);
  const { id } = target;
  const present = findByIdUnlessStale(phone, screen, id);
  if (present !== undefined) return present;
  throw elementNotFound(`Element '${textForMessage(id)}' not found in accessibility tree.`, {
    phone,
    screen,
    id,
  });
}

/** The one element that the selector matches. Throws what `resolveOne` throws; the agent can use the refs in that message. */
export function findBySelector(phone: Phone, screen: Screen, selector: Selector): Element {
  return resolveOne(selector, indexScreen(screen), (element) =>
    phone.shown.refsOn(screen)(element),
  );
}

/**
 * The element with this id or ref. Undefined if it is gone, and for an id that is stale: the element
 * that the agent saw under it is elsewhere. A ref follows its element.
 */
export function findByIdUnlessStale(
  phone: Pick<Phone, 'shown'>,
  screen: Pick<Screen, 'roots'>,
  id: string,
): Element | undefined {
  const shown = phone.shown.recall(id);
  if (shown === undefined) return [...walk(screen.roots)].find((element) => element.id === id);
  const now = findUnlessStale(shown, screen.roots);
  return now !== undefined && (isRef(id) || now.id === id) ? now : undefined;
}

/** The id by which a text names the call's element: the ref of the call or the element's present id; for a selector its ref. */
export function idForReply(
  phone: Phone,
  screen: Screen,
  target: ElementTarget,
  element: Element,
): string {
  if ('selector' in target) return phone.shown.refsOn(screen)(element);
  return isRef(target.id) ? target.id : element.id;
}

/** What a reply calls the call's element: as the agent did, `element 'e7'`; for a selector as `nameWithRef` does. */
export function nameForReply(
  phone: Phone,
  screen: Screen,
  target: ElementTarget,
  element: Element,
): string {
  if ('selector' in target) return nameWithRef(phone, screen, element);
  return `element '${idForReply(phone, screen, target, element)}'`;
}

/** An element's ref and name, `e7 Button "Save"`; a field is not named by what it holds. */
export function nameWithRef(
  phone: Phone,
  screen: Pick<Screen, 'roots' | 'focus' | 'rotation'>,
  element: Element,
): string {
  const named = element.editable ? { ...element, text: '' } : element;
  return `${phone.shown.refsOn(screen)(element)} ${nameElement(named)}`;
}

interface MissingElement {
  readonly phone: Phone;
  readonly screen: Screen;
  readonly id: string;
}

/** The error for an id that is not on this screen. */
export function elementNotFound(
  message: string,
  { phone, screen, id }: MissingElement,
): HandsetError {
  const shown = phone.shown.recall(id);
  return new HandsetError('element-not-found', message, {
    hint: shown ? changedScreenHint(shown, { phone, screen, id }) : neverShownHint,
  });
}

const neverShownHint =
  'It is on no screen shown to you recently. Call get_screen_state and use an id from its reply.';

function changedScreenHint(shown: ElementWithRoots, { phone, screen }: MissingElement): string {
  const follower = createElementFollower(shown.roots, screen.roots);
  const match = follower.findNearest(shown.element);
  if (match !== undefined)
    return `The screen has changed since it was shown; the nearest match now is ${nameWithRef(phone, screen, match)}.`;
  const { packageName } = shown.element;
  const lastName = nameElement(shown.element);
  const row = follower.findReplaced(shown.element)?.row;
  if (row !== undefined)
    return `It was ${lastName} in ${nameElement(row.before)}, a row that has other texts now, ${nameElement(row.after)}, and may be another one. Read the screen with get_screen_tree, compact=true, and use the ref there.`;
  if (hasElementOf(packageName, screen)) {
    return `It was ${lastName}. The screen has changed, and no element on it is certainly the same. Read the screen again, or look for the element with scroll_to_element.`;
  }
  return `It was ${lastName} in ${packageName}, which is no longer on the screen. Go back to that app first.`;
}

/** Whether any element of the screen is of this app. */
export function hasElementOf(packageName: string, { roots }: Pick<Screen, 'roots'>): boolean {
  return [...walk(roots)].some((element) => element.packageName === packageName);
}

/** The schema of `elementData`. Short, because every tool listing carries it. */
export const elementSchema = z
  .looseObject({ id: z.string() })
  .describe(
    'Each also has text, contentDescription, resourceId, className (null if empty), bounds {left, top, right, bottom} and states.',
  );

/**
 * The element as data, null for what it lacks. Keys and their order are the reference's up to
 * `visible`, which is ours as are the states behind it.
 */
export function elementData(element: Element, screen: TouchableScreen) {
  const { left, top, right, bottom } = element.bounds;
  return {
    id: element.id,
    text: truncateField(element.text) || null,
    contentDescription: truncateField(element.description) || null,
    resourceId: element.resourceId || null,
    className: element.className || null,
    bounds: { left, top, right, bottom },
    clickable: element.clickable,
    longClickable: element.longClickable,
    scrollable: element.scrollable,
    editable: element.editable,
    enabled: element.enabled,
    visible: isOnScreen(element, screen.size),
    ...coverData(element, screen),
    ...markData(element),
    selected: element.selected,
    focused: element.focused,
    ...expansionData(element),
    ...readerData(element),
  };
}

/** What a dump does not tell of it, or only in newer versions. */
function readerData({ hint, stateDescription, error, heading, position }: Element) {
  return {
    ...(hint !== '' && { hint: truncateField(hint) }),
    ...(stateDescription !== '' && { stateDescription: truncateField(stateDescription) }),
    ...(error !== '' && { error: truncateField(error) }),
    ...(heading && { heading }),
    ...(position !== '' && { position }),
  };
}

/** The states of the element as data, for answers that leave out its other properties. */
export function stateData(element: Element, screen: TouchableScreen) {
  const { selected, focused, enabled } = element;
  const own = { ...markData(element), selected, focused, enabled, ...expansionData(element) };
  return { ...own, ...coverData(element, screen), ...readerData(element) };
}

/** Whether something else would take its touches; only if so. */
function coverData(element: Element, screen: TouchableScreen): { readonly covered?: true } {
  return coveredElements(screen).has(element) ? { covered: true } : {};
}

/** Whether it is checked, of an element that can be. */
function markData({ checkable, checked }: Element): { readonly checked?: boolean } {
  return checkable || checked ? { checked } : {};
}

function expansionData({ expanded }: Element): { readonly expanded?: boolean } {
  return expanded === null ? {} : { expanded };
}
