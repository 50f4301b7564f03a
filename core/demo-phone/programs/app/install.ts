import { FileError } from '../../files.ts';
import { concat } from '../../bytes.ts';
import { parseArguments } from '../arguments.ts';
import type { ProgramContext } from '../../shell/program.ts';
import { apiLevels, type Apk } from '../../system.ts';
import { type ApkFault, readApk } from './apk.ts';
import { installedPackages } from '../system-packages.ts';

/** Time to install a small app, in ms. Guess: a mid-range phone. */
const installMs = 1_500;
/** The path in the messages of the package manager. Guess: any session number will do. */
const sessionPath = '/data/app/vmdl1046587923.tmp/base.apk';
/** The ABIs of every phone with a 64-bit ARM processor (ro.product.cpu.abilist). */
const abis = ['arm64-v8a', 'armeabi-v7a', 'armeabi'];

/** `pm install [-rtdg] [-S SIZE] [FILE|-]`: PackageManagerShellCommand.runInstall; without a file from stdin. */
export async function install(context: ProgramContext, words: readonly string[]): Promise<number> {
  const { flags, values, operands } = parseArguments(words, withValue);
  const [file] = operands;
  const size = values.get('S');
  if (file !== undefined && file !== '-') return await installFile(context, file, flags);
  if (size === undefined) {
    await context.out('Error: must either specify a package size or an APK file\n');
    return 1;
  }
  const apk = await readApk(await take(context, Number(size)));
  return await settle(context, apk, flags);
}

const withValue = ['S', 'i', 'p', '--user', '--abi', '--install-location', '--install-reason'];

/** Reads this many bytes of stdin, or fewer if it ends. */
async function take({ stdin }: ProgramContext, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for (let left = size; left > 0;) {
    const chunk = await stdin.next();
    if (chunk === undefined) break;
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
  }
  return concat(chunks);
}

async function installFile(
  context: ProgramContext,
  file: string,
  flags: ReadonlySet<string>,
): Promise<number> {
  const path = context.path(file);
  const bytes = readable(context, path);
  if (bytes === undefined) {
    await context.err(`Error: Unable to open file: ${path}\n`);
    await context.err('Consider using a file under /data/local/tmp/\n');
    return await fallOver(context, `Error: Can't open file: ${path}`);
  }
  const apk = await readApk(bytes);
  // The file is parsed before the installation begins, which throws.
  if (apk === 'not-apk') {
    const detail = context.system.android >= 12 ? `: Failed to load asset path ${path}` : '';
    return await fallOver(context, `Error: Failed to parse APK file: ${path}${detail}`);
  }
  return await settle(context, apk, flags);
}

/** Reads a file as the package manager, which is another user than the shell and has no access to shared storage. */
function readable({ system }: ProgramContext, path: string): Uint8Array<ArrayBuffer> | undefined {
  if (/^\/(?:sdcard|storage|mnt)\//.test(path)) return undefined;
  try {
    return system.files.read(path);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** Prints a message and its Java exception, as ShellCommand.exec does. */
async function fallOver({ system, err }: ProgramContext, words: string): Promise<number> {
  const what = system.android >= 11 ? " 'install'" : '';
  const said = system.android >= 12 ? '' : `${words}\n`;
  await err(
    `${said}\nException occurred while executing${what}:\njava.lang.IllegalArgumentException: ${words}\n\tat com.android.server.pm.PackageManagerShellCommand.setParamsSize(PackageManagerShellCommand.java:621)\n\tat com.android.server.pm.PackageManagerShellCommand.runInstall(PackageManagerShellCommand.java:1438)\n\tat com.android.server.pm.PackageManagerShellCommand.onCommand(PackageManagerShellCommand.java:234)\n`,
  );
  return 255;
}

async function settle(
  context: ProgramContext,
  apk: Apk | ApkFault,
  flags: ReadonlySet<string>,
): Promise<number> {
  await context.pace(installMs);
  const failure = typeof apk === 'string' ? unreadable(context, apk) : refusal(context, apk, flags);
  if (failure !== undefined || typeof apk === 'string') {
    await context.out(`Failure [${failure ?? ''}]\n`);
    return 1;
  }
  context.system.installed.set(apk.packageName, apk);
  await context.out('Success\n');
  return 0;
}

function unreadable({ system }: ProgramContext, fault: ApkFault): string {
  const detail = system.android >= 11 ? `: Failed to load asset path ${sessionPath}` : '';
  return fault === 'not-apk'
    ? `INSTALL_PARSE_FAILED_NOT_APK: Failed to parse ${sessionPath}${detail}`
    : `INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: Failed to parse ${sessionPath}: AndroidManifest.xml`;
}

/** The message with which this Android version refuses the app; undefined if it installs. */
function refusal(
  { system }: ProgramContext,
  apk: Apk,
  flags: ReadonlySet<string>,
): string | undefined {
  const { android, faults, installed } = system;
  const { packageName, versionCode, minSdk } = apk;
  if (faults.has('install-blocked'))
    return 'INSTALL_FAILED_USER_RESTRICTED: Install canceled by user';
  const level = apiLevels[android];
  if (minSdk > level)
    return `INSTALL_FAILED_OLDER_SDK: Failed parse during installPackageLI: ${sessionPath} (at Binary XML file line #7): Requires newer sdk version #${minSdk} (current version is #${level})`;
  if (apk.abis.size > 0 && !abis.some((abi) => apk.abis.has(abi)))
    return 'INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113';
  if (apk.testOnly && !flags.has('t')) return `INSTALL_FAILED_TEST_ONLY: ${testOnly(android)}`;
  const before = installed.get(packageName);
  // Before Android 9 an app is replaced only with -r.
  if (before !== undefined && android < 9 && !flags.has('r'))
    return `INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install ${packageName} without first uninstalling.`;
  if (before !== undefined && versionCode < before.versionCode && !flags.has('d')) {
    const older = `Update version code ${versionCode} is older than current ${before.versionCode}`;
    return `INSTALL_FAILED_VERSION_DOWNGRADE${android >= 11 ? `: Downgrade detected: ${older}` : ''}`;
  }
  const isOurs = installedPackages(system).some(({ name }) => name === packageName);
  return before === undefined && isOurs ? otherSignature(packageName, android) : undefined;
}

function testOnly(android: number): string {
  if (android < 12) return 'installPackageLI';
  return 'Failed to install test-only apk. Did you forget to add -t?';
}

/** The message for an app with another signature. Guess: the demo phone's own apps have an unknown signing key. */
function otherSignature(packageName: string, android: number): string {
  const words =
    android >= 14
      ? `Existing package ${packageName} signatures do not match newer version; ignoring!`
      : `Package ${packageName} signatures do not match previously installed version; ignoring!`;
  return `INSTALL_FAILED_UPDATE_INCOMPATIBLE: ${words}`;
}

/** `pm uninstall [-k] [--user N] PACKAGE`: preinstalled apps stay. */
export async function uninstall(
  context: ProgramContext,
  words: readonly string[],
): Promise<number> {
  const [name = ''] = parseArguments(words, ['--user']).operands;
  const isGone = context.system.installed.delete(name);
  await context.out(isGone ? 'Success\n' : 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n');
  return isGone ? 0 : 1;
}
