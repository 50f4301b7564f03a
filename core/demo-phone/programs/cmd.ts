import type { Program, ProgramContext } from '../shell/program.ts';
import type { SystemSwitch } from '../world.ts';
import { runActivityCommand } from './app/am.ts';
import { runPackageCommand } from './app/pm.ts';
import { serviceLines, serviceNames } from './dumpsys/dumpsys.ts';
import { installedPackages } from './system-packages.ts';
import { runWindowCommand } from './wm.ts';

/** Runs a command of a service; resolves with its exit code. */
type ServiceCommand = (
  context: ProgramContext,
  command: string | undefined,
  args: readonly string[],
) => Promise<number>;

/** The services that have commands. */
const services: ReadonlyMap<string, ServiceCommand> = new Map([
  ['activity', runActivityCommand],
  ['bluetooth_manager', runBluetoothCommand],
  ['clipboard', runClipboardCommand],
  ['connectivity', runConnectivityCommand],
  ['locale', runLocaleCommand],
  ['media_session', runMediaCommand],
  ['package', runPackageCommand],
  ['statusbar', runStatusBarCommand],
  ['uimode', runUiModeCommand],
  ['window', runWindowCommand],
]);

/** The version of Android that added a service's commands, where that is not the oldest one here. */
const firstVersions: ReadonlyMap<string, number> = new Map([
  // Guess: with the Bluetooth module.
  ['bluetooth_manager', 13],
  ['connectivity', 11],
  ['media_session', 11],
  ['uimode', 10],
]);

/** `cmd SERVICE …`: frameworks/native/cmds/cmd. */
const cmd: Program = {
  names: ['cmd'],
  main: async (context) => {
    const [, service, command, ...args] = context.argv;
    if (service === undefined) {
      await context.err('cmd: No service specified; use -l to list all services\n');
      return 20;
    }
    if (service === '-l') {
      await context.out(serviceLines());
      return 0;
    }
    const isSupported = context.system.android >= (firstVersions.get(service) ?? 0);
    const runCommand = isSupported ? services.get(service) : undefined;
    return runCommand?.(context, command, args) ?? reportNoCommands(context, service);
  },
};

/** A service without commands prints Binder.onShellCommand's message and exits with 0. */
async function reportNoCommands({ err }: ProgramContext, service: string): Promise<number> {
  if (!serviceNames.includes(service)) {
    await err(`cmd: Can't find service: ${service}\n`);
    return 20;
  }
  await err('No shell command implementation.\n');
  return 0;
}

/** What `ShellCommand` of most services prints for a command that it does not know. */
async function reportUnknownCommand(
  { out }: Pick<ProgramContext, 'out'>,
  command: string | undefined,
): Promise<number> {
  await out(`Unknown command: ${command ?? ''}\n`);
  return 255;
}

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
  else return await reportUnknownCommand(context, command);
  return 0;
}

/** `get text`, `set text TEXT`: on some builds only; AOSP's clipboard has no commands. Guess: the syntax of those builds. */
async function runClipboardCommand(
  context: ProgramContext,
  command: string | undefined,
  [kind, ...args]: readonly string[],
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
  return await reportUnknownCommand(context, command);
}

/** `night`: UiModeManagerService's shell commands. */
async function runUiModeCommand(
  context: ProgramContext,
  command: string | undefined,
  [mode]: readonly string[],
): Promise<number> {
  const { systemSwitches } = context.system.world;
  await context.simulateLatency(60); // Guess.
  if (command !== 'night') return await reportUnknownCommand(context, command);
  // Android 13 divided `custom`.
  const customs = context.system.android >= 13 ? ['custom_schedule', 'custom_bedtime'] : ['custom'];
  if (mode !== undefined && !['yes', 'no', 'auto', ...customs].includes(mode)) {
    const others = customs.map((custom) => `, or '${custom}'`).join('');
    await context.err(`Error: mode must be 'yes', 'no', or 'auto'${others}\n`);
    return 255;
  }
  // `auto` shows the light theme: it is always day where the demo phone is.
  if (mode !== undefined) systemSwitches.set('dark', mode === 'yes');
  await context.out(`Night mode: ${systemSwitches.isOn('dark') ? 'yes' : 'no'}\n`);
  return 0;
}

/** Volume steps of the music stream (AudioService.MAX_STREAM_VOLUME). */
const maxVolume = 15;

