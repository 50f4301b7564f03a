import { parseToyboxArguments } from './arguments.ts';
import { installedPackages } from './system-packages.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import type { SystemSwitch } from '../world.ts';

/** Programs that read and change the device's state beside `settings`: `df`, `svc`, `media` and `cmd` services. */

/** `df [-k] [PATH]`: toybox. Guess: a data partition of 110 GB, a fifth of it used. */
const df: Program = {
  names: ['df'],
  main: async (context) => {
    const { operands } = parseToyboxArguments(context, 'k');
    if (operands.some((path) => path !== '/data')) {
      await context.err(`df: ${operands.join(' ')}: only /data is known on the demo phone\n`);
      return 1;
    }
    await context.out(
      'Filesystem       1K-blocks     Used Available Use% Mounted on\n' +
        '/dev/block/dm-44 114874340 22974868  91735400  21% /data\n',
    );
    return 0;
  },
};

/** The state as a binder call reports it: UiModeManagerService's shell commands, with `night` only. */
export async function runUiModeCommand(
  context: ProgramContext,
  command: string | undefined,
  [mode]: readonly string[],
): Promise<number> {
  const { systemSwitches } = context.system.world;
  await context.simulateLatency(60); // Guess.
  if (context.system.android < 10) {
    await context.err('No shell command implementation.\n');
    return 0;
  }
  if (command !== 'night') {
    await context.out(`Unknown command: ${command ?? ''}\n`);
    return 255;
  }
  if (mode !== undefined && !/^(?:yes|no|auto|custom_schedule|custom_bedtime)$/.test(mode)) {
    await context.err(
      "Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule', or 'custom_bedtime'\n",
    );
    return 255;
  }
  // `auto` shows the light theme: it is always day where the demo phone is.
  if (mode !== undefined) systemSwitches.set('dark', mode === 'yes');
  await context.out(`Night mode: ${systemSwitches.isOn('dark') ? 'yes' : 'no'}\n`);
  return 0;
}

/** Volume steps of the music stream (AudioService.MAX_STREAM_VOLUME). */
const maxVolume = 15;

/** `volume` of `cmd media_session` since Android 11, and of `media` before: VolumeCtrl.java, music stream only. */
export async function runMediaCommand(
  context: ProgramContext,
  command: string | undefined,
  args: readonly string[],
): Promise<number> {
  await context.simulateLatency(80); // Guess.
  if (context.system.android < 11 && context.argv[0] !== 'media') {
    await context.err('No shell command implementation.\n');
    return 0;
  }
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
    await context.out(`[V] volume is ${musicVolume} in range [0..${maxVolume}]\n`);
  }
  return 0;
}

/** `airplane-mode [enable|disable]`: ConnectivityService.ShellCmd, since Android 11. */
export async function runConnectivityCommand(
  context: ProgramContext,
  command: string | undefined,
  [mode]: readonly string[],
): Promise<number> {
  const { systemSwitches } = context.system.world;
  await context.simulateLatency(60); // Guess.
  if (context.system.android < 11) {
    await context.err('No shell command implementation.\n');
    return 0;
  }
  if (command !== 'airplane-mode' || !/^(?:enable|disable)?$/.test(mode ?? '')) {
    await context.out(`Unknown command: ${command ?? ''}\n`);
    return 255;
  }
  if (mode === undefined)
    await context.out(systemSwitches.isOn('airplane') ? 'enabled\n' : 'disabled\n');
  else systemSwitches.set('airplane', mode === 'enable');
  return 0;
}

/** `set-app-locales` and `get-app-locales`: LocaleManagerShellCommand, since Android 13. The apps stay English. */
export async function runLocaleCommand(
  { system, out, err }: ProgramContext,
  command: string | undefined,
  [packageName = '', ...options]: readonly string[],
): Promise<number> {
  const { appLocales } = system.counters;
  if (system.android < 13) {
    await err("cmd: Can't find service: locale\n");
    return 20;
  }
  if (command !== 'set-app-locales' && command !== 'get-app-locales') {
    await out(`Unknown command: ${command ?? ''}\n`);
    return 255;
  }
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
    context.system.world.systemSwitches.set(name, verb === 'enable');
    return 0;
  },
};

/** The programs of this file. */
export const devicePrograms: readonly Program[] = [df, media, svc];
