import { FileError } from '../../files.ts';
import { concat } from '../../bytes.ts';
import { parseProgramArguments } from '../arguments.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import type { Apk } from '../../system.ts';
import { readApk, type ApkError } from './apk.ts';
import { isRestricted, printException, reportUnknownCommand } from '../shell-exception.ts';
import { installedPackages, uidOf } from '../system-packages.ts';
import { changePermission, resetPermissions } from './permissions.ts';
import { parseIntent, resolveIntent, shortComponentName } from './intent.ts';

/** Time to install a small app, in ms. Guess: a mid-range phone. */
const installMs = 1_500;
/** The path in the messages of the package manager. Guess: any session number will do. */
const sessionPath = '/data/app/vmdl1046587923.tmp/base.apk';

/** A command of the package manager; resolves with its exit code. */
type PackageCommand = (context: ProgramContext, args: readonly string[]) => Promise<number>;

/** `pm install [-rtdg] [-S SIZE] [FILE|-]`: PackageManagerShellCommand.runInstall; without a file from stdin. */
const install: PackageCommand = async (context, args) => {
  const { values, operands } = parseProgramArguments(args, flagsWithValue);
  const [file] = operands;
  const size = values.get('S');
  if (file !== undefined && file !== '-') return await installFile(context, file);
  if (size === undefined) {
    await context.out('Error: must either specify a package size or an APK file\n');
    return 1;
  }
  const apk = await readApk(await readStdin(context, Number(size)));
  return await finishInstall(context, apk);
};

const flagsWithValue = ['S', 'i', 'p', '--user', '--abi', '--install-location', '--install-reason'];

/** Reads this many bytes of stdin, or fewer if it ends. */
async function readStdin(
  { stdin }: ProgramContext,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for (let left = size; left > 0;) {
    const chunk = await stdin.next();
    if (chunk === undefined) break;
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
  }
  return concat(chunks);
}

async function installFile(context: ProgramContext, file: string): Promise<number> {
  const path = context.path(file);
  const bytes = readApkFile(context, path);
  if (bytes === undefined) {
    await context.err(`Error: Unable to open file: ${path}\n`);
    await context.err('Consider using a file under /data/local/tmp/\n');
    return await failWithException(context, `Error: Can't open file: ${path}`);
  }
  const apk = await readApk(bytes);
  // The file is parsed before the installation begins, which throws.
  if (apk === 'not-apk') {
    const detail = context.system.android >= 12 ? `: Failed to load asset path ${path}` : '';
    return await failWithException(context, `Error: Failed to parse APK file: ${path}${detail}`);
  }
  return await finishInstall(context, apk);
}

