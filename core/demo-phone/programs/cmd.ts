import { runActivityCommand } from './app/am.ts';
import { runPackageCommand } from './app/pm.ts';
import { serviceLines, services } from './dumpsys/dumpsys.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import { runWindowCommand } from './wm.ts';

/** `cmd SERVICE …`: frameworks/native/cmds/cmd. */
export const cmd: Program = {
  names: ['cmd'],
  run: async (context) => {
    const [, service, command, ...words] = context.argv;
    switch (service) {
      case undefined:
        await context.err('cmd: No service specified; use -l to list all services\n');
        return 20;
      case '-l':
        await context.out(serviceLines());
        return 0;
      case 'statusbar':
        return statusBar(context, command);
      case 'package':
        return runPackageCommand(context, command, words);
      case 'activity':
        return runActivityCommand(context, command, words);
      case 'window':
        return runWindowCommand(context, command, words);
      case 'clipboard':
        return clipboard(context, [command, ...words]);
      case 'input':
      case 'settings':
        return context.spawn([service, ...(command === undefined ? [] : [command]), ...words]);
      default:
        return other(context, service);
    }
  },
};

/** StatusBarShellCommand.java. */
async function statusBar(context: ProgramContext, command: string | undefined): Promise<number> {
  const { world } = context.system;
  await context.pace(60); // Guess.
  if (command === 'expand-notifications') world.expandNotifications();
  else if (command === 'expand-settings') world.expandSettings();
  else if (command === 'collapse') world.collapsePanels();
  else {
    await context.out(`Unknown command: ${command ?? ''}\n`);
    return 255;
  }
  return 0;
}

/** `get text`, `set text TEXT`: on some builds only; AOSP's clipboard has no commands. Guess: the syntax of those builds. */
async function clipboard(
  context: ProgramContext,
  [command, kind, ...words]: readonly (string | undefined)[],
): Promise<number> {
  const { world, faults } = context.system;
  if (!faults.has('shell-clipboard')) return other(context, 'clipboard');
  if (kind === 'text' && command === 'get') {
    await context.out(`${world.clipboard ?? ''}\n`);
    return 0;
  }
  if (kind === 'text' && command === 'set') {
    world.clipboard = words.join(' ');
    return 0;
  }
  await context.out(`Unknown command: ${command ?? ''}\n`);
  return 255;
}

/** A service without commands prints Binder.onShellCommand's message and exits with 0. */
async function other({ err }: ProgramContext, service: string): Promise<number> {
  if (!services.includes(service)) {
    await err(`cmd: Can't find service: ${service}\n`);
    return 20;
  }
  await err('No shell command implementation.\n');
  return 0;
}
