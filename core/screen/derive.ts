/** Properties of elements that uiautomator does not print and that are derived from those it does. */
import { type Size, intersect, isEmpty, rectOfSize } from '../geometry.ts';
import { type Element, walk } from './screen.ts';

/**
 * Whether the element accepts typed text. uiautomator prints no such attribute, so the class name
 * decides: EditText and its subclasses (WebView and Compose report text fields as EditText), the
 * auto-complete fields, and every password field.
 */
export function isEditable(className: string, password: boolean): boolean {
  return password || /(EditText|AutoCompleteTextView|SearchAutoComplete)$/.test(className);
}

/**
 * Whether part of the element can be on the screen: its bounds are not empty and overlap the
 * screen, and `visible-to-user`, which only some dumpers print, is not false. Ancestors are not
 * checked, since uiautomator already clips bounds to scrolling parents.
 */
export function isOnScreen(element: Element, screen: Size): boolean {
  return element.visibleToUser && !isEmpty(intersect(element.bounds, rectOfSize(screen)));
}

/** The boolean states of an element under the names that diffs use, in the order in which diffs list them. */
export const elementStates = [
  ['checked', ({ checked }) => checked],
  ['selected', ({ selected }) => selected],
  ['focused', ({ focused }) => focused],
  ['disabled', ({ enabled }) => !enabled],
  // Must be scrolled into view before it can be touched.
  ['offscreen', (element, screen) => !isOnScreen(element, screen)],
  ['clickable', ({ clickable }) => clickable],
  ['long-clickable', ({ longClickable }) => longClickable],
  ['checkable', ({ checkable }) => checkable],
  ['scrollable', ({ scrollable }) => scrollable],
  ['editable', ({ editable }) => editable],
  ['password', ({ password }) => password],
] as const satisfies readonly (readonly [string, (element: Element, screen: Size) => boolean])[];

/** The name of one of these states. */
export type ElementState = (typeof elementStates)[number][0];

/** The class name after its last dot; empty where there is none. */
export function simpleClassName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

/**
 * Whether an element is kept in texts and pictures for agents: it has a text, a description, an id
 * or an action. All others are layout. Texts are not trimmed, so a blank text counts, as in the
 * reference's CompactTreeFormatter. Being focusable or enabled is not enough.
 */
export function isKept(element: Element): boolean {
  return (
    element.text !== '' ||
    element.description !== '' ||
    element.resourceId !== '' ||
    element.clickable ||
    element.longClickable ||
    element.scrollable ||
    element.editable
  );
}

/** The kept elements in document order, including those inside elements that are not kept. */
export function keptElements(roots: readonly Element[]): Element[] {
  return [...walk(roots)].filter(isKept);
}

/**
 * The entry name of a resource id: what follows `:id/`, or the whole id where it has no such part,
 * as in web pages and Compose (both `com.example:id/submit` and `submit` give `submit`).
 */
export function resourceEntryName(resourceId: string): string {
  const start = resourceId.indexOf(':id/');
  return start === -1 ? resourceId : resourceId.slice(start + ':id/'.length);
}

/**
 * The element's flags in the reference's order: `on` or `off` first, then those of
 * `clk,lclk,foc,scr,edt,ena` that apply.
 */
export function flagsOf(element: Element, screen: Size): string[] {
  const flags = [isOnScreen(element, screen) ? 'on' : 'off'];
  if (element.clickable) flags.push('clk');
  if (element.longClickable) flags.push('lclk');
  if (element.focusable) flags.push('foc');
  if (element.scrollable) flags.push('scr');
  if (element.editable) flags.push('edt');
  if (element.enabled) flags.push('ena');
  return flags;
}
