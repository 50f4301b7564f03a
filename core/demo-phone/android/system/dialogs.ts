import {
  mdiCheckboxBlankOutline,
  mdiCheckboxMarked,
  mdiMapMarkerOutline,
  mdiRadioboxBlank,
  mdiRadioboxMarked,
} from '@mdi/js';
import { HandsetError } from '#core/errors.ts';
import type { SystemDialog } from '../../world.ts';
import type { AppDialog, ActivityHost, App, PermissionName } from '../apps/app.ts';
import { bodyStyle, smallStyle, titleStyle, type UiContext } from '../ui/theme.ts';
import { column, icon, row, stack, text, type View, spacer } from '../ui/view.ts';
import { button, resourceIdsOf, screenPage } from '../ui/widgets.ts';
import type { DeviceProfile } from '../../profile.ts';

/** dp; maximum width of a dialog. */
const maxDialogWidthDp = 420;

interface DialogButton {
  readonly label: string;
  readonly tone: 'text' | 'filled';
  onTap(): void;
}

/** The panel of an AlertDialog; resource names of buttons count from the positive one, which is last. */
function dialogPanel(
  ui: UiContext,
  { title, message }: { readonly title: string; readonly message?: string | undefined },
  content: View | undefined,
  buttons: readonly DialogButton[],
): View {
  const { theme } = ui;
  const panel = {
    className: 'android.widget.FrameLayout',
    id: 'android:id/parentPanel',
    fill: theme.dialog,
    radius: 28,
    elevation: 12,
    padding: [24, 24, 16, 24],
  } as const;
  const messageProps = { id: 'android:id/message', width: 'fill', margin: [14, 0, 4, 0] } as const;
  const buttonPanel = {
    className: 'android.widget.ScrollView',
    id: 'android:id/buttonPanel',
    justify: 'end',
    gap: 8,
    margin: [14, 0, 0, 0],
  } as const;
  return stack({ width: Math.min(maxDialogWidthDp, ui.width - 48) }, [
    column(panel, [
      text(title, titleStyle(theme.text), { id: 'android:id/alertTitle', width: 'fill' }),
      message !== undefined && text(message, smallStyle(theme.textSoft), messageProps),
      content,
      row(
        buttonPanel,
        buttons.map(({ label, ...look }, index) =>
          button(theme, label, { ...look, id: `android:id/button${buttons.length - index}` }),
        ),
      ),
    ]),
  ]);
}

/** Renders an app's dialog with Android's resource names; `close` is called before a button's action. */
export function dialogView(ui: UiContext, dialog: AppDialog, close: () => void): View {
  const buttons = dialog.buttons.map(({ label, onTap }) => {
    const onButtonTap = () => {
      close();
      onTap?.();
    };
    return { label, tone: 'text', onTap: onButtonTap } as const;
  });
  return dialogPanel(ui, dialog, dialog.choices && choiceList(ui, dialog, close), buttons);
}

function choiceList({ theme }: UiContext, dialog: AppDialog, close: () => void): View {
  const rows = (dialog.choices?.items ?? []).map((item) => {
    const checked = item === dialog.choices?.selected;
    const color = checked ? theme.primary : theme.outline;
    const choice = {
      className: 'android.widget.CheckedTextView',
      id: 'android:id/text1',
      text: item,
      checkable: true,
      checked,
      height: 48,
      gap: 16,
      onTap: () => {
        close();
        dialog.onChoose?.(item);
      },
    };
    const box = checked ? mdiRadioboxMarked : mdiRadioboxBlank;
    return row(choice, [
      icon(box, { size: 24, color }, { paintOnly: true }),
      text(item, bodyStyle(theme.text), { paintOnly: true }),
    ]);
  });
  const list = {
    className: 'android.widget.ListView',
    id: 'android:id/select_dialog_listview',
    margin: [12, 0, 0, 0],
    scroll: 'choices',
  } as const;
  return column(list, rows);
}

/** A system dialog while it is shown. */
export interface OpenSystemDialog {
  readonly dialog: SystemDialog;
  checked: boolean;
  /** Closes the dialog as if this button was tapped. */
  closeWith(button: string): void;
}

/** Renders a system dialog, such as "Allow USB debugging?". */
export function systemDialogView(ui: UiContext, openDialog: OpenSystemDialog): View {
  const { dialog } = openDialog;
  const buttons = dialog.buttons.map((label, index) => {
    const tone = index === dialog.buttons.length - 1 ? 'filled' : 'text';
    return { label, tone, onTap: () => openDialog.closeWith(label) } as const;
  });
  const { checkbox: label } = dialog;
  const content = label === undefined ? undefined : checkbox(ui, openDialog, label);
  return dialogPanel(ui, dialog, content, buttons);
}

function checkbox({ theme }: UiContext, openDialog: OpenSystemDialog, label: string): View {
  const { checked } = openDialog;
  const color = checked ? theme.primary : theme.outline;
  const frame = {
    className: 'android.widget.CheckBox',
    id: 'com.android.systemui:id/alwaysUse',
    text: label,
    checkable: true,
    checked,
    minHeight: 48,
    gap: 14,
    padding: [8, 0],
    onTap: () => {
      openDialog.checked = !checked;
    },
  } as const;
  const box = checked ? mdiCheckboxMarked : mdiCheckboxBlankOutline;
  return row(frame, [
    icon(box, { size: 24, color }, { paintOnly: true }),
    text(label, bodyStyle(theme.text), { paintOnly: true, weight: 1 }),
  ]);
}

