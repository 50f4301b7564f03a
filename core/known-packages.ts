/** Packages that are on every phone, and that nobody opens by name. */

/** Package names of home screens. */
export const launcherPackage = /launcher|quickstep|\.(mi)?home$/i;

/** What comes in front of an app and can't be opened itself. */
export const systemPackage =
  /^(?:android|com\.android\.systemui)$|\.(?:permissioncontroller|packageinstaller)$/;
