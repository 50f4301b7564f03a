import type { Rotation } from '../../geometry.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import { type SettingsNamespace, settingsNamespaces, type SettingsStore } from '../system.ts';
import type { World } from '../world.ts';

/** Values on a new phone, limited to those that tools read (android.provider.Settings). */
const initialValues: Readonly<Record<SettingsNamespace, Readonly<Record<string, string>>>> = {
  system: {
    accelerometer_rotation: '1',
    font_scale: '1.0',
    haptic_feedback_enabled: '1',
    screen_brightness: '128',
    screen_brightness_mode: '1',
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
    airplane_mode_on: '0',
    animator_duration_scale: '1.0',
    auto_time: '1',
    bluetooth_on: '1',
    development_settings_enabled: '1',
    device_provisioned: '1',
    stay_on_while_plugged_in: '0',
    transition_animation_scale: '1.0',
    wifi_on: '1',
    window_animation_scale: '1.0',
  },
};

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

  return {
    get: (namespace, key) => table(namespace).get(key),
    put: (namespace, key, value) => {
      table(namespace).set(key, value);
      afterChange(namespace, key);
    },
    delete: (namespace, key) => {
      const existed = table(namespace).delete(key);
      afterChange(namespace, key);
      return existed;
    },
    list: (namespace) => [...table(namespace)].sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

function toRotation(value: string | undefined): Rotation {
  const number = Number(value);
  return number === 1 || number === 2 || number === 3 ? number : 0;
}

/** `settings`: SettingsService.MyShellCommand. */
export const settings: Program = {
  names: ['settings'],
  main: async (context) => {
    const [, ...all] = context.argv;
    await context.simulateLatency(100); // Guess.
    const args = withoutUser(all);
    const [verb = '', namespaceArg, key, ...values] = args;
    const namespace = settingsNamespaces.find((name) => name === namespaceArg?.toLowerCase());
    if (!/^(?:get|put|delete|list|reset)$/.test(verb))
      return printError(context, `Invalid command: ${verb}`);
    if (namespace === undefined)
      return printError(context, `Invalid namespace '${namespaceArg ?? ''}'`);
    if (verb === 'list') return printSettings(context, namespace);
    if (key === undefined) return printError(context, 'Bad arguments');
    if (verb === 'get') return printSetting(context, namespace, key);
    if (verb === 'put') {
      const [value] = values;
      if (value === undefined) return printError(context, 'Bad arguments');
      context.system.settings.put(namespace, key, value);
      return 0;
    }
    return deleteSetting(context, namespace, key);
  },
};

function withoutUser(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--user');
  return at < 0 ? args : args.filter((_word, i) => i !== at && i !== at + 1);
}

async function printSetting(
  { system, out }: ProgramContext,
  namespace: SettingsNamespace,
  key: string,
): Promise<number> {
  await out(`${system.settings.get(namespace, key) ?? 'null'}\n`);
  return 0;
}

async function deleteSetting(
  { system, out }: ProgramContext,
  namespace: SettingsNamespace,
  key: string,
): Promise<number> {
  const existed = system.settings.delete(namespace, key);
  await out(`Deleted ${existed ? 1 : 0} rows\n`);
  return 0;
}

async function printSettings(
  { system, out }: ProgramContext,
  namespace: SettingsNamespace,
): Promise<number> {
  await out(
    system.settings
      .list(namespace)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  return 0;
}

/** Prints an error. Guess: exit code 255, because ShellCommand returns -1. */
async function printError({ err }: ProgramContext, message: string): Promise<number> {
  await err(`${message}\n`);
  return 255;
}
