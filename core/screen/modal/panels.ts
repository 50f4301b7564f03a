/** Dialogs, sheets and menus that say so by a name, a class or a window of their own. */
import { type Element, walk } from '../screen.ts';
import { spokenBy } from '../words.ts';
import {
  type Evidence,
  type Modal,
  firstNamed,
  placeOf,
  titleIn,
  wholeWindow,
  windowOf,
} from './modal.ts';

/** alert_dialog.xml of Android, AppCompat and the makers' libraries. */
const panelNames = ['parentPanel', 'alertTitle'];

/** What a page's `role="dialog"` and Flutter's dialogs are called for accessibility. */
const dialogClasses = new Set(['android.app.Dialog', 'android.app.AlertDialog']);

/** Dialogs that say so: by the names of their layout, or by their class. */
export function findDialog(evidence: Evidence): Modal | undefined {
  const named = firstNamed(evidence, panelNames);
  const panel = evidence.named.get('parentPanel') ?? (named && windowOf(evidence, named));
  const classed = evidence.visible.findLast(({ className }) => dialogClasses.has(className));
  const element = panel ? wholeWindow(evidence, panel) : classed;
  if (element === undefined) return undefined;
  const { text, description } = spokenBy(element);
  const title = titleIn(evidence, element) || text || description;
  return { kind: 'dialog', title, element, certainty: 'sure' };
}

/** Android's choice between apps, for sharing and for opening. */
const chooserActivities = /\.(Chooser|Resolver)\w*Activity$/;
const chooserNames = ['resolver_list', 'chooser_header', 'chooser_row_text_option'];

/** Sheets from the bottom: Material's BottomSheetDialog, and Android's chooser. */
export function findSheet(evidence: Evidence): Modal | undefined {
  const { named, focus, visible } = evidence;
  // A sheet that stays in the page has the name too, but nothing beside it to close it with.
  const sheet = named.has('touch_outside') ? named.get('design_bottom_sheet') : undefined;
  const isChooser = chooserActivities.test(focus.activity ?? '');
  const mark = isChooser
    ? visible.find(({ packageName }) => packageName === focus.packageName)
    : firstNamed(evidence, chooserNames);
  const element = sheet ?? (mark && windowOf(evidence, mark));
  if (element === undefined) return undefined;
  return { kind: 'bottom-sheet', title: titleIn(evidence, element), element, certainty: 'sure' };
}

/** Launcher3's menu of an icon, also as makers ship it. */
const menuNames = ['deep_shortcuts_container', 'popup_container'];

/** Menus inside an app's own window: those of the launcher's icons, and open drawers. */
export function findMenu(evidence: Evidence): Modal | undefined {
  const element = firstNamed(evidence, menuNames) ?? openDrawer(evidence);
  return element && { kind: 'menu', title: titleIn(evidence, element), element, certainty: 'sure' };
}

/** A NavigationView lies in a DrawerLayout and covers a part of it; where it stays open, it lies beside the page. */
function openDrawer({ visible, size }: Evidence) {
  const layouts = visible.filter(({ className }) => className.endsWith('DrawerLayout'));
  const drawers = layouts.flatMap(({ children }) =>
    children.filter(({ className }) => className.endsWith('NavigationView')),
  );
  return drawers.find((drawer) => {
    const { width, height } = placeOf(drawer.bounds, size);
    return width > 0.2 && width < 0.97 && height > 0.8;
  });
}

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
