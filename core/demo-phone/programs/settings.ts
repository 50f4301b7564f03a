import type { Rotation } from '../../geometry.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
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

/**
 * Settings that mirror a switch of the Settings app. `on`: the value when it is on; `grounded`: the value
 * while airplane mode keeps a radio off (WifiSettingsStore, BluetoothManagerService); `isWritable`:
 * whether writing the value switches.
 */
const switchSettings: readonly {
  readonly namespace: SettingsNamespace;
  readonly key: string;
  readonly name: SystemSwitch;
  readonly on: string;
  readonly grounded?: string;
  readonly isWritable: boolean;
}[] = [
  {
    ...{ namespace: 'system', key: 'screen_brightness_mode', name: 'adaptive-brightness' },
    ...{ on: '1', isWritable: true },
  },
  // Settings.Secure.LOCATION_MODE_HIGH_ACCURACY.
  { namespace: 'secure', key: 'location_mode', name: 'location', on: '3', isWritable: true },
  // The services write these when they switch; they don't read them again.
  {
    ...{ namespace: 'global', key: 'wifi_on', name: 'wifi' },
    ...{ on: '1', grounded: '3', isWritable: false },
  },
  {
    ...{ namespace: 'global', key: 'bluetooth_on', name: 'bluetooth' },
    ...{ on: '1', grounded: '2', isWritable: false },
  },
  { namespace: 'global', key: 'mobile_data', name: 'mobile-data', on: '1', isWritable: false },
  { namespace: 'global', key: 'airplane_mode_on', name: 'airplane', on: '1', isWritable: false },
];

/**
 * Creates the settings. The world's current rotation counts as the sensor's and is used with
 * auto-rotation. `androidId` becomes `secure android_id`.
 */
export function createSettings(world: World, androidId: string): SettingsStore {
  const tables = new Map(
    settingsNamespaces.map((namespace) => [
      namespace,
      new Map(Object.entries(initialValues[namespace])),
    ]),
  );
  const table = (namespace: SettingsNamespace): Map<string, string> => {
    const found = tables.get(namespace) ?? new Map<string, string>();
    tables.set(namespace, found);
    return found;
  };
  table('secure').set('android_id', androidId);
  const sensorRotation = world.rotation;

  /** With auto-rotation the screen follows the sensor, otherwise `user_rotation` (RotationPolicy.java). */
  const applyRotation = (): void => {
    const system = table('system');
    const locked = system.get('accelerometer_rotation') === '0';
    world.rotation = locked ? toRotation(system.get('user_rotation')) : sensorRotation;
  };
  const afterChange = (namespace: SettingsNamespace, key: string): void => {
    if (namespace === 'system' && /^(?:accelerometer|user)_rotation$/.test(key)) applyRotation();
  };

  const switchSetting = (namespace: SettingsNamespace, key: string) =>
    switchSettings.find((setting) => setting.namespace === namespace && setting.key === key);
  const { systemSwitches } = world;
  const switchValue = ({ name, on, grounded }: (typeof switchSettings)[number]): string => {
    if (systemSwitches.isOn(name)) return on;
    return (systemSwitches.isGrounded(name) ? grounded : undefined) ?? '0';
  };

  return {
    get: (namespace, key) => {
      const setting = switchSetting(namespace, key);
      if (setting === undefined) return table(namespace).get(key);
      return switchValue(setting);
    },
    put: (namespace, key, value) => {
      const setting = switchSetting(namespace, key);
      if (setting?.isWritable === true) systemSwitches.set(setting.name, value !== '0');
      if (setting !== undefined) return;
      table(namespace).set(key, value);
      afterChange(namespace, key);
    },
    delete: (namespace, key) => {
      const existed = table(namespace).delete(key);
      afterChange(namespace, key);
      return existed;
    },
    list: (namespace) =>
      [
        ...table(namespace),
        ...switchSettings
          .filter((setting) => setting.namespace === namespace)
          .map((setting) => [setting.key, switchValue(setting)] as const),
      ].sort(([a], [b]) => (a < b ? -1 : 1)),
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
