/** The kinds of modals, what on a screen identifies them, and those that the system shows over apps. */
import { type Rect, type Size, intersect, isEmpty, rectOfSize } from '../../geometry.ts';
import {
  isOnScreen,
  resourceEntryName,
  walk,
  type Element,
  type Focus,
  type Screen,
} from '../screen.ts';
import { isActive } from '../rows.ts';
import { hasLettersOrDigits, accessibleTextOf } from '../accessible-text.ts';

/** The kinds of modals. */
export type ModalKind =
  /** The system reports that an app has stopped or does not respond. */
  | 'crash'
  /** The system asks for a permission. */
  | 'permission'
  | 'lock-screen'
  /** Notifications or quick settings, pulled down over the app. */
  | 'shade'
  | 'dialog'
  | 'bottom-sheet'
  /** Popup menus, drop-downs, navigation drawers. */
  | 'menu'
  /** The app can be used, but the lower part of the screen can't be seen or touched. */
  | 'keyboard';

/** Something that covers the app. */
export interface Modal {
  readonly kind: ModalKind;
  /** Its title as shown on the screen; empty if it has none. */
  readonly title: string;
  /** Its panel, or its whole window. For a keyboard that is not in the dump, the field that it types into. */
  readonly element: Element;
  /** `likely` if it was inferred from shapes or English labels. */
  readonly certainty: 'sure' | 'likely';
  /** Of a keyboard, where it is known. */
  readonly bounds?: Rect;
}

/** A screen prepared for all detectors. */
export interface ModalEvidence {
  readonly size: Size;
  /** Dots per inch. */
  readonly density: number;
  readonly focus: Focus;
  readonly roots: readonly Element[];
  readonly keyboard?: Rect | null | undefined;
  /** The visible elements, in document order. */
  readonly visible: readonly Element[];
  /** The first visible element with each resource entry name, of any package. */
  readonly named: ReadonlyMap<string, Element>;
}

/** Prepares a screen for the detectors. Linear in the number of elements. */
export function collectEvidence({
  roots,
  size,
  density,
  focus,
  keyboard,
}: Pick<Screen, 'roots' | 'size' | 'density' | 'focus' | 'keyboard'>): ModalEvidence {
  const visible = [...walk(roots)].filter((element) => isOnScreen(element, size));
  const named = new Map<string, Element>();
  for (const element of visible) {
    const name = resourceEntryName(element.resourceId);
    if (name !== '' && !named.has(name)) named.set(name, element);
  }
  return { size, density, focus, roots, keyboard, visible, named };
}

/** The first visible element with one of these resource entry names. */
export function firstNamed(
  { named }: ModalEvidence,
  names: readonly string[],
): Element | undefined {
  return names.map((name) => named.get(name)).find((element) => element !== undefined);
}

/** The root of the window that contains the element. */
export function windowOf({ roots }: ModalEvidence, { path }: Element): Element | undefined {
  return roots.find((root) => path === root.path || path.startsWith(`${root.path}.`));
}

/** The whole window if it contains nothing but the element and its layouts, else the element. */
export function wholeWindow(evidence: ModalEvidence, element: Element): Element {
  const window = windowOf(evidence, element);
  let inner = window;
  while (inner && inner !== element)
    inner = inner.children.length === 1 ? inner.children[0] : undefined;
  return inner && window ? window : element;
}