/** `volume` of `cmd media_session`, and of `media`: VolumeCtrl.java, music stream only. */
async function runMediaCommand(
  context: ProgramContext,
  command: string | undefined,
  args: readonly string[],
): Promise<number> {
  await context.simulateLatency(80); // Guess.
  const stream = args[args.indexOf('--stream') + 1];
  if (command !== 'volume' || stream !== '3') {
    await context.err(`Error: unknown command '${command ?? ''}'\n`);
    return 255;
  }
  await context.out('[V] will control stream=3 (STREAM_MUSIC)\n');
  if (args.includes('--set')) {
    const index = Number(args[args.indexOf('--set') + 1]);
    await context.out(`[V] will set volume to index=${index}\n`);
    if (!(index >= 0 && index <= maxVolume)) {
      await context.err('Error: invalid volume index\n'); // Guess at the words.
      return 255;
    }
    context.system.counters.musicVolume = index;
  }
  if (args.includes('--get')) {
    const { musicVolume } = context.system.counters;
    await context.out(
      `[V] will get volume\n[V] volume is ${musicVolume} in range [0..${maxVolume}]\n`,
    );
  }
  return 0;
}

/** `airplane-mode [enable|disable]`: ConnectivityService.ShellCmd. */
async function runConnectivityCommand(
  context: ProgramContext,
  command: string | undefined,
  [mode]: readonly string[],
): Promise<number> {
  const { systemSwitches } = context.system.world;
  await context.simulateLatency(60); // Guess.
  if (command !== 'airplane-mode' || !/^(?:enable|disable)?$/.test(mode ?? ''))
    return await reportUnknownCommand(context, command);
  if (mode === undefined)
    await context.out(systemSwitches.isOn('airplane') ? 'enabled\n' : 'disabled\n');
  else systemSwitches.set('airplane', mode === 'enable');
  return 0;
}

/** `set-app-locales` and `get-app-locales`: LocaleManagerShellCommand, since Android 13. The apps stay English. */
async function runLocaleCommand(
  { system, out, err }: ProgramContext,
  command: string | undefined,
  [packageName = '', ...options]: readonly string[],
): Promise<number> {
  const { appLocales } = system.counters;
  if (system.android < 13) {
    await err("cmd: Can't find service: locale\n");
    return 20;
  }
  if (command !== 'set-app-locales' && command !== 'get-app-locales')
    return await reportUnknownCommand({ out }, command);
  if (!installedPackages(system).some(({ name }) => name === packageName)) {
    await out(`Unknown package ${packageName} for userId 0\n`);
    return 0;
  }
  if (command === 'set-app-locales') {
    const at = options.indexOf('--locales');
    appLocales.set(packageName, at < 0 ? '' : (options[at + 1] ?? ''));
  } else
    await out(`Locales for ${packageName} for user 0 are [${appLocales.get(packageName) ?? ''}]\n`);
  return 0;
}

/** `enable` and `disable`: BluetoothShellCommand, whose name Android 17 prints without `Bluetooth`. */
async function runBluetoothCommand(
  context: ProgramContext,
  command: string | undefined,
): Promise<number> {
  if (command !== 'enable' && command !== 'disable')
    return await reportUnknownCommand(context, command);
  await context.out(`BluetoothShellCommand: Exec ${command}\n`);
  context.system.world.systemSwitches.set('bluetooth', command === 'enable');
  await context.out(`${command}: Success\n`);
  return 0;
}

/** `media volume …`. */
const media: Program = {
  names: ['media'],
  main: (context) => runMediaCommand(context, context.argv[1], context.argv.slice(2)),
};

const svcSwitches: ReadonlyMap<string, SystemSwitch> = new Map([
  ['wifi', 'wifi'],
  ['data', 'mobile-data'],
  ['bluetooth', 'bluetooth'],
]);

/** `svc wifi|data|bluetooth enable|disable`: frameworks/base/cmds/svc. */
const svc: Program = {
  names: ['svc'],
  main: async (context) => {
    const [, service = '', verb = ''] = context.argv;
    await context.simulateLatency(150); // Guess.
    const name = svcSwitches.get(service);
    if (name === undefined || !/^(?:enable|disable)$/.test(verb)) {
      await context.err('Available commands:\n    help\n    wifi\n    data\n    bluetooth\n');
      return 255; // Guess.
    }
    // There it is a script, which translates the others to silent commands.
    if (name === 'bluetooth' && context.system.android >= 13)
      return await runBluetoothCommand(context, verb);
    context.system.world.systemSwitches.set(name, verb === 'enable');
    return 0;
  },
};

/** The programs whose commands the system's services run. */
export const servicePrograms: readonly Program[] = [cmd, media, svc];
