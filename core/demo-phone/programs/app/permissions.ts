/** The permissions of the demo phone's apps. */
import type { ProgramContext } from '../../shell/program.ts';
import type { AndroidVersion } from '../../options.ts';
import type { System } from '../../system.ts';
import { parseProgramArguments } from '../arguments.ts';
import { isRestricted, printException } from '../shell-exception.ts';
import { installedPackages } from '../system-packages.ts';

const prefix = 'android.permission.';

/** The runtime permissions that an app requests, and the version that introduced them, if that is later than 8. */
const runtimePermissions: Readonly<Record<string, AndroidVersion>> = {
  CAMERA: 8,
  RECORD_AUDIO: 8,
  ACCESS_FINE_LOCATION: 8,
  READ_CONTACTS: 8,
  WRITE_CONTACTS: 8,
  READ_SMS: 8,
  CALL_PHONE: 8,
  // Android 13; the profiles go from 11 to 14.
  POST_NOTIFICATIONS: 14,
};

/** What apps request, without the prefix. The apps of the system have been granted theirs. */
const requestedBy: Readonly<Record<string, readonly string[]>> = {
  'com.handset.notes': ['INTERNET', 'CAMERA', 'RECORD_AUDIO', 'POST_NOTIFICATIONS'],
  'com.handset.weather': ['INTERNET', 'ACCESS_FINE_LOCATION'],
  'com.android.contacts': ['READ_CONTACTS', 'WRITE_CONTACTS', 'CALL_PHONE'],
  'com.android.dialer': ['CALL_PHONE', 'READ_CONTACTS'],
  'com.android.phone': ['INTERNET', 'CALL_PHONE', 'READ_CONTACTS', 'READ_SMS'],
  'com.android.settings': ['INTERNET', 'ACCESS_FINE_LOCATION', 'READ_CONTACTS'],
};

/** A permission that a package requests. */
interface PackagePermission {
  /** With its prefix. */
  readonly name: string;
  readonly isRuntime: boolean;
  readonly isGranted: boolean;
}

/** The permissions that a package requests, as far as this Android version knows them. */
export function permissionsOf(
  { android, world }: System,
  packageName: string,
): readonly PackagePermission[] {
  const isSystem = !world.packages().some(({ name, system }) => name === packageName && !system);
  return (requestedBy[packageName] ?? [])
    .filter((name) => android >= (runtimePermissions[name] ?? 8))
    .map((shortName) => {
      const name = `${prefix}${shortName}`;
      const isRuntime = Object.hasOwn(runtimePermissions, shortName);
      const isGranted =
        world.changedPermissions.get(`${packageName} ${name}`) ?? (isSystem || !isRuntime);
      return { name, isRuntime, isGranted };
    });
}

/** Revokes what was granted since the installation: the package's data is cleared. */
export function resetPermissions({ world }: System, packageName: string): void {
  const { changedPermissions } = world;
  for (const key of [...changedPermissions.keys()])
    if (key.startsWith(`${packageName} `)) changedPermissions.delete(key);
}

/** `pm grant|revoke [--user N] PACKAGE PERMISSION` (PermissionManagerService). Revoking ends the app. */
export async function changePermission(
  context: ProgramContext,
  command: 'grant' | 'revoke',
  args: readonly string[],
): Promise<number> {
  const { system } = context;
  const [packageName = '', permission = ''] = parseProgramArguments(args, ['--user']).operands;
  const problem = problemWith(system, packageName, permission);
  if (problem !== undefined) return await refuse(context, command, problem);
  if (isRestricted(context))
    return await refuse(
      context,
      command,
      `java.lang.SecurityException: ${command}RuntimePermission: Neither user 2000 nor current process has android.permission.GRANT_RUNTIME_PERMISSIONS.`,
    );
  const key = `${packageName} ${permission}`;
  const wasGranted = permissionsOf(system, packageName).some(
    ({ name, isGranted }) => name === permission && isGranted,
  );
  system.world.changedPermissions.set(key, command === 'grant');
  if (command === 'revoke' && wasGranted) system.world.forceStop(packageName);
  return 0;
}

/** The Java exception with which Android refuses the change; undefined if it does not. */
function problemWith(system: System, packageName: string, permission: string): string | undefined {
  if (!installedPackages(system).some(({ name }) => name === packageName))
    return `java.lang.IllegalArgumentException: Unknown package: ${packageName}`;
  const shortName = permission.startsWith(prefix) ? permission.slice(prefix.length) : '';
  const since = runtimePermissions[shortName] ?? (shortName === 'INTERNET' ? 8 : Infinity);
  if (system.android < since)
    return `java.lang.IllegalArgumentException: Unknown permission: ${permission}`;
  const found = permissionsOf(system, packageName).find(({ name }) => name === permission);
  if (found === undefined)
    return `java.lang.SecurityException: Package ${packageName} has not requested permission ${permission}`;
  if (found.isRuntime) return undefined;
  const by = system.android >= 11 ? ` requested by ${packageName}` : '';
  return `java.lang.SecurityException: Permission ${permission}${by} is not a changeable permission type`;
}

/** Android 8's `pm` is a Java program that catches the exception (Pm.java); later ShellCommand.exec prints it. */
async function refuse(
  context: ProgramContext,
  command: string,
  exception: string,
): Promise<number> {
  if (context.system.android < 9) {
    const isArgument = exception.startsWith('java.lang.IllegalArgument');
    await context.err(`${isArgument ? 'Bad argument' : 'Operation not allowed'}: ${exception}\n`);
    return 1;
  }
  return await printException(context, command, exception);
}