/** How much of the screen a rectangle covers, and the margins around it. */
interface ScreenCoverage {
  /** Fraction of the screen width that it covers, from 0 to 1. */
  readonly width: number;
  readonly height: number;
  /** Margin on each side as a fraction of the screen width or height. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The coverage of the part of the rectangle that is on the screen. */
export function coverageOf(bounds: Rect, size: Size): ScreenCoverage {
  const visibleBounds = intersect(bounds, rectOfSize(size));
  const { width, height } = size;
  if (isEmpty(visibleBounds)) return { width: 0, height: 0, left: 1, top: 1, right: 1, bottom: 1 };
  return {
    width: (visibleBounds.right - visibleBounds.left) / width,
    height: (visibleBounds.bottom - visibleBounds.top) / height,
    left: visibleBounds.left / width,
    top: visibleBounds.top / height,
    right: (width - visibleBounds.right) / width,
    bottom: (height - visibleBounds.bottom) / height,
  };
}

/** Resource ids of dialog titles in Android and its libraries; for permissions, the question itself. */
const titleNames = /\/(alertTitle|permission_message|alert_title|dialog_title|title_template)$/;

/**
 * The title of a panel: the element with the resource id of a title, else the first plain text in
 * it; empty if there is none.
 */
export function titleIn({ visible }: ModalEvidence, panel: Element): string {
  const inside = new Set(walk([panel]));
  const parts = visible.filter((element) => inside.has(element));
  const byName = parts.find(({ resourceId, text }) => titleNames.test(resourceId) && text !== '');
  if (byName) return accessibleTextOf(byName).text;
  const others = parts.filter((part) => part !== panel);
  const interactiveParts = new Set(
    others.filter(isInteractive).flatMap((part) => [...walk([part])]),
  );
  const readOnlyParts = others.filter((part) => !interactiveParts.has(part));
  // The description of a group only says what it is for; prefer the text inside it.
  for (const part of readOnlyParts) {
    const { text, description } = accessibleTextOf(part);
    if (hasLettersOrDigits(text)) return text;
    if (hasLettersOrDigits(description) && part.children.length === 0) return description;
  }
  return (
    readOnlyParts.map((part) => accessibleTextOf(part).description).find(hasLettersOrDigits) ?? ''
  );
}

/** Texts on interactive elements belong to these, not to the panel. */
function isInteractive(element: Element): boolean {
  return isActive(element) && !element.scrollable;
}

/* What the system shows over apps. Resource ids and activities are those of AOSP. */

/** Buttons of app_error_dialog.xml and app_anr_dialog.xml, Android 7 and later. */
const crashNames = [
  'aerr_close',
  'aerr_wait',
  'aerr_restart',
  'aerr_report',
  'aerr_app_info',
  'aerr_mute',
];

/** The texts of these dialogs on older phones, whose buttons had no ids of their own. */
const oldCrashText = /(has|have) stopped\b|keeps stopping|(isn.t|is not) responding/;

/** Detects crash dialogs: "App keeps stopping", "App isn't responding". */
export function findCrash(evidence: ModalEvidence): Modal | undefined {
  const title = evidence.named.get('alertTitle');
  const isOld = title?.packageName === 'android' && oldCrashText.test(title.text);
  const button = firstNamed(evidence, crashNames);
  const mark = button?.resourceId.startsWith('android:') === true ? button : undefined;
  return isOld ? panelAround(evidence, title, 'crash') : panelAround(evidence, mark, 'crash');
}

/** Activities that ask for a permission, by their simple class names. */
const permissionActivities = new Set([
  'GrantPermissionsActivity',
  'ReviewPermissionsActivity',
  'RequestPermissionActivity',
  'UsbDebuggingActivity',
  'WifiDebuggingActivity',
  'UsbPermissionActivity',
  'UsbConfirmActivity',
  'MediaProjectionPermissionActivity',
]);

/** Resource ids of grant_permissions.xml; older package installers and most vendors use the same. */
const permissionNames = [
  'permission_message',
  'permission_allow_button',
  'permission_allow_foreground_only_button',
  'permission_allow_one_time_button',
  'permission_deny_button',
  'permission_deny_and_dont_ask_again_button',
];

/** Detects permission dialogs: "Allow App to record audio?", "Allow USB debugging?". */
export function findPermission(evidence: ModalEvidence): Modal | undefined {
  const named = firstNamed(evidence, permissionNames);
  if (named !== undefined) return panelAround(evidence, named, 'permission');
  const { activity, packageName } = evidence.focus;
  const isPermissionActivity = permissionActivities.has(
    activity?.slice(activity.lastIndexOf('.') + 1) ?? '',
  );
  const window = evidence.visible.find((element) => element.packageName === packageName);
  return isPermissionActivity ? panelAround(evidence, window, 'permission') : undefined;
}

const systemUi = 'com.android.systemui';

const lockNames = [
  'keyguard_status_view',
  'keyguard_clock_container',
  'keyguard_bottom_area',
  'keyguard_indication_area',
  'keyguard_pin_view',
  'keyguard_password_view',
  'keyguard_pattern_view',
  'keyguard_bouncer_container',
  'keyguard_message_area_container',
  'aod_root_view',
];

/** Resource ids that only the expanded quick settings have. */
const quickSettingsNames = ['tile_page', 'qs_pager', 'brightness_slider'];

const shadeNames = [
  ...quickSettingsNames,
  'quick_qs_panel',
  'notification_stack_scroller',
  'quick_settings_panel',
  'expandableNotificationRow',
];

/** Detects the lock screen, including PIN and pattern entry. */
export function findLockScreen(evidence: ModalEvidence): Modal | undefined {
  if (systemUiElement(evidence, quickSettingsNames)) return undefined;
  const mark = systemUiElement(evidence, lockNames);
  return mark && windowModal(evidence, mark, { kind: 'lock-screen', title: '' });
}

/** Detects the notification shade and the quick settings. */
export function findShade(evidence: ModalEvidence): Modal | undefined {
  const mark = systemUiElement(evidence, shadeNames);
  const isExpanded = systemUiElement(evidence, quickSettingsNames) !== undefined;
  const title = isExpanded ? 'Quick settings' : 'Notifications';
  return mark && windowModal(evidence, mark, { kind: 'shade', title });
}

function systemUiElement(evidence: ModalEvidence, names: readonly string[]): Element | undefined {
  const mark = firstNamed(evidence, names);
  return mark?.packageName === systemUi ? mark : undefined;
}

function panelAround(
  evidence: ModalEvidence,
  mark: Element | undefined,
  kind: 'crash' | 'permission',
): Modal | undefined {
  const element = mark && windowOf(evidence, mark);
  return element && { kind, title: titleIn(evidence, element), element, certainty: 'sure' };
}

function windowModal(
  evidence: ModalEvidence,
  mark: Element,
  what: Pick<Modal, 'kind' | 'title'>,
): Modal | undefined {
  const element = windowOf(evidence, mark);
  return element && { ...what, element, certainty: 'sure' };
}

/** Package names of input methods, by words that their vendors use. */
const inputMethod = /inputmethod|honeyboard|swiftkey|keyboard|\.ime(\.|$)|com\.baidu\.input/i;

/** Maximum and minimum height of a keyboard as fractions of the screen height. */
const maxKeyboardFraction = 0.65;
const minKeyboardFraction = 0.22;

/**
 * Detects the keyboard. The element reader says where it is. A plain dump never contains it, since it is
 * another window; then only the empty space that the app leaves for it suggests it. If the app leaves
 * none, it is not detected.
 */
export function findKeyboard(evidence: ModalEvidence): Modal | undefined {
  const window = evidence.roots.find(({ packageName }) => inputMethod.test(packageName));
  if (window && evidence.roots.length > 1) {
    return { kind: 'keyboard', title: '', element: window, certainty: 'sure' };
  }
  const field = evidence.visible.find(({ focused, editable }) => focused && editable);
  if (field === undefined || evidence.keyboard === null) return undefined;
  if (evidence.keyboard)
    return {
      kind: 'keyboard',
      title: '',
      element: field,
      certainty: 'sure',
      bounds: evidence.keyboard,
    };
  if (!hasRoomForKeyboard(evidence)) return undefined;
  return { kind: 'keyboard', title: '', element: field, certainty: 'likely' };
}

/** Containers that fill the available space, however little they contain. */
const fillingClass = /(ScrollView|RecyclerView|ListView|GridView|WebView)$/;

/** Whether a container that fills its space ends far above the bottom of the screen, with only background below it. */
function hasRoomForKeyboard({ visible, size }: ModalEvidence): boolean {
  const content = visible.filter((element) => !isBackground(element, size));
  const room = Math.min(...content.map(({ bounds }) => coverageOf(bounds, size).bottom));
  if (room < minKeyboardFraction || room > maxKeyboardFraction) return false;
  return content.some(({ bounds, className, resourceId }) => {
    const { width, height, bottom } = coverageOf(bounds, size);
    const fills = fillingClass.test(className) || resourceId === 'android:id/content';
    return fills && bottom === room && width > 0.95 && height > 0.2;
  });
}

/** Whether it is a layout as tall as the window, or the background of a system bar. */
function isBackground({ bounds, resourceId }: Element, size: ModalEvidence['size']): boolean {
  const { top, bottom } = coverageOf(bounds, size);
  return (top < 0.15 && bottom < 0.08) || resourceId === 'android:id/navigationBarBackground';
}