/** Reads a file as the package manager, which is another user than the shell and has no access to shared storage. */
function readApkFile(
  { system }: ProgramContext,
  path: string,
): Uint8Array<ArrayBuffer> | undefined {
  if (/^\/(?:sdcard|storage|mnt)\//.test(path)) return undefined;
  try {
    return system.files.read(path);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** Prints a message, until Android 11 also on a line of its own, and its Java exception. */
async function failWithException(context: ProgramContext, message: string): Promise<number> {
  if (context.system.android < 12) await context.err(`${message}\n`);
  return await printException(context, 'install', `java.lang.IllegalArgumentException: ${message}`);
}

async function finishInstall(context: ProgramContext, apk: Apk | ApkError): Promise<number> {
  await context.simulateLatency(installMs);
  const failure =
    typeof apk === 'string' ? parseFailure(context, apk) : installFailure(context, apk);
  if (failure !== undefined || typeof apk === 'string') {
    await context.out(`Failure [${failure ?? ''}]\n`);
    return 1;
  }
  context.system.installed.set(apk.packageName, apk);
  await context.out('Success\n');
  return 0;
}

function parseFailure({ system }: ProgramContext, fault: ApkError): string {
  const detail = system.android >= 11 ? `: Failed to load asset path ${sessionPath}` : '';
  return fault === 'not-apk'
    ? `INSTALL_PARSE_FAILED_NOT_APK: Failed to parse ${sessionPath}${detail}`
    : `INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: Failed to parse ${sessionPath}: AndroidManifest.xml`;
}

/** The message with which this Android version refuses the app; undefined if it installs. */
function installFailure({ system }: ProgramContext, apk: Apk): string | undefined {
  const { android, faults, installed } = system;
  const { packageName } = apk;
  if (faults.has('install-blocked'))
    return 'INSTALL_FAILED_USER_RESTRICTED: Install canceled by user';
  const isPreinstalled = installedPackages(system).some(({ name }) => name === packageName);
  return !installed.has(packageName) && isPreinstalled
    ? signatureMismatch(packageName, android)
    : undefined;
}

/** The message for an app with another signature. Guess: the demo phone's own apps have an unknown signing key. */
function signatureMismatch(packageName: string, android: number): string {
  const message =
    android >= 14
      ? `Existing package ${packageName} signatures do not match newer version; ignoring!`
      : `Package ${packageName} signatures do not match previously installed version; ignoring!`;
  return `INSTALL_FAILED_UPDATE_INCOMPATIBLE: ${message}`;
}

/** `pm uninstall [-k] [--user N] PACKAGE`: preinstalled apps stay. */
const uninstall: PackageCommand = async (context, args) => {
  const { installed, world } = context.system;
  const [name = ''] = parseProgramArguments(args, ['--user']).operands;
  const wasInstalled = installed.delete(name) || world.uninstall(name);
  await context.out(wasInstalled ? 'Success\n' : 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n');
  return wasInstalled ? 0 : 1;
};

const printPackages: PackageCommand = async (context, [what, ...args]) => {
  if (what === 'users') {
    await context.out('Users:\n\tUserInfo{0:Owner:c13} running\n');
    return 0;
  }
  if (what !== 'packages' && what !== 'package') {
    await context.err(`Error: unknown list type '${what ?? ''}'\n`);
    return 255;
  }
  const { flags, operands } = parseProgramArguments(args, ['--user']);
  const [filter = ''] = operands;
  const found = installedPackages(context.system)
    .filter(({ name, system }) => {
      if (flags.has('3') && system) return false;
      return !(flags.has('s') && !system) && name.includes(filter);
    })
    .map(({ name, system }) => {
      const file = flags.has('f') ? `${apkPath(name, system)}=` : '';
      return `package:${file}${name}${flags.has('U') ? ` uid:${uidOf(name)}` : ''}\n`;
    });
  await context.out(found.join(''));
  return 0;
};

/** The path of an app's APK. Guess: the random parts of the path. */
export function apkPath(name: string, system: boolean): string {
  return system
    ? `/system/app/${name}/${name}.apk`
    : `/data/app/~~ZGVtbw==/${name}-cGhvbmU=/base.apk`;
}

const printPath: PackageCommand = async (context, args) => {
  const found = installedPackages(context.system).find(({ name }) => name === args.at(-1));
  if (found === undefined) return 1;
  await context.out(`package:${apkPath(found.name, found.system)}\n`);
  return 0;
};

const clearData: PackageCommand = async (context, args) => {
  const { system, err, out, pid } = context;
  const name = args.at(-1) ?? '';
  if (!installedPackages(system).some((info) => info.name === name)) {
    await err('Failed\n');
    return 1;
  }
  if (isRestricted(context)) {
    const denial = `PID ${pid} does not have permission android.permission.CLEAR_APP_USER_DATA to clear data of package ${name}`;
    return await printException(context, 'clear', `java.lang.SecurityException: ${denial}`);
  }
  system.world.clearData(name);
  resetPermissions(system, name);
  await out('Success\n');
  return 0;
};

/** `resolve-activity --brief [intent|package]`. */
const resolveActivity: PackageCommand = async (context, args) => {
  const { intent, otherArgs } = parseIntent(args);
  const operand = otherArgs.find((arg) => !arg.startsWith('-'));
  const target = operand === undefined ? intent : { ...intent, packageName: operand };
  const found = resolveIntent(target, context.system.world);
  const text = found && resolveInfoText(found, otherArgs.includes('--brief'));
  await context.out(text ?? 'No activity found\n');
  return 0;
};

/** ResolveInfo in one line, then the component (PackageManagerShellCommand.printResolveInfo). */
function resolveInfoText(component: string, brief: boolean): string {
  const details = 'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n';
  const [packageName = '', name = ''] = component.split('/');
  const activity = brief
    ? shortComponentName(component)
    : `ActivityInfo:\n  name=${name}\n  packageName=${packageName}`;
  return `${details}${activity}\n`;
}

/** `query-activities --brief -a …MAIN -c …LAUNCHER`: the activities that a launcher shows, or the one that handles another intent. */
const queryActivities: PackageCommand = async (context, args) => {
  const { world } = context.system;
  const { intent, otherArgs } = parseIntent(args);
  const found = intent.categories.includes('android.intent.category.LAUNCHER')
    ? world
        .packages()
        .filter(({ name }) => intent.packageName === undefined || name === intent.packageName)
        .map(({ name }) => world.launchActivity(name))
    : [resolveIntent(intent, world)];
  const texts = found
    .filter((component) => component !== undefined)
    .map((component, i) => {
      const text = resolveInfoText(component, otherArgs.includes('--brief'));
      return `  Activity #${i}:\n${text.replace(/^(?=.)/gm, '    ')}`;
    });
  await context.out(
    texts.length === 0
      ? 'No activities found\n'
      : `${texts.length} activities found:\n${texts.join('')}`,
  );
  return 0;
};

const commands: Readonly<Record<string, PackageCommand>> = {
  install,
  uninstall,
  list: printPackages,
  path: printPath,
  clear: clearData,
  'resolve-activity': resolveActivity,
  'query-activities': queryActivities,
  grant: (context, args) => changePermission(context, 'grant', args),
  revoke: (context, args) => changePermission(context, 'revoke', args),
};

/** Runs a command of `pm` or `cmd package` (PackageManagerShellCommand.java). */
export async function runPackageCommand(
  context: ProgramContext,
  command = '',
  args: readonly string[] = [],
): Promise<number> {
  await context.simulateLatency(150); // Guess.
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  return run?.(context, args) ?? reportUnknownCommand(context, command);
}

export const pm: Program = {
  names: ['pm'],
  main: ({ argv: [, command, ...args], ...context }) =>
    runPackageCommand({ ...context, argv: ['pm'] }, command, args),
};
