/**
 * Detects what covers the app and must be handled first. A plain dump contains the focused window,
 * so it often has only the dialog; sheets and menus of some toolkits are part of the app's own
 * window. A false positive costs an agent more than a miss, so only evidence counts that apps do not
 * show by accident: resource ids of Android and its libraries, accessibility classes, and windows
 * with a margin on all sides.
 */
import { ancestorsOf, walk, type Element, type Screen } from '../screen.ts';
import { accessibleTextOf } from '../accessible-text.ts';
import {
  collectEvidence,
  coverageOf,
  firstNamed,
  titleIn,
  wholeWindow,
  windowOf,
  type Modal,
  type ModalEvidence,
  findCrash,
  findKeyboard,
  findLockScreen,
  findPermission,
  findShade,
} from './modal.ts';

/** The detectors, most urgent first; the first match is reported. */
const finders = [
  findCrash,
  findPermission,
  findLockScreen,
  findShade,
  findDialog,
  findSheet,
  findMenu,
  findFloatingWindow,
  findBarrier,
  findPanelOverScrim,
  findKeyboard,
];

/** The modal over the app on this screen, the most urgent one if there are several; null if none is detected. */
export function findModal(
  screen: Pick<Screen, 'roots' | 'size' | 'density' | 'focus' | 'keyboard'>,
): Modal | null {
  const evidence = collectEvidence(screen);
  for (const find of finders) {
    const modal = find(evidence);
    if (modal !== undefined) return modal;
  }
  return null;
}

// Dialogs, sheets and menus by resource id, by class, or by their own window.

/** Resource ids of alert_dialog.xml in Android, AppCompat and vendors' libraries, and of dialogs before Android 5. */
const panelNames = ['parentPanel', 'alertTitle', 'titleDivider'];

/** The accessibility classes of `role="dialog"` in web pages and of Flutter's dialogs. */
const dialogClasses = new Set(['android.app.Dialog', 'android.app.AlertDialog']);

