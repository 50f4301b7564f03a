/** Detects what the system shows over apps. Resource ids and activities are those of AOSP. */
import type { Element } from '../screen.ts';
import {
  type ModalEvidence,
  type Modal,
  firstNamed,
  coverageOf,
  titleIn,
  windowOf,
} from './modal.ts';

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
 * Detects the keyboard. A plain dump never contains it, since it is another window; then only the
 * empty space that the app leaves for it suggests it. If the app leaves none, it is not detected.
 */
export function findKeyboard(evidence: ModalEvidence): Modal | undefined {
  const window = evidence.roots.find(({ packageName }) => inputMethod.test(packageName));
  if (window && evidence.roots.length > 1) {
    return { kind: 'keyboard', title: '', element: window, certainty: 'sure' };
  }
  const field = evidence.visible.find(({ focused, editable }) => focused && editable);
  if (field === undefined || !hasRoomForKeyboard(evidence)) return undefined;
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
