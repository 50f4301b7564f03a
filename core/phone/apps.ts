/** The apps of a phone: what tools read of them and do to them. */

/** An installed package. */
export interface InstalledApp {
  readonly packageName: string;
  /** As the launcher shows it, in the phone's language; null where the phone did not report it. */
  readonly name: string | null;
  /** The activity that a launcher starts, as `package/.Class`; null without one. */
  readonly launcherActivity: string | null;
  /** Whether it is part of the system image, and so can't be uninstalled. */
  readonly isSystem: boolean;
  /** Whether a process of it runs. */
  readonly isRunning: boolean;
}

/** All packages of the current user. */
export interface InstalledApps {
  /** In no particular order. */
  readonly apps: readonly InstalledApp[];
  /** Why names are missing, one sentence; null if they are not. */
  readonly namesProblem: string | null;
}

/** One app as the phone describes it. */
export interface AppDetails {
  readonly versionName: string | null;
  readonly versionCode: number | null;
  /** `YYYY-MM-DD hh:mm:ss`, the phone's local time. */
  readonly updated: string | null;
  readonly isSystem: boolean;
  /** False if it was disabled: it then neither runs nor shows an icon. */
  readonly isEnabled: boolean;
  /** Process ids of its main process; empty if that does not run. */
  readonly pids: readonly number[];
  /** Memory of the main process (PSS); null if that does not run or the phone does not say. */
  readonly memoryKb: number | null;
  /** The permissions that the user grants or denies, and those that this app got at its installation. */
  readonly permissions: readonly AppPermission[];
  readonly lastCrash: AppCrash | null;
}

/** A permission that an app has asked for. */
export interface AppPermission {
  /** `android.permission.CAMERA`. */
  readonly name: string;
  readonly isGranted: boolean;
  /** Whether it can be granted and revoked while the app is installed. */
  readonly isRuntime: boolean;
}

/** The newest crash of an app that the phone's log still holds. */
export interface AppCrash {
  /** `YYYY-MM-DD hh:mm:ss.mmm`, the phone's local time. */
  readonly time: string;
  /** The report as the app wrote it: a message and a stack trace. */
  readonly report: string;
}

/** What stopping an app found. */
export interface AppStopResult {
  readonly wasRunning: boolean;
  /** Whether a process of it runs again: Android restarts some at once. */
  readonly isRunning: boolean;
}

/**
 * Starts, lists and changes apps. Every method rejects with `phone-lost`, `timeout`, `cancelled` or
 * what it names. Package names are the caller's: any text is quoted, never interpreted.
 */
export interface PhoneApps {
  /**
   * Lists all packages; with their names, if requested, where the scrcpy server can list them.
   * Rejects with `command-failed`.
   */
  list(options: { readonly withNames: boolean }, signal: AbortSignal): Promise<InstalledApps>;
  /**
   * Starts an activity as a launcher does, with `fresh` after stopping its app. Resolves when the
   * phone has accepted it, before anything is visible. Rejects with `command-failed`.
   */
  start(
    options: { readonly activity: string; readonly fresh: boolean },
    signal: AbortSignal,
  ): Promise<void>;
  /** Reads one app. Rejects with `invalid-argument` if it is not installed, `command-failed`. */
  read(packageName: string, signal: AbortSignal): Promise<AppDetails>;
  /** Whether an app's main process does not run because it crashed. */
  hasCrashed(packageName: string, signal: AbortSignal): Promise<boolean>;
  /** Ends all processes of an app. Rejects with `invalid-argument` if it is not installed. */
  stop(packageName: string, signal: AbortSignal): Promise<AppStopResult>;
  /** Deletes an app's data and ends it. Rejects with `invalid-argument` if it is not installed, `command-failed`. */
  clearData(packageName: string, signal: AbortSignal): Promise<void>;
  /**
   * Uninstalls an app; of an app of the system, its updates. Rejects with `invalid-argument` if it is
   * not installed, `command-failed`.
   */
  uninstall(packageName: string, signal: AbortSignal): Promise<'uninstalled' | 'updates-removed'>;
  /**
   * Grants or revokes a permission; resolves to whether it is granted after that, null where the phone
   * does not say. Rejects with `invalid-argument` if the app is not installed, `command-failed`.
   */
  setPermission(change: PermissionChange, signal: AbortSignal): Promise<boolean | null>;
}

/** A permission to grant or to revoke. */
export interface PermissionChange {
  readonly packageName: string;
  /** The full name: `android.permission.CAMERA`. */
  readonly permission: string;
  readonly grant: boolean;
}