/** Detects dialogs by the resource ids of their layout or by their class. */
function findDialog(evidence: ModalEvidence): Modal | undefined {
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
function findSheet(evidence: ModalEvidence): Modal | undefined {
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
function findMenu(evidence: ModalEvidence): Modal | undefined {
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
/** The same above and below a window as wide as the screen, and its minimum height; suggestions and messages are lower. */
const minBandMargin = 0.1;
const minBandHeight = 0.15;
/** Maximum height as a fraction of the screen; a taller window with margins is a page on a tablet or in split screen. */
const maxWindowHeight = 0.92;
/** Minimum size of a dialog or menu in dp; smaller windows are handles and bubbles. */
const minWindowWidth = 80;
const minWindowHeight = 36;
/** Maximum number of elements in a dialog; an app in a freeform window has more. */
const maxDialogElements = 80;

/**
 * Detects a separate window that does not fill the screen: the dialog of any toolkit, or a popup
 * menu. The halves of a split screen do not count, since they touch the edges.
 */
function findFloatingWindow(evidence: ModalEvidence): Modal | undefined {
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

function isFloating({ roots, size, density }: ModalEvidence, { bounds }: Element): boolean {
  const { width, height, left, top, right, bottom } = coverageOf(bounds, size);
  const dp = density / 160;
  if (width * size.width < minWindowWidth * dp || height * size.height < minWindowHeight * dp)
    return false;
  if (height > maxWindowHeight) return false;
  const isInset = Math.min(left, right) >= minMargin && Math.min(top, bottom) >= minMargin;
  // Neither half of a split screen has so much above and below it.
  const isBand =
    roots.length === 1 && Math.min(top, bottom) >= minBandMargin && height >= minBandHeight;
  // A popup is anchored at a corner: it may touch one side, but not two opposite ones.
  const isPopup = width < 0.8 && top > 0 && bottom >= minMargin && Math.max(left, right) > 0.15;
  return isInset || isBand || isPopup;
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

/**
 * The descriptions that Flutter, Compose and others give the dimmed area that closes a modal
 * (`modalBarrierDismissLabel`, `scrimLabel`, `Strings.CloseSheet`, …). English only: in other
 * languages such a barrier is not detected.
 */
const barrierLabels = new Set([
  'Dismiss',
  'Scrim',
  'Close',
  'Close sheet',
  'Close drawer',
  'Close menu',
  'Dismiss menu',
  'Close navigation menu',
]);

/** Minimum fraction of the screen height that a barrier covers; some are only as large as the sheet leaves them. */
const minBarrierHeight = 0.09;

/** Detects a sheet, menu or dialog inside the app's own window by its barrier. */
function findBarrier(evidence: ModalEvidence): Modal | undefined {
  const { visible } = evidence;
  const barrier = visible.findLast((element) => isBarrier(evidence, element));
  if (barrier === undefined) return undefined;
  const element = openedContent(evidence, barrier);
  if (element === undefined) return undefined;
  const kind = barrierModalKind(evidence, barrier, element);
  return { kind, title: titleIn(evidence, element), element, certainty: 'likely' };
}

function barrierModalKind(
  { size }: ModalEvidence,
  barrier: Element,
  element: Element,
): Modal['kind'] {
  // A bottom sheet leaves the barrier only the part above it.
  if (coverageOf(barrier.bounds, size).bottom > 0.02) return 'bottom-sheet';
  const inside = [...walk([element])].filter((part) => part !== barrier);
  const { width, height, bottom } = coverageOf(boundsOf(inside, element), size);
  if (bottom < 0.02 && width > 0.9 && height < 0.92) return 'bottom-sheet';
  const isDrawer = height > 0.9 && width < 0.9;
  return isDrawer || isMenuContent(inside) ? 'menu' : 'dialog';
}

function isBarrier({ size }: ModalEvidence, element: Element): boolean {
  if (!element.clickable || element.text !== '' || !barrierLabels.has(element.description))
    return false;
  const { left, right, top, height } = coverageOf(element.bounds, size);
  return left < 0.01 && right < 0.01 && top < 0.01 && height >= minBarrierHeight;
}

/**
 * The barrier itself if it has children, else the sibling drawn right after it. Flutter may list the
 * barrier last: then what comes before it, if it lies below the barrier.
 */
function openedContent(evidence: ModalEvidence, barrier: Element): Element | undefined {
  if (barrier.children.length > 0) return barrier;
  let part = barrier;
  for (const parent of ancestorsOf(evidence.roots, barrier)) {
    const at = parent.children.indexOf(part);
    const next = parent.children[at + 1];
    if (next !== undefined) return next;
    const previous = parent.children[at - 1];
    if (previous !== undefined) {
      const { top } = boundsOf([...walk([previous])], previous);
      return top >= barrier.bounds.bottom ? previous : undefined;
    }
    part = parent;
  }
  return undefined;
}

/** Maximum height of a panel over a dimmed app as a fraction of the screen; what is taller is a page. */
const maxPanelHeight = 0.9;

/**
 * Detects a panel that an app draws over itself: after something touchable without a name that fills
 * the screen and closes the panel, and smaller than the screen.
 */
function findPanelOverScrim(evidence: ModalEvidence): Modal | undefined {
  const { visible, roots, size } = evidence;
  const scrim = visible.findLast((element) => isNamelessScrim(element, size));
  const [parent] = scrim === undefined ? [] : ancestorsOf(roots, scrim);
  if (scrim === undefined || parent === undefined) return undefined;
  const at = parent.children.indexOf(scrim);
  const before = parent.children.slice(0, at).flatMap((part) => [...walk([part])]);
  const after = parent.children.slice(at + 1);
  const [element] = after;
  if (element === undefined || !before.some(hasText)) return undefined;
  const parts = [...walk(after)];
  const { height } = coverageOf(boundsOf(parts, element), size);
  if (!parts.some(hasText) || height > maxPanelHeight) return undefined;
  const kind = barrierModalKind(evidence, scrim, element);
  return { kind, title: titleIn(evidence, element), element, certainty: 'likely' };
}

/** Whether it fills the screen, can be touched, and neither is nor holds anything else. */
function isNamelessScrim(element: Element, size: ModalEvidence['size']): boolean {
  const { clickable, children, resourceId, text, description, className } = element;
  const { width, height } = coverageOf(element.bounds, size);
  return (
    clickable &&
    children.length === 0 &&
    [resourceId, text, description].every((name) => name === '') &&
    /\.View(Group)?$/.test(className) &&
    width > 0.99 &&
    height > 0.9
  );
}

function hasText({ text, description }: Element): boolean {
  return text !== '' || description !== '';
}

/** The bounding box of the parts with a text, description or action, since layouts around them may fill the screen. */
function boundsOf(parts: readonly Element[], element: Element) {
  const meaningfulParts = parts.filter(
    ({ text, description, clickable }) => text !== '' || description !== '' || clickable,
  );
  if (meaningfulParts.length === 0) return element.bounds;
  return {
    left: Math.min(...meaningfulParts.map(({ bounds }) => bounds.left)),
    top: Math.min(...meaningfulParts.map(({ bounds }) => bounds.top)),
    right: Math.max(...meaningfulParts.map(({ bounds }) => bounds.right)),
    bottom: Math.max(...meaningfulParts.map(({ bounds }) => bounds.bottom)),
  };
}

/** Whether the parts are several tappable rows without any other text except one heading. */
function isMenuContent(parts: readonly Element[]): boolean {
  const tappable = parts.filter(({ clickable }) => clickable);
  if (tappable.length < 2 || parts.some(({ editable }) => editable)) return false;
  const onRows = new Set(tappable.flatMap((row) => [...walk([row])]));
  const headings = parts.filter((part) => part.text !== '' && !onRows.has(part));
  return headings.length <= 1 && !tappable.some(({ className }) => className.endsWith('.Button'));
}
