import type { Rotation } from '../../geometry.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import {
  apiLevels,
  settingsNamespaces,
  type SettingsNamespace,
  type SettingsStore,
} from '../system.ts';
import type { SystemSwitch, World } from '../world.ts';
import type { Identity } from '../device.ts';
import type { AndroidVersion } from '../options.ts';
import { deviceProfileFor } from '../profile.ts';

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

/** The settings that are the switches of the Settings app, with their value for on, and while airplane mode keeps a radio off (WifiSettingsStore, BluetoothManagerService); `isWritable`: a new value switches. */
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

/** Creates the properties that `getprop` prints; names as in a captured list of an Android 16 phone. */
export function createProperties(
  identity: Identity,
  android: AndroidVersion,
  world: World,
): ReadonlyMap<string, string> {
  const properties = {
    ...constantProperties,
    ...buildProperties(identity, android),
    ...productProperties(identity, android),
    'ro.sf.lcd_density': String(world.physicalDensity),
  };
  return new Map(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const constantProperties: Readonly<Record<string, string>> = {
  'dalvik.vm.heapgrowthlimit': '256m',
  'dalvik.vm.heapsize': '512m',
  'debug.force_rtl': 'false',
  'dev.bootcomplete': '1',
  'gsm.sim.state': 'ABSENT',
  'init.svc.adbd': 'running',
  'init.svc.bootanim': 'stopped',
  'init.svc.surfaceflinger': 'running',
  'init.svc.zygote': 'running',
  'net.bt.name': 'Android',
  'persist.sys.locale': 'en-US',
  'persist.sys.timezone': 'Etc/UTC',
  'persist.sys.usb.config': 'adb',
  'ro.adb.secure': '1',
  'ro.boot.verifiedbootstate': 'green',
  'ro.bootloader': 'demo',
  'ro.debuggable': '0',
  'ro.opengles.version': '196610',
  'ro.revision': '0',
  'ro.secure': '1',
  'ro.treble.enabled': 'true',
  'ro.zygote': 'zygote64_32',
  'service.bootanim.exit': '1',
  'sys.boot_completed': '1',
  'sys.usb.config': 'adb',
  'sys.usb.state': 'adb',
  'vold.has_adoptable': '0',
};

function buildProperties(
  { product, device }: Identity,
  android: AndroidVersion,
): Record<string, string> {
  const { release, buildNumber } = deviceProfileFor(android);
  const sdk = String(apiLevels[android]);
  const incremental = `demo${android}`;
  return {
    'ro.build.characteristics': 'phone',
    'ro.build.date.utc': '1704067200',
    'ro.build.description': `${product}-user ${release} ${buildNumber} ${incremental} release-keys`,
    'ro.build.display.id': buildNumber,
    'ro.build.fingerprint': `handset/${product}/${device}:${release}/${buildNumber}/${incremental}:user/release-keys`,
    'ro.build.id': buildNumber,
    'ro.build.product': device,
    'ro.build.tags': 'release-keys',
    'ro.build.type': 'user',
    'ro.build.version.codename': 'REL',
    'ro.build.version.incremental': incremental,
    'ro.build.version.release': release,
    ...(android >= 11 && { 'ro.build.version.release_or_codename': release }),
    'ro.build.version.sdk': sdk,
    'ro.build.version.security_patch': securityPatchOf(android),
    'ro.vndk.version': sdk,
  };
}

function productProperties(
  { serial, product, model, device }: Identity,
  android: AndroidVersion,
): Record<string, string> {
  return {
    'ro.boot.hardware': device,
    'ro.boot.serialno': serial,
    'ro.hardware': device,
    'ro.product.board': device,
    'ro.product.brand': 'handset',
    'ro.product.cpu.abi': 'arm64-v8a',
    'ro.product.cpu.abilist': 'arm64-v8a,armeabi-v7a,armeabi',
    'ro.product.device': device,
    'ro.product.locale': 'en-US',
    'ro.product.manufacturer': 'Handset',
    'ro.product.model': model,
    'ro.product.name': product,
    ...(android >= 11 && { 'ro.product.system.model': model }),
    'ro.serialno': serial,
  };
}

/** The security patch level, such as `2024-02-05`. */
function securityPatchOf(android: AndroidVersion): string {
  const date = new Date(`${deviceProfileFor(android).securityPatch} UTC`);
  return date.toISOString().slice(0, 10);
}

/** `getprop [NAME [DEFAULT]]` */
export const getprop: Program = {
  names: ['getprop'],
  main: async ({ argv: [, name, fallback = ''], system, out }) => {
    if (name !== undefined) {
      await out(`${system.properties.get(name) ?? fallback}\n`);
      return 0;
    }
    const lines = [...system.properties].map(([key, value]) => `[${key}]: [${value}]\n`);
    await out(lines.join(''));
    return 0;
  },
};
