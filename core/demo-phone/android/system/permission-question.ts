import { mdiCameraOutline } from '@mdi/js';
import type { DeviceProfile } from '../../profile.ts';
import type { ActivityHost, App, PermissionName } from '../apps/app.ts';
import { titleStyle, type UiContext } from '../ui/theme.ts';
import { column, icon, spacer, text, type View } from '../ui/view.ts';
import { button, resourceIdsOf, screenPage } from '../ui/widgets.ts';

/** An app that asks, and for what. */
interface PermissionRequest {
  readonly app: App;
  readonly name: PermissionName;
}

/** What the app could do with the permission, as in "Allow Camera to …?". */
const purposes = {
  CAMERA: 'take pictures and record video',
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
  return [
    {
      label: 'While using the app',
      id: 'permission_allow_foreground_only_button',
      grants: true,
    },
    { label: 'Only this time', id: 'permission_allow_one_time_button', grants: true },
    {
      label: android >= 12 ? 'Don\u2019t allow' : 'Deny',
      id: 'permission_deny_button',
      grants: false,
    },
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
  const buttons = answersOn(android).map(({ label, id: buttonId, grants }) =>
    button(theme, label, {
      tone: 'tonal',
      id: id(buttonId),
      width: 'fill',
      onTap: () => {
        host.state.changedPermissions.set(permissionKey(app, name), grants);
        host.finish();
      },
    }),
  );
  return screenPage(ui, { id: id('content_container'), fill: 'rgba(0, 0, 0, 0.4)' }, [
    spacer(),
    column({ paintOnly: true, padding: [0, 24] }, [
      column(
        {
          id: id('grant_dialog'),
          fill: theme.dialog,
          radius: 28,
          padding: 24,
          gap: 12,
          align: 'center',
        },
        [
          icon(mdiCameraOutline, { size: 28, color: theme.primary }, { id: id('permission_icon') }),
          text(`Allow ${app.label} to ${purposes[name]}?`, titleStyle(theme.text), {
            id: id('permission_message'),
            textAlign: 'center',
          }),
          ...buttons,
        ],
      ),
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
    createActivity: (_className, host) => ({ render: (ui) => questionScreen(ui, host, request) }),
  };
  return { controller, className };
}
