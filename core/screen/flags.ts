import type { Size } from '../geometry.ts';
import { isOnScreen } from './derive.ts';
import type { Element } from './screen.ts';

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
