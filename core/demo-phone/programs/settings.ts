import type { Rotation } from '../../geometry.ts';
import type { AndroidVersion } from '../options.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import { parseProgramArguments } from './arguments.ts';
import { isRestricted, printException, reportUnknownCommand } from './shell-exception.ts';
import { settingsNamespaces, type SettingsNamespace, type SettingsStore } from '../system.ts';
import type { SystemSwitch, World } from '../world.ts';

/** Values on a new phone, limited to those that tools read (android.provider.Settings). */
const initialValues: Readonly<Record<SettingsNamespace, Readonly<Record<string, string>>>> = {
  system: {
    accelerometer_rotation: '1',
    font_scale: '1.0',
    haptic_feedback_enabled: '1',
    screen_brightness: '128',
    screen_off_timeout: '30000',
    show_touches: '0',
    user_rotation: '0',
  },
  secure: {
    accessibility_enabled: '0',
    default_input_method: 'com.android.inputmethod.latin/.LatinIME',
    enabled_input_methods: 'com.android.inputmethod.latin/.LatinIME',
    show_ime_with_hard_keyboard: '0',
    user_setup_complete: '1',
  },
  global: {
    adb_enabled: '1',
    animator_duration_scale: '1.0',
    auto_time: '1',
    development_settings_enabled: '1',
    device_provisioned: '1',
    stay_on_while_plugged_in: '0',
    transition_animation_scale: '1.0',
    window_animation_scale: '1.0',
  },
};

/** A setting that mirrors a switch of the Settings app. */
interface SwitchSetting {
  readonly key: readonly [SettingsNamespace, string];
  readonly name: SystemSwitch;
  /** The value when it is on. */
  readonly on: string;
  /** The value while airplane mode keeps a radio off (WifiSettingsStore, BluetoothManagerService). */
  readonly grounded?: string;
  /** Whether writing the value switches. The services write the others when they switch, and don't read them again. */
  readonly isWritable?: boolean;
  /** Whether the phone has it; all have it if absent. */
  existsOn?(android: AndroidVersion): boolean;
}

const allSwitchSettings: readonly SwitchSetting[] = [
  {
    key: ['system', 'screen_brightness_mode'],
    name: 'adaptive-brightness',
    on: '1',
    isWritable: true,
  },
  {
    key: ['secure', 'location_mode'],
    name: 'location',
    // Settings.Secure.LOCATION_MODE_HIGH_ACCURACY.
    on: '3',
    isWritable: true,
    // Until Android 9 apps see this row, but no table holds it.
    existsOn: (android) => android >= 10,
  },
  { key: ['global', 'wifi_on'], name: 'wifi', on: '1', grounded: '3' },
  { key: ['global', 'bluetooth_on'], name: 'bluetooth', on: '1', grounded: '2' },
  {
    key: ['global', 'mobile_data'],
    name: 'mobile-data',
    on: '1',
    existsOn: (android) => !hasTwoSims(android),
  },
  { key: ['global', 'mobile_data1'], name: 'mobile-data', on: '1', existsOn: hasTwoSims },
  { key: ['global', 'airplane_mode_on'], name: 'airplane', on: '1' },
];

/** The newer phones have slots for two SIMs, and a row of mobile data for each subscription (DataSettingsManager). */
function hasTwoSims(android: AndroidVersion): boolean {
  return android >= 14;
}

/** Rows of a phone for two SIMs; the first SIM is used for data, and nothing updates the row without a number. */
const twoSimRows = { mobile_data: '1', mobile_data2: '1', multi_sim_data_call: '1' };

/**
 * Creates the settings. The world's current rotation counts as the sensor's and is used with
 * auto-rotation. `androidId` becomes `secure android_id`.
 */
export function createSettings(
  world: World,
  { android, androidId }: { readonly android: AndroidVersion; readonly androidId: string },
): SettingsStore {
  const switchSettings = allSwitchSettings.filter(({ existsOn }) => existsOn?.(android) !== false);
  const tables = {
    system: new Map(Object.entries(initialValues.system)),
    secure: new Map(Object.entries({ ...initialValues.secure, android_id: androidId })),
    global: new Map(Object.entries(initialValues.global)),
  };
  if (hasTwoSims(android))
    for (const [key, value] of Object.entries(twoSimRows)) tables.global.set(key, value);
  const sensorRotation = world.rotation;

  /** With auto-rotation the screen follows the sensor, otherwise `user_rotation` (RotationPolicy.java). */
  const applyRotation = (): void => {
    const { system } = tables;
    const locked = system.get('accelerometer_rotation') === '0';
    world.rotation = locked ? toRotation(system.get('user_rotation')) : sensorRotation;
  };
  const afterChange = (namespace: SettingsNamespace, key: string): void => {
    if (namespace === 'system' && /^(?:accelerometer|user)_rotation$/.test(key)) applyRotation();
  };

  const switchSetting = (namespace: SettingsNamespace, key: string) =>
    switchSettings.find((setting) => setting.key[0] === namespace && setting.key[1] === key);
  const { systemSwitches } = world;
  const switchValue = ({ name, on, grounded }: SwitchSetting): string => {
    if (systemSwitches.isOn(name)) return on;
    return (systemSwitches.isGrounded(name) ? grounded : undefined) ?? '0';
  };

  return {
    get: (namespace, key) => {
      const setting = switchSetting(namespace, key);
      if (setting === undefined) return tables[namespace].get(key);
      return switchValue(setting);
    },
    put: (namespace, key, value) => {
      const setting = switchSetting(namespace, key);
      if (setting?.isWritable === true) systemSwitches.set(setting.name, value !== '0');
      if (setting !== undefined) return;
      tables[namespace].set(key, value);
      afterChange(namespace, key);
    },
    delete: (namespace, key) => {
      const existed = tables[namespace].delete(key);
      afterChange(namespace, key);
      return existed;
    },
    list: (namespace) =>
      [
        ...tables[namespace],
        ...switchSettings
          .filter((setting) => setting.key[0] === namespace)
          .map((setting) => [setting.key[1], switchValue(setting)] as const),
        // `settings list` sorts lines.
      ].sort(([a], [b]) => (`${a}=` < `${b}=` ? -1 : 1)),
  };
}

