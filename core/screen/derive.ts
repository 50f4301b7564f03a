/** What uiautomator does not say outright and we conclude from what it does. */
import { type Size, intersect, isEmpty, rectOfSize } from '../geometry.ts';
import { type Element, walk } from './screen.ts';

/**
 * Whether the element takes typed text. uiautomator prints no such attribute, so the class
 * decides: EditText and its subclasses by name (also what WebView and Compose report for text
 * fields), the auto-complete fields, and anything that is a password field.
 */
export function isEditable(className: string, password: boolean): boolean {
  return password || /(EditText|AutoCompleteTextView|SearchAutoComplete)$/.test(className);
}

/**
 * Whether any pixel of the element can be on the screen: its bounds are not empty, they meet the
 * screen, and the phone does not call it invisible (`visible-to-user`, printed by some dumpers
 * only). uiautomator already clips bounds to scrolling parents, so parents need no second look.
 */
export function isOnScreen(element: Element, screen: Size): boolean {
  return element.visibleToUser && !isEmpty(intersect(element.bounds, rectOfSize(screen)));
}

/** What can be true of an element, by the word that tells it, in the order a change is told. */
export const states = [
  ['checked', ({ checked }) => checked],
  ['selected', ({ selected }) => selected],
  ['focused', ({ focused }) => focused],
  ['disabled', ({ enabled }) => !enabled],
  // No pixel of it is on the screen: it has to be scrolled to before it can be touched.
  ['offscreen', (element, screen) => !isOnScreen(element, screen)],
  ['clickable', ({ clickable }) => clickable],
  ['long-clickable', ({ longClickable }) => longClickable],
  ['checkable', ({ checkable }) => checkable],
  ['scrollable', ({ scrollable }) => scrollable],
  ['editable', ({ editable }) => editable],
  ['password', ({ password }) => password],
] as const satisfies readonly (readonly [string, (element: Element, screen: Size) => boolean])[];

/** One of the states, by the word that tells it. */
export type State = (typeof states)[number][0];

/** The class name after its last dot; empty where there is none. */
export function simpleClassName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

/**
 * Whether an element says or does something; the rest is structure and is left out of texts and
 * pictures. Emptiness is tested before trimming, so a text of blanks keeps its element
 * (the reference's CompactTreeFormatter). Being focusable or enabled is not enough.
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

/** The kept elements in document order; children of dropped ones are still considered. */
export function keptElements(roots: readonly Element[]): Element[] {
  return [...walk(roots)].filter(isKept);
}

/**
 * The name of a resource id: what follows `:id/`, and all of it where there is no such thing, as
 * in web pages and Compose (`com.example:id/submit` and `submit` are both `submit`).
 */
export function idName(resourceId: string): string {
  const start = resourceId.indexOf(':id/');
  return start === -1 ? resourceId : resourceId.slice(start + ':id/'.length);
}

/**
 * The element's flags in the agreed order: `on` or `off` always first, then those of
 * `clk,lclk,foc,scr,edt,ena` that hold.
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
