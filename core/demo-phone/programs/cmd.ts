import { runActivityCommand } from './app/am.ts';
import {
  runLocaleCommand,
  runConnectivityCommand,
  runMediaCommand,
  runUiModeCommand,
} from './device-settings.ts';
import { runPackageCommand } from './app/pm.ts';
import { serviceLines, serviceNames } from './dumpsys/dumpsys.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import { runWindowCommand } from './wm.ts';

/** `cmd SERVICE …`: frameworks/native/cmds/cmd. */
export const cmd: Program = {
  names: ['cmd'],
  main: async (context) => {
    const [, service, command, ...args] = context.argv;
    switch (service) {
      case undefined:
        await context.err('cmd: No service specified; use -l to list all services\n');
        return 20;
      case '-l':
        await context.out(serviceLines());
        return 0;
      case 'statusbar':
        return runStatusBarCommand(context, command);
      case 'package':
        return runPackageCommand(context, command, args);
      case 'activity':
        return runActivityCommand(context, command, args);
      case 'window':
        return runWindowCommand(context, command, args);
      case 'clipboard':
        return runClipboardCommand(context, [command, ...args]);
      case 'uimode':
        return runUiModeCommand(context, command, args);
      case 'locale':
        return runLocaleCommand(context, command, args);
      case 'connectivity':
        return runConnectivityCommand(context, command, args);
      case 'media_session':
        return runMediaCommand(context, command, args);
      case 'input':
      case 'settings':
        return context.spawn([service, ...(command === undefined ? [] : [command]), ...args]);
      default:
        return reportNoCommands(context, service);
    }
  },
};

/** StatusBarShellCommand.java. */
async function runStatusBarCommand(
  context: ProgramContext,
  command: string | undefined,
): Promise<number> {
  const { world } = context.system;
  await context.simulateLatency(60); // Guess.
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
async function runClipboardCommand(
  context: ProgramContext,
  [command, kind, ...args]: readonly (string | undefined)[],
): Promise<number> {
  const { world, faults } = context.system;
  if (!faults.has('shell-clipboard')) return reportNoCommands(context, 'clipboard');
  if (kind === 'text' && command === 'get') {
    await context.out(`${world.clipboard ?? ''}\n`);
    return 0;
  }
  if (kind === 'text' && command === 'set') {
    world.clipboard = args.join(' ');
    return 0;
  }
  await context.out(`Unknown command: ${command ?? ''}\n`);
  return 255;
}

/** A service without commands prints Binder.onShellCommand's message and exits with 0. */
async function reportNoCommands({ err }: ProgramContext, service: string): Promise<number> {
  if (!serviceNames.includes(service)) {
    await err(`cmd: Can't find service: ${service}\n`);
    return 20;
  }
  await err('No shell command implementation.\n');
  return 0;
}
