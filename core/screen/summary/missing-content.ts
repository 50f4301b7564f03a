import { hasLettersOrDigits } from '../accessible-text.ts';
import type { Size } from '../../geometry.ts';
import { coverageOf, type Modal } from '../modal/modal.ts';
import {
  coveredFraction,
  isOnScreen,
  resourceEntryName,
  walk,
  type Element,
  type Screen,
} from '../screen.ts';

/** What the screen shows and the tree does not have. */
export type MissingContent =
  /** Everything: the display is off. The tree is what it would show. */
  | 'display off'
  /** The display shows the time and notifications, and takes no touches. */
  | 'always-on display'
  /** The apps behind the lock screen. */
  | 'locked apps'
  /** What is beside the app in a split screen. */
  | 'other app'
  /** A web page that the browser has not reported. */
  | 'web page'
  /** A game, a video, a map or a camera. */
  | 'drawing'
  /** Everything: the app does not describe what it shows. */
  | 'everything';

/** Fractions of the screen from which on a web view or a picture decides what the screen is. */
export const mostlyWeb = 0.4;
const mostlyPicture = 0.25;

/** Classes, and resource names of views whose class does not say so, that apps draw on. */
const surfaceClass = /(VideoView|SurfaceView|TextureView|PlayerView)$/;
const surfaceName = /(unity|game|video|player|gl)_?surface(_?view)?$/i;

/** The browser's view of a page; Chrome reports it as a mere layout. */
const webViewName = /^(compositor_view_holder|engineView|geckoview)$/;

/**
 * What the tree lacks of what the screen shows; null if nothing is known to be missing. `isEmpty`
 * tells that nothing on the screen has a name, `isPlayer` that it has a player's buttons.
 */
export function missingContentOf(
  { roots, size, focus }: Pick<Screen, 'roots' | 'size' | 'focus'>,
  {
    modal,
    isEmpty,
    isPlayer,
  }: { readonly modal: Modal | null; readonly isEmpty: boolean; readonly isPlayer: boolean },
): MissingContent | null {
  const visible = [...walk(roots)].filter((element) => isOnScreen(element, size));
  if (visible.some(isAlwaysOnDisplay)) return 'always-on display';
  if (focus.isDisplayOff) return 'display off';
  if (modal?.kind === 'lock-screen') return 'locked apps';
  if (modal !== null && modal.kind !== 'keyboard') return null;
  if (isEmpty) return 'everything';
  const covers = (element: Element, fraction: number): boolean =>
    coveredFraction(element, size) > fraction;
  if (visible.some((element) => isUnreportedPage(element) && covers(element, mostlyWeb)))
    return isPlayer ? 'drawing' : 'web page';
  const isDrawing = (element: Element): boolean =>
    isSurface(element) && covers(element, mostlyPicture);
  if (visible.some(isDrawing)) return 'drawing';
  return roots.length === 1 && roots.some((root) => isHalf(root, size)) ? 'other app' : null;
}

/** Largest share of a side of the screen that system bars take, and the smallest that an app leaves to another one. */
const maxBars = 0.07;
const minOtherApp = 0.25;

/** Whether the window leaves a part of the screen free on one side only. */
function isHalf({ bounds }: Element, size: Size): boolean {
  const { left, top, right, bottom } = coverageOf(bounds, size);
  const margins = [left, top, right, bottom].toSorted((a, b) => a - b);
  const [, , third = 1, largest = 1] = margins;
  return third <= maxBars && largest >= minOtherApp && largest < 1 - minOtherApp;
}

function isAlwaysOnDisplay({ resourceId, packageName }: Element): boolean {
  return /^aod_/.test(resourceEntryName(resourceId)) || /\.aod(service)?$/.test(packageName);
}

function isSurface({ className, resourceId }: Element): boolean {
  return surfaceClass.test(className) || surfaceName.test(resourceEntryName(resourceId));
}

function isUnreportedPage(element: Element): boolean {
  return isPageView(element) && ![...walk(element.children)].some(saysSomething);
}

/** Whether it is where a web page is shown. */
export function isPageView({ className, description, resourceId }: Element): boolean {
  return (
    className.endsWith('WebView') ||
    (description === 'Web View' && className.endsWith('FrameLayout')) ||
    webViewName.test(resourceEntryName(resourceId))
  );
}

/** Whether it has a text, or can be filled in or touched. */
function saysSomething({ text, description, editable, clickable }: Element): boolean {
  return hasLettersOrDigits(text) || hasLettersOrDigits(description) || editable || clickable;
}
