import { type Evidence, type Modal, placeOf, titleIn } from './modal.ts';
import { type Element, walk } from '../screen.ts';

/** Room that a floating window leaves on a side, at least: less may be a bar of the system. */
const leastRoom = 0.02;
/** A window taller than this that leaves room is a page on a tablet or a split screen. */
const greatestHeight = 0.92;
/** What a dialog or a menu covers at least; smaller windows are handles, bubbles and dots. */
const leastWidth = 0.15;
const leastHeight = 0.04;
/** Elements that a dialog has at most; an app in a window of its own has more. */
const mostElements = 80;

/**
 * A window of its own that does not fill the screen: the dialog of any toolkit, or a popup menu.
 * Halves of a split screen don't count, since they touch the edges.
 */
export function findFloatingWindow(evidence: Evidence): Modal | undefined {
  const { roots, size } = evidence;
  const element = roots.findLast((root) => !isSystemBar(root) && isFloating(evidence, root));
  if (element === undefined) return undefined;
  const parts = [...walk([element])];
  if (parts.length > mostElements || parts.some(isWindowBar)) return undefined;
  const { width } = placeOf(element.bounds, size);
  const kind = width < 0.9 && isMenu(parts) ? 'menu' : 'dialog';
  const title = kind === 'menu' ? '' : titleIn(evidence, element);
  return { kind, title, element, certainty: 'sure' };
}

function isFloating({ size }: Evidence, { bounds }: Element): boolean {
  const { width, height, left, top, right, bottom } = placeOf(bounds, size);
  if (width < leastWidth || height < leastHeight || height > greatestHeight) return false;
  const isInset = Math.min(left, right) >= leastRoom && Math.min(top, bottom) >= leastRoom;
  // A popup hangs on a corner: it may touch one side, never two that face each other.
  const isPopup = width < 0.8 && top > 0 && bottom >= leastRoom && Math.max(left, right) > 0.15;
  return isInset || isPopup;
}

/** Status bar and navigation bar are windows too, where a dumper prints them. */
function isSystemBar({ packageName }: Element): boolean {
  return packageName === 'com.android.systemui';
}

/** Only windows of apps draw behind the system's bars. */
function isWindowBar({ resourceId }: Element): boolean {
  return /^android:id\/(statusBarBackground|navigationBarBackground)$/.test(resourceId);
}

/** A list of rows and nothing else: no buttons, no fields, no words beside them. */
function isMenu(parts: readonly Element[]): boolean {
  const list = parts.find(({ className }) => /(ListView|RecyclerView)$/.test(className));
  if (list === undefined) return false;
  const inList = new Set(walk([list]));
  const others = parts.filter((part) => !inList.has(part));
  const isPlain = others.every(({ text, clickable }) => text === '' && !clickable);
  return (
    isPlain && !parts.some(({ editable, className }) => editable || className.endsWith('.Button'))
  );
}
