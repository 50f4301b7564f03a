import { parseProgramArguments } from '../arguments.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import { install, uninstall } from './install.ts';
import { parseIntent, resolveIntent, shortComponentName } from './intent.ts';
import { installedPackages, uidOf } from '../system-packages.ts';

/** `pm`: PackageManagerShellCommand.java. */
export const pm: Program = {
  names: ['pm'],
  main: ({ argv: [, command, ...args], ...context }) =>
    runPackageCommand({ ...context, argv: ['pm'] }, command, args),
};

/** Runs a command of `pm` or `cmd package`. */
export async function runPackageCommand(
  context: ProgramContext,
  command: string | undefined,
  args: readonly string[],
): Promise<number> {
  await context.simulateLatency(150); // Guess.
  switch (command) {
    case 'list':
      return printPackages(context, args);
    case 'path':
      return printPath(context, args.at(-1) ?? '');
    case 'clear':
      return clearData(context, args.at(-1) ?? '');
    case 'resolve-activity':
      return resolveActivity(context, args);
    case 'grant':
    case 'revoke':
      return 0;
    case 'install':
      return install(context, args);
    case 'uninstall':
      return uninstall(context, args);
    case undefined:
      await context.out('Package manager (package) commands:\n  help\n    Print this help text.\n');
      return 0;
    default:
      await context.out(`Unknown command: ${command}\n`);
      return 255;
  }
}

async function printPackages(
  context: ProgramContext,
  [what, ...args]: readonly string[],
): Promise<number> {
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
}

/** The path of an app's APK. Guess: the random parts of the path. */
export function apkPath(name: string, system: boolean): string {
  return system
    ? `/system/app/${name}/${name}.apk`
    : `/data/app/~~ZGVtbw==/${name}-cGhvbmU=/base.apk`;
}

async function printPath(context: ProgramContext, name: string): Promise<number> {
  const found = installedPackages(context.system).find((info) => info.name === name);
  if (found === undefined) return 1;
  await context.out(`package:${apkPath(found.name, found.system)}\n`);
  return 0;
}

async function clearData(context: ProgramContext, name: string): Promise<number> {
  const { world } = context.system;
  if (!world.packages().some((info) => info.name === name)) {
    await context.out('Failed\n');
    return 1;
  }
  // Guess: the demo phone's apps have no data that a new process would not create again.
  world.forceStop(name);
  await context.out('Success\n');
  return 0;
}

/** `resolve-activity --brief [intent|package]`. */
async function resolveActivity(context: ProgramContext, args: readonly string[]): Promise<number> {
  const { intent, otherArgs } = parseIntent(args);
  const operand = otherArgs.find((arg) => !arg.startsWith('-'));
  const target = operand === undefined ? intent : { ...intent, packageName: operand };
  const found = resolveIntent(target, context.system.world);
  if (found === undefined) {
    await context.out('No activity found\n');
    return 0;
  }
  // ResolveInfo in one line, then the component (PackageManagerShellCommand.printResolveInfo).
  const details = 'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n';
  const component = `${shortComponentName(found)}\n`;
  const brief = otherArgs.includes('--brief');
  await context.out(brief ? details + component : `${details}  ActivityInfo:\n    name=${found}\n`);
  return 0;
}
