import type { Program, ProgramContext } from '../shell/program.ts';
import type { SystemSwitch } from '../world.ts';
import { runActivityCommand } from './app/am.ts';
import { runPackageCommand } from './app/pm.ts';
import { serviceLines, serviceNames } from './dumpsys/dumpsys.ts';
import { notificationKeys, notificationRecord } from './dumpsys/notification.ts';
import { reportUnknownCommand } from './shell-exception.ts';
import { installedPackages } from './system-packages.ts';
import { runWindowCommand } from './wm.ts';

/** Runs a command of a service; resolves with its exit code. */
type ServiceCommand = (
  context: ProgramContext,
  command: string | undefined,
  args: readonly string[],
) => Promise<number>;

/** Volume steps of the music stream (AudioService.MAX_STREAM_VOLUME). */
const maxVolume = 15;

/** `volume` of `cmd media_session`, and of `media`: VolumeCtrl.java, music stream only. */
const runMediaCommand: ServiceCommand = async (context, command, args) => {
  const { out, err, system } = context;
  await context.simulateLatency(80); // Guess.
  const stream = args[args.indexOf('--stream') + 1];
  if (command !== 'volume' || stream !== '3') {
    await err(`Error: unknown command '${command ?? ''}'\n`);
    return 255;
  }
  await out('[V] will control stream=3 (STREAM_MUSIC)\n');
  if (args.includes('--set')) {
    const index = Number(args[args.indexOf('--set') + 1]);
    await out(`[V] will set volume to index=${index}\n`);
    if (!(index >= 0 && index <= maxVolume)) {
      await err('Error: invalid volume index\n'); // Guess at the words.
      return 255;
    }
    system.counters.musicVolume = index;
  }
  if (args.includes('--get')) {
    const volume = `${system.counters.musicVolume} in range [0..${maxVolume}]`;
    await out(`[V] will get volume\n[V] volume is ${volume}\n`);
  }
  return 0;
};

/** `enable` and `disable`: BluetoothShellCommand, whose name Android 17 prints without `Bluetooth`. */
const runBluetoothCommand: ServiceCommand = async (context, command) => {
  if (command !== 'enable' && command !== 'disable') return reportUnknownCommand(context, command);
  await context.out(`BluetoothShellCommand: Exec ${command}\n`);
  context.system.world.systemSwitches.set('bluetooth', command === 'enable');
  await context.out(`${command}: Success\n`);
  return 0;
};

/** The services that have commands. */
const services: Readonly<Record<string, ServiceCommand>> = {
  activity: runActivityCommand,
  package: runPackageCommand,
  window: runWindowCommand,
  media_session: runMediaCommand,
  bluetooth_manager: runBluetoothCommand,

  /** StatusBarShellCommand.java. */
  statusbar: async (context, command) => {
    const { world } = context.system;
    await context.simulateLatency(60); // Guess.
    if (command === 'expand-notifications') world.expandNotifications();
    else if (command === 'expand-settings') world.expandSettings();
    else if (command === 'collapse') world.collapsePanels();
    else return await reportUnknownCommand(context, command);
    return 0;
  },

  /** `list` and `get KEY`: NotificationShellCmd.java, Android 12 and later. */
  notification: async (context, command, [key]) => {
    const { system } = context;
    await context.simulateLatency(60); // Guess.
    if (system.android < 12 || (command !== 'list' && command !== 'get'))
      return await reportUnknownCommand(context, command);
    if (command === 'list') {
      for (const each of notificationKeys(system)) await context.out(`${each}\n`);
      return 0;
    }
    const record = notificationRecord(system, key ?? '');
    const none = `error: no active notification matching key: ${key ?? ''}\n`;
    await context.out(record ?? none);
    return record === undefined ? 1 : 0;
  },

  /** `get text`, `set text TEXT`: on some builds only; AOSP's clipboard has no commands. Guess: the syntax of those builds. */
  clipboard: async (context, command, [kind, ...args]) => {
    const { world, faults } = context.system;
    if (!faults.has('shell-clipboard')) return reportNoCommands(context, 'clipboard');
    if (kind !== 'text' || (command !== 'get' && command !== 'set'))
      return await reportUnknownCommand(context, command);
    if (command === 'get') await context.out(`${world.clipboard ?? ''}\n`);
    else world.clipboard = args.join(' ');
    return 0;
  },

  /** `night`: UiModeManagerService's shell commands. */
  uimode: async (context, command, [mode]) => {
    const { world, android } = context.system;
    const { systemSwitches } = world;
    await context.simulateLatency(60); // Guess.
    if (command !== 'night') return await reportUnknownCommand(context, command);
    // Android 13 divided `custom`.
    const customs = android >= 13 ? ['custom_schedule', 'custom_bedtime'] : ['custom'];
    if (mode !== undefined && !['yes', 'no', 'auto', ...customs].includes(mode)) {
      const others = customs.map((custom) => `, or '${custom}'`).join('');
      await context.err(`Error: mode must be 'yes', 'no', or 'auto'${others}\n`);
      return 255;
    }
    // `auto` shows the light theme: it is always day where the demo phone is.
    if (mode !== undefined) systemSwitches.set('dark', mode === 'yes');
    await context.out(`Night mode: ${systemSwitches.isOn('dark') ? 'yes' : 'no'}\n`);
    return 0;
  },

  /** `airplane-mode [enable|disable]`: ConnectivityService.ShellCmd. */
  connectivity: async (context, command, [mode]) => {
    const { systemSwitches } = context.system.world;
    await context.simulateLatency(60); // Guess.
    if (command !== 'airplane-mode' || !/^(?:enable|disable)?$/.test(mode ?? ''))
      return await reportUnknownCommand(context, command);
    if (mode !== undefined) systemSwitches.set('airplane', mode === 'enable');
    else await context.out(systemSwitches.isOn('airplane') ? 'enabled\n' : 'disabled\n');
    return 0;
  },

  /** `set-app-locales` and `get-app-locales`: LocaleManagerShellCommand. The apps stay English. */
  locale: async ({ system, out, err }, command, [packageName = '', ...options]) => {
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
    const at = options.indexOf('--locales');
    const locales = appLocales.get(packageName) ?? '';
    if (command === 'set-app-locales')
      appLocales.set(packageName, at < 0 ? '' : (options[at + 1] ?? ''));
    else await out(`Locales for ${packageName} for user 0 are [${locales}]\n`);
    return 0;
  },
};

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
    const run = isSupported && Object.hasOwn(services, service) ? services[service] : undefined;
    return run?.(context, command, args) ?? reportNoCommands(context, service);
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
      return await runBluetoothCommand(context, verb, []);
    context.system.world.systemSwitches.set(name, verb === 'enable');
    return 0;
  },
};

/** The programs whose commands the system's services run. */
export const servicePrograms: readonly Program[] = [cmd, media, svc];
