import { parseArguments } from '../arguments.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import { install, uninstall } from './install.ts';
import { parseIntent, resolveIntent, shortForm } from './intent.ts';
import { installedPackages, uidOf } from '../system-packages.ts';

/** `pm`: PackageManagerShellCommand.java. */
export const pm: Program = {
  names: ['pm'],
  run: ({ argv: [, command, ...words], ...context }) =>
    runPackageCommand({ ...context, argv: ['pm'] }, command, words),
};

/** Runs a command of `pm` or `cmd package`. */
export async function runPackageCommand(
  context: ProgramContext,
  command: string | undefined,
  words: readonly string[],
): Promise<number> {
  await context.pace(150); // Guess.
  switch (command) {
    case 'list':
      return list(context, words);
    case 'path':
      return path(context, words.at(-1) ?? '');
    case 'clear':
      return clear(context, words.at(-1) ?? '');
    case 'resolve-activity':
      return resolveActivity(context, words);
    case 'grant':
    case 'revoke':
      return 0;
    case 'install':
      return install(context, words);
    case 'uninstall':
      return uninstall(context, words);
    case undefined:
      await context.out('Package manager (package) commands:\n  help\n    Print this help text.\n');
      return 0;
    default:
      await context.out(`Unknown command: ${command}\n`);
      return 255;
  }
}

async function list(context: ProgramContext, [what, ...words]: readonly string[]): Promise<number> {
  if (what === 'users') {
    await context.out('Users:\n\tUserInfo{0:Owner:c13} running\n');
    return 0;
  }
  if (what !== 'packages' && what !== 'package') {
    await context.err(`Error: unknown list type '${what ?? ''}'\n`);
    return 255;
  }
  const { flags, operands } = parseArguments(words, ['--user']);
  const [filter = ''] = operands;
  const found = installedPackages(context.system)
    .filter(({ name, system }) => {
      if (flags.has('3') && system) return false;
      return !(flags.has('s') && !system) && name.includes(filter);
    })
    .map(({ name, system }) => {
      const file = flags.has('f') ? `${apkOf(name, system)}=` : '';
      return `package:${file}${name}${flags.has('U') ? ` uid:${uidOf(name)}` : ''}\n`;
    });
  await context.out(found.join(''));
  return 0;
}

/** The path of an app's APK. Guess: the random parts of the path. */
export function apkOf(name: string, system: boolean): string {
  return system
    ? `/system/app/${name}/${name}.apk`
    : `/data/app/~~ZGVtbw==/${name}-cGhvbmU=/base.apk`;
}

async function path(context: ProgramContext, name: string): Promise<number> {
  const found = installedPackages(context.system).find((info) => info.name === name);
  if (found === undefined) return 1;
  await context.out(`package:${apkOf(found.name, found.system)}\n`);
  return 0;
}

async function clear(context: ProgramContext, name: string): Promise<number> {
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
async function resolveActivity(context: ProgramContext, words: readonly string[]): Promise<number> {
  const { intent, others } = parseIntent(words);
  const operand = others.find((word) => !word.startsWith('-'));
  const asked = operand === undefined ? intent : { ...intent, packageName: operand };
  const found = resolveIntent(asked, context.system.world);
  if (found === undefined) {
    await context.out('No activity found\n');
    return 0;
  }
  // ResolveInfo in one line, then the component (PackageManagerShellCommand.printResolveInfo).
  const details = 'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n';
  const component = `${shortForm(found)}\n`;
  const brief = others.includes('--brief');
  await context.out(brief ? details + component : `${details}  ActivityInfo:\n    name=${found}\n`);
  return 0;
}
