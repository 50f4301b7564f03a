/** Packages of home screens. */
export const launcherPackage = /(?:launcher|quickstep)\w*$|^com\.(?:miui|sonymobile)\.home$/i;

/** Packages of what comes in front of an app and can't be opened itself. */
export const systemPackage =
  /^(?:android|com\.android\.systemui)$|\.(?:permissioncontroller|packageinstaller)$/;