function toRotation(value: string | undefined): Rotation {
  const number = Number(value);
  return number === 1 || number === 2 || number === 3 ? number : 0;
}

/** `settings get | settings put | settings delete | settings list`: SettingsService.MyShellCommand, without its `reset`. */
export const settings: Program = {
  names: ['settings'],
  main: async (context) => {
    const [, ...all] = context.argv;
    const { out, system } = context;
    await context.simulateLatency(100); // Guess.
    const [verb = '', namespaceArg, key, value] = withoutUser(all);
    const namespace = settingsNamespaces.find((name) => name === namespaceArg?.toLowerCase());
    if (!/^(?:get|put|delete|list)$/.test(verb))
      return printError(context, `Invalid command: ${verb}`);
    if (namespace === undefined)
      return printError(context, `Invalid namespace '${namespaceArg ?? ''}'`);
    if (verb === 'list') {
      const lines = system.settings.list(namespace).map(([name, text]) => `${name}=${text}\n`);
      await out(lines.join(''));
      return 0;
    }
    if (key === undefined) return printError(context, 'Bad arguments');
    if (verb === 'get') {
      await out(`${system.settings.get(namespace, key) ?? 'null'}\n`);
    } else if (verb === 'delete') {
      await out(`Deleted ${system.settings.delete(namespace, key) ? 1 : 0} rows\n`);
    } else {
      if (value === undefined) return printError(context, 'Bad arguments');
      if (isRestricted(context))
        return printException(
          context,
          'put',
          'java.lang.SecurityException: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS',
        );
      system.settings.put(namespace, key, value);
    }
    return 0;
  },
};

function withoutUser(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--user');
  return at < 0 ? args : args.filter((_word, i) => i !== at && i !== at + 1);
}

/** Prints an error. Guess: exit code 255, because ShellCommand returns -1. */
async function printError({ err }: ProgramContext, message: string): Promise<number> {
  await err(`${message}\n`);
  return 255;
}

const settingsAddress = /^content:\/\/settings\/(system|secure|global)$/;

/**
 * `content query|insert --uri content://settings/TABLE`: the provider behind `settings` (Content.java), which
 * some programs address themselves. There is no other provider.
 */
export const content: Program = {
  names: ['content'],
  main: async (context) => {
    const [, verb = '', ...words] = context.argv;
    await context.simulateLatency(400); // Guess: a Java process.
    const { flagList, values } = parseProgramArguments(words, [
      '--uri',
      '--bind',
      '--where',
      '--projection',
      '--sort',
      '--user',
    ]);
    const uri = values.get('--uri') ?? '';
    const table = settingsAddress.exec(uri)?.[1];
    const namespace = settingsNamespaces.find((name) => name === table);
    if (namespace === undefined || !/^(?:query|insert)$/.test(verb)) {
      const provider = /^content:\/\/([^/]*)/.exec(uri)?.[1] ?? '';
      await context.err(
        `Error while accessing provider:${provider}\njava.lang.IllegalStateException: Could not find provider: ${provider}\n`,
      );
      return 0;
    }
    const { settings: store } = context.system;
    if (verb === 'insert') {
      // `name:s:user_rotation` and `value:i:1`.
      const binds = new Map(
        flagList.flatMap(([flag, bind = '']) => {
          const [, column, value] = /^(\w+):\w:([^]*)$/.exec(bind) ?? [];
          return flag === '--bind' && column !== undefined ? [[column, value ?? ''] as const] : [];
        }),
      );
      store.put(namespace, binds.get('name') ?? '', binds.get('value') ?? '');
      return 0;
    }
    const wanted = /^name=["'](.*)["']$/.exec(values.get('--where') ?? '')?.[1];
    const rows = store.list(namespace).filter(([name]) => wanted === undefined || name === wanted);
    const lines = rows.map(
      ([name, value], i) => `Row: ${i} _id=${i + 1}, name=${name}, value=${value}\n`,
    );
    await context.out(lines.join('') || 'No result found.\n');
    return 0;
  },
};

/** `ime list [-as]` and `ime set ID`: the one keyboard of the phone (InputMethodManagerService.ShellCommandImpl). */
export const ime: Program = {
  names: ['ime'],
  main: async (context) => {
    const [, verb = '', ...words] = context.argv;
    const { system, out, err } = context;
    const { flags, operands } = parseProgramArguments(words, ['--user']);
    const id = system.settings.get('secure', 'enabled_input_methods') ?? '';
    const forUser = system.android >= 11 ? ' for user #0' : '';
    if (verb === 'list') {
      await out(flags.has('s') ? `${id}\n` : `${id}:\n  mId=${id} mSettingsActivityName=null\n`);
      return 0;
    }
    if (verb !== 'set' && verb !== 'enable') return reportUnknownCommand(context, verb);
    const [wanted = ''] = operands;
    if (wanted !== id) {
      const problem = verb === 'set' ? `selected${forUser}` : `enabled${forUser}`;
      await err(`Unknown input method ${wanted} cannot be ${problem}\n`);
      return 255;
    }
    await out(
      verb === 'set'
        ? `Input method ${id} selected${forUser}\n`
        : `Input method ${id}: already enabled${forUser}\n`,
    );
    return 0;
  },
};