/**
 * Shows a system dialog and resolves with the tapped button. `show` adds it to the display and
 * returns a function that removes it. Rejects with `cancelled` when the signal aborts.
 */
export function awaitDialogButton(
  dialog: SystemDialog,
  signal: AbortSignal,
  show: (openDialog: OpenSystemDialog) => () => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelledError(dialog, signal));
      return;
    }
    const openDialog: OpenSystemDialog = {
      dialog,
      checked: false,
      closeWith: (tapped) => {
        cleanUp();
        resolve(tapped);
      },
    };
    const hide = show(openDialog);
    const { autoTap } = dialog;
    const timer =
      autoTap === undefined
        ? undefined
        : setTimeout(() => openDialog.closeWith(autoTap.button), autoTap.afterMs);
    const onAbort = () => {
      cleanUp();
      reject(cancelledError(dialog, signal));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const cleanUp = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      hide();
    };
  });
}

function cancelledError(dialog: SystemDialog, signal: AbortSignal): HandsetError {
  const message = `The dialog "${dialog.title}" was closed before anyone answered.`;
  return new HandsetError('cancelled', message, { cause: signal.reason });
}

/** An app that asks, and for what. */
interface PermissionRequest {
  readonly app: App;
  readonly name: PermissionName;
}

/** What the app could do with the permission, as in "Allow Weather to …?". */
const purposes = {
  ACCESS_FINE_LOCATION: 'access this device\u2019s location',
} as const satisfies Record<PermissionName, string>;

/** An app's permission as `changedPermissions` names it. */
export function permissionKey({ packageName }: App, name: PermissionName): string {
  return `${packageName} android.permission.${name}`;
}

interface Answer {
  readonly label: string;
  /** The resource name of its button. */
  readonly id: string;
  readonly grants: boolean;
}

/**
 * The buttons from top to bottom, with the resource names of AOSP's PermissionController. "Only this
 * time" ends some time after the app was left; not so here. Guess: Android 8 prints its labels in capitals,
 * as it shows them.
 */
function answersOn(android: DeviceProfile['android']): readonly Answer[] {
  if (android < 11) {
    return [
      { label: 'DENY', id: 'permission_deny_button', grants: false },
      { label: 'ALLOW', id: 'permission_allow_button', grants: true },
    ];
  }
  const whileUsing = { label: 'While using the app', grants: true } as const;
  const deny = { label: android >= 12 ? 'Don\u2019t allow' : 'Deny', grants: false } as const;
  return [
    { ...whileUsing, id: 'permission_allow_foreground_only_button' },
    { label: 'Only this time', id: 'permission_allow_one_time_button', grants: true },
    { ...deny, id: 'permission_deny_button' },
  ];
}

/** The full class name of the activity that asks, and its package: an app of its own from Android 10 on. */
function questionComponent(android: DeviceProfile['android']) {
  const packageName =
    android >= 10 ? 'com.android.permissioncontroller' : 'com.android.packageinstaller';
  return { packageName, className: `${packageName}.permission.ui.GrantPermissionsActivity` };
}

function questionScreen(ui: UiContext, host: ActivityHost, request: PermissionRequest): View {
  const { theme } = ui;
  const { app, name } = request;
  const { android } = host.profile;
  const id = resourceIdsOf(questionComponent(android).packageName);
  const buttons = answersOn(android).map(({ label, id: buttonId, grants }) => {
    const onTap = () => {
      host.state.changedPermissions.set(permissionKey(app, name), grants);
      host.finish();
    };
    return button(theme, label, { tone: 'tonal', id: id(buttonId), width: 'fill', onTap });
  });
  const panel = { fill: theme.dialog, radius: 28, padding: 24, gap: 12, align: 'center' } as const;
  const message = { id: id('permission_message'), textAlign: 'center' } as const;
  return screenPage(ui, { id: id('content_container'), fill: 'rgba(0, 0, 0, 0.4)' }, [
    spacer(),
    column({ paintOnly: true, padding: [0, 24] }, [
      column({ id: id('grant_dialog'), ...panel }, [
        icon(
          mdiMapMarkerOutline,
          { size: 28, color: theme.primary },
          { id: id('permission_icon') },
        ),
        text(`Allow ${app.label} to ${purposes[name]}?`, titleStyle(theme.text), message),
        ...buttons,
      ]),
    ]),
    spacer(),
  ]);
}

/** The app of the system that asks whether an app gets a permission, and its activity that does. */
export function permissionQuestion(
  { android, release }: DeviceProfile,
  request: PermissionRequest,
): { readonly controller: App; readonly className: string } {
  const { packageName, className } = questionComponent(android);
  const controller: App = {
    packageName,
    label: 'Permission controller',
    system: true,
    versionName: release,
    icon: request.app.icon,
    launcherClass: undefined,
    activities: { [className]: (host) => ({ render: (ui) => questionScreen(ui, host, request) }) },
  };
  return { controller, className };
}
