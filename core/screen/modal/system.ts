/** Detects what the system shows over apps. Resource ids and activities are those of AOSP. */
import type { Element } from '../screen.ts';
import { type Evidence, type Modal, firstNamed, placeOf, titleIn, windowOf } from './modal.ts';

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
const crashWords = /(has|have) stopped\b|keeps stopping|(isn.t|is not) responding/;

/** Detects crash dialogs: "App keeps stopping", "App isn't responding". */
export function findCrash(evidence: Evidence): Modal | undefined {
  const title = evidence.named.get('alertTitle');
  const isOld = title?.packageName === 'android' && crashWords.test(title.text);
  const button = firstNamed(evidence, crashNames);
  const mark = button?.resourceId.startsWith('android:') === true ? button : undefined;
  return isOld ? panelAround(evidence, title, 'crash') : panelAround(evidence, mark, 'crash');
}

/** Activities that ask for a permission, by their simple class names. */
const askingActivities = new Set([
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
export function findPermission(evidence: Evidence): Modal | undefined {
  const named = firstNamed(evidence, permissionNames);
  if (named !== undefined) return panelAround(evidence, named, 'permission');
  const { activity, packageName } = evidence.focus;
  const asks = askingActivities.has(activity?.slice(activity.lastIndexOf('.') + 1) ?? '');
  const window = evidence.visible.find((element) => element.packageName === packageName);
  return asks ? panelAround(evidence, window, 'permission') : undefined;
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
export function findLockScreen(evidence: Evidence): Modal | undefined {
  if (ofSystemUi(evidence, quickSettingsNames)) return undefined;
  const mark = ofSystemUi(evidence, lockNames);
  return mark && whole(evidence, mark, { kind: 'lock-screen', title: '' });
}

/** Detects the notification shade and the quick settings. */
export function findShade(evidence: Evidence): Modal | undefined {
  const mark = ofSystemUi(evidence, shadeNames);
  const isOpenedOut = ofSystemUi(evidence, quickSettingsNames) !== undefined;
  const title = isOpenedOut ? 'Quick settings' : 'Notifications';
  return mark && whole(evidence, mark, { kind: 'shade', title });
}

function ofSystemUi(evidence: Evidence, names: readonly string[]): Element | undefined {
  const mark = firstNamed(evidence, names);
  return mark?.packageName === systemUi ? mark : undefined;
}

function panelAround(
  evidence: Evidence,
  mark: Element | undefined,
  kind: 'crash' | 'permission',
): Modal | undefined {
  const element = mark && windowOf(evidence, mark);
  return element && { kind, title: titleIn(evidence, element), element, certainty: 'sure' };
}

function whole(
  evidence: Evidence,
  mark: Element,
  what: Pick<Modal, 'kind' | 'title'>,
): Modal | undefined {
  const element = windowOf(evidence, mark);
  return element && { ...what, element, certainty: 'sure' };
}

/** Package names of input methods, by words that their vendors use. */
const inputMethod = /inputmethod|honeyboard|swiftkey|keyboard|\.ime(\.|$)|com\.baidu\.input/i;

/** Maximum and minimum height of a keyboard as fractions of the screen height. */
const tallest = 0.65;
const flattest = 0.22;

/**
 * Detects the keyboard. A plain dump never contains it, since it is another window; then only the
 * empty space that the app leaves for it suggests it. If the app leaves none, it is not detected.
 */
export function findKeyboard(evidence: Evidence): Modal | undefined {
  const window = evidence.roots.find(({ packageName }) => inputMethod.test(packageName));
  if (window && evidence.roots.length > 1) {
    return { kind: 'keyboard', title: '', element: window, certainty: 'sure' };
  }
  const field = evidence.visible.find(({ focused, editable }) => focused && editable);
  if (field === undefined || !isRoomMade(evidence)) return undefined;
  return { kind: 'keyboard', title: '', element: field, certainty: 'likely' };
}

/** Containers that fill the available space, however little they contain. */
const filling = /(ScrollView|RecyclerView|ListView|GridView|WebView)$/;

/** Whether a container that fills its space ends far above the bottom of the screen, with only background below it. */
function isRoomMade({ visible, size }: Evidence): boolean {
  const content = visible.filter((element) => !isBackground(element, size));
  const room = Math.min(...content.map(({ bounds }) => placeOf(bounds, size).bottom));
  if (room < flattest || room > tallest) return false;
  return content.some(({ bounds, className, resourceId }) => {
    const { width, height, bottom } = placeOf(bounds, size);
    const fills = filling.test(className) || resourceId === 'android:id/content';
    return fills && bottom === room && width > 0.95 && height > 0.2;
  });
}

/** Whether it is a layout as tall as the window, or the background of a system bar. */
function isBackground({ bounds, resourceId }: Element, size: Evidence['size']): boolean {
  const { top, bottom } = placeOf(bounds, size);
  return (top < 0.15 && bottom < 0.08) || resourceId === 'android:id/navigationBarBackground';
}
