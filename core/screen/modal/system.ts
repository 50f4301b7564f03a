/** What the system itself puts over apps. Names are those of AOSP's layouts and activities. */
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

/** How those dialogs began or ended on older phones, which had no names of their own. */
const crashWords = /(has|have) stopped\b|keeps stopping|(isn.t|is not) responding/;

/** "App keeps stopping", "App isn't responding". */
export function findCrash(evidence: Evidence): Modal | undefined {
  const title = evidence.named.get('alertTitle');
  const isOld = title?.packageName === 'android' && crashWords.test(title.text);
  const button = firstNamed(evidence, crashNames);
  const mark = button?.resourceId.startsWith('android:') === true ? button : undefined;
  return isOld ? panelAround(evidence, title, 'crash') : panelAround(evidence, mark, 'crash');
}

/** The activities that ask the person for leave, by the last part of their names. */
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

/** grant_permissions.xml; older packageinstallers and most makers kept the names. */
const permissionNames = [
  'permission_message',
  'permission_allow_button',
  'permission_allow_foreground_only_button',
  'permission_allow_one_time_button',
  'permission_deny_button',
  'permission_deny_and_dont_ask_again_button',
];

/** "Allow App to record audio?", "Allow USB debugging?". */
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

/** What only the opened-out quick settings show. */
const quickSettingsNames = ['tile_page', 'qs_pager', 'brightness_slider'];

const shadeNames = [
  ...quickSettingsNames,
  'quick_qs_panel',
  'notification_stack_scroller',
  'quick_settings_panel',
  'expandableNotificationRow',
];

/** The lock screen, also with the fields for PIN or pattern. */
export function findLockScreen(evidence: Evidence): Modal | undefined {
  if (ofSystemUi(evidence, quickSettingsNames)) return undefined;
  const mark = ofSystemUi(evidence, lockNames);
  return mark && whole(evidence, mark, { kind: 'lock-screen', title: '' });
}

/** Notifications or quick settings. */
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

/** Packages of input methods, by the words their makers use. */
const inputMethod = /inputmethod|honeyboard|swiftkey|keyboard|\.ime(\.|$)|com\.baidu\.input/i;

/** Part of the screen's height that a keyboard takes, from the tallest to the flattest. */
const tallest = 0.65;
const flattest = 0.22;

/**
 * The keyboard. A plain dump never holds it, since it is another window: then the room it takes is
 * all there is to see, which is a guess. Where an app does not make room, nothing is said.
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

/** What fills the room it is given, however little stands in it. */
const filling = /(ScrollView|RecyclerView|ListView|GridView|WebView)$/;

/** Whether a tall container that fills its room ends far above the bottom, with nothing but background below. */
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

/** Layouts as tall as the window, and what is drawn behind the system's bars. */
function isBackground({ bounds, resourceId }: Element, size: Evidence['size']): boolean {
  const { top, bottom } = placeOf(bounds, size);
  return (top < 0.15 && bottom < 0.08) || resourceId === 'android:id/navigationBarBackground';
}
