/** What uiautomator does not say outright and we conclude from what it does. */
import { type Size, intersect, isEmpty, rectOfSize } from '../geometry.ts';
import type { Element } from './screen.ts';

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

/** The class name after its last dot; empty where there is none. */
export function simpleClassName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1);
}
