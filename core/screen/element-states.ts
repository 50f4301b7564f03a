/** The states and flags of elements, as texts for agents and the console's panels name them. */
import { coveredElements, type TouchableScreen } from './covers.ts';
import { isOnScreen, type Element } from './screen.ts';

/** The boolean states of an element under the names that trees and diffs use, in the order in which diffs list them. */
export const elementStates = [
  ['checked', ({ checked }) => checked],
  ['selected', ({ selected }) => selected],
  ['focused', ({ focused }) => focused],
  ['disabled', ({ enabled }) => !enabled],
  // Must be scrolled into view before it can be touched.
  ['offscreen', (element, { size }) => !isOnScreen(element, size)],
  // Something else would take its touches.
  ['covered', (element, screen) => coveredElements(screen).has(element)],
  ['clickable', ({ clickable }) => clickable],
  ['long-clickable', ({ longClickable }) => longClickable],
  ['checkable', ({ checkable }) => checkable],
  ['scrollable', ({ scrollable }) => scrollable],
  ['editable', ({ editable }) => editable],
  ['password', ({ password }) => password],
] as const satisfies readonly (readonly [
  string,
  (element: Element, screen: TouchableScreen) => boolean,
])[];

/** The name of one of these states. */
export type ElementState = (typeof elementStates)[number][0];

/**
 * The element's flags in the reference's order: `on` or `off` first, then those of
 * `clk,lclk,foc,scr,edt,ena` that apply, then `covered`, which is ours.
 */
export function flagsOf(element: Element, screen: TouchableScreen): string[] {
  const flags = [isOnScreen(element, screen.size) ? 'on' : 'off'];
  if (element.clickable) flags.push('clk');
  if (element.longClickable) flags.push('lclk');
  if (element.focusable) flags.push('foc');
  if (element.scrollable) flags.push('scr');
  if (element.editable) flags.push('edt');
  if (element.enabled) flags.push('ena');
  if (coveredElements(screen).has(element)) flags.push('covered');
  return flags;
}
