/** Detects dialogs, sheets and menus by resource id, by class, or by their own window. */
import { type Element, walk } from '../screen.ts';
import { accessibleTextOf } from '../words.ts';
import {
  type ModalEvidence,
  type Modal,
  firstNamed,
  coverageOf,
  titleIn,
  wholeWindow,
  windowOf,
} from './modal.ts';

/** Resource ids of alert_dialog.xml in Android, AppCompat and vendors' libraries. */
const panelNames = ['parentPanel', 'alertTitle'];

/** The accessibility classes of `role="dialog"` in web pages and of Flutter's dialogs. */
const dialogClasses = new Set(['android.app.Dialog', 'android.app.AlertDialog']);

/** Detects dialogs by the resource ids of their layout or by their class. */
export function findDialog(evidence: ModalEvidence): Modal | undefined {
  const named = firstNamed(evidence, panelNames);
  const panel = evidence.named.get('parentPanel') ?? (named && windowOf(evidence, named));
  const classed = evidence.visible.findLast(({ className }) => dialogClasses.has(className));
  const element = panel ? wholeWindow(evidence, panel) : classed;
  if (element === undefined) return undefined;
  const { text, description } = accessibleTextOf(element);
  const title = titleIn(evidence, element) || text || description;
  return { kind: 'dialog', title, element, certainty: 'sure' };
}

/** Android's app chooser, for sharing and opening. */
const chooserActivities = /\.(Chooser|Resolver)\w*Activity$/;
const chooserNames = ['resolver_list', 'chooser_header', 'chooser_row_text_option'];

/** Detects bottom sheets: Material's BottomSheetDialog and Android's app chooser. */
export function findSheet(evidence: ModalEvidence): Modal | undefined {
  const { named, focus, visible } = evidence;
  // A persistent sheet has the same id, but no `touch_outside` area that closes it.
  const sheet = named.has('touch_outside') ? named.get('design_bottom_sheet') : undefined;
  const isChooser = chooserActivities.test(focus.activity ?? '');
  const mark = isChooser
    ? visible.find(({ packageName }) => packageName === focus.packageName)
    : firstNamed(evidence, chooserNames);
  const element = sheet ?? (mark && windowOf(evidence, mark));
  if (element === undefined) return undefined;
  return { kind: 'bottom-sheet', title: titleIn(evidence, element), element, certainty: 'sure' };
}

/** The icon menu of Launcher3, also in vendors' versions. */
const menuNames = ['deep_shortcuts_container', 'popup_container'];

/** Detects menus inside an app's own window: the launcher's icon menus and open drawers. */
export function findMenu(evidence: ModalEvidence): Modal | undefined {
  const element = firstNamed(evidence, menuNames) ?? openDrawer(evidence);
  return element && { kind: 'menu', title: titleIn(evidence, element), element, certainty: 'sure' };
}

/** An open drawer: a NavigationView in a DrawerLayout that covers part of it. A permanent one is beside the page instead. */
function openDrawer({ visible, size }: ModalEvidence) {
  const layouts = visible.filter(({ className }) => className.endsWith('DrawerLayout'));
  const drawers = layouts.flatMap(({ children }) =>
    children.filter(({ className }) => className.endsWith('NavigationView')),
  );
  return drawers.find((drawer) => {
    const { width, height } = coverageOf(drawer.bounds, size);
    return width > 0.2 && width < 0.97 && height > 0.8;
  });
}

/** Minimum margin of a floating window as a fraction of the screen; a smaller one may be a system bar. */
const minMargin = 0.02;
/** Maximum height as a fraction of the screen; a taller window with margins is a page on a tablet or in split screen. */
const maxWindowHeight = 0.92;
/** Minimum size of a dialog or menu as fractions of the screen; smaller windows are handles and bubbles. */
const minWindowWidth = 0.15;
const minWindowHeight = 0.04;
/** Maximum number of elements in a dialog; an app in a freeform window has more. */
const maxDialogElements = 80;

/**
 * Detects a separate window that does not fill the screen: the dialog of any toolkit, or a popup
 * menu. The halves of a split screen do not count, since they touch the edges.
 */
export function findFloatingWindow(evidence: ModalEvidence): Modal | undefined {
  const { roots, size } = evidence;
  const element = roots.findLast((root) => !isSystemBar(root) && isFloating(evidence, root));
  if (element === undefined) return undefined;
  const parts = [...walk([element])];
  if (parts.length > maxDialogElements || parts.some(isWindowBar)) return undefined;
  const { width } = coverageOf(element.bounds, size);
  const kind = width < 0.9 && isMenu(parts) ? 'menu' : 'dialog';
  const title = kind === 'menu' ? '' : titleIn(evidence, element);
  return { kind, title, element, certainty: 'sure' };
}

function isFloating({ size }: ModalEvidence, { bounds }: Element): boolean {
  const { width, height, left, top, right, bottom } = coverageOf(bounds, size);
  if (width < minWindowWidth || height < minWindowHeight || height > maxWindowHeight) return false;
  const isInset = Math.min(left, right) >= minMargin && Math.min(top, bottom) >= minMargin;
  // A popup is anchored at a corner: it may touch one side, but not two opposite ones.
  const isPopup = width < 0.8 && top > 0 && bottom >= minMargin && Math.max(left, right) > 0.15;
  return isInset || isPopup;
}

/** Some dumps contain the status bar and the navigation bar as windows. */
function isSystemBar({ packageName }: Element): boolean {
  return packageName === 'com.android.systemui';
}

/** Only app windows have backgrounds for the system bars. */
function isWindowBar({ resourceId }: Element): boolean {
  return /^android:id\/(statusBarBackground|navigationBarBackground)$/.test(resourceId);
}

/** Whether the parts are a list without buttons, fields or texts outside it. */
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
