/** Reads the phone's state and settings in one command, and changes its settings. */
import type {
  DeviceState,
  SettingChange,
  SettingName,
  SettingValues,
} from '../phone/device-state.ts';
import { HandsetError } from '../errors.ts';
import type { Rotation } from '../geometry.ts';
import {
  phoneMessage,
  refusalHint,
  stdoutText,
  type Command,
  type CommandOutput,
  listBytes,
} from './command.ts';
import { parseDisplay, readTouchArea } from './display.ts';
import { linesOfDefaultDisplay } from './screen.ts';
import { joinShell, sh, type ShellText } from './shell-text.ts';

const properties = {
  manufacturer: 'ro.product.manufacturer',
  model: 'ro.product.model',
  android: 'ro.build.version.release',
  apiLevel: 'ro.build.version.sdk',
  securityPatch: 'ro.build.version.security_patch',
  locale: 'persist.sys.locale',
  firstLocale: 'ro.product.locale',
  timeZone: 'persist.sys.timezone',
} as const;

const settingKeys = {
  system:
    'accelerometer_rotation|user_rotation|font_scale|screen_brightness|screen_brightness_mode|system_locales',
  secure: 'location_mode',
  global:
    'window_animation_scale|transition_animation_scale|animator_duration_scale|stay_on_while_plugged_in|bluetooth_on|wifi_on|mobile_data[0-9]*|multi_sim_data_call|airplane_mode_on',
} as const;

/** The stream that apps play music and videos on (AudioManager.STREAM_MUSIC). */
const musicStream = 3;

/** The commands by section. A phone without one of them prints an error there, which has no values. */
const sections = {
  properties: sh`getprop`,
  time: sh`date '+%Y-%m-%dT%H:%M:%S%z'`,
  display: sh`wm size; wm density`,
  touch: readTouchArea.line,
  rotation: sh`dumpsys window displays | grep -E 'Display: mDisplayId=|mRotation='; dumpsys input | grep -E 'Viewport.*displayId=0,|SurfaceOrientation:'`,
  lock: sh`dumpsys window policy | grep -E '^ *showing='`,
  battery: sh`dumpsys battery`,
  storage: sh`df -k /data`,
  network: sh`dumpsys connectivity | grep -E '^Active default network|NetworkAgentInfo'`,
  system: sh`settings list system | grep -E ${`^(${settingKeys.system})=`}`,
  secure: sh`settings list secure | grep -E ${`^(${settingKeys.secure})=`}`,
  global: sh`settings list global | grep -E ${`^(${settingKeys.global})=`}`,
  night: sh`cmd uimode night`,
  // `cmd media_session` has the volume since Android 11; before, `media` was a program of its own.
  volume: sh`cmd media_session volume --stream ${musicStream} --get 2>&1 | grep 'volume is' || media volume --stream ${musicStream} --get`,
} as const;

type SectionName = keyof typeof sections;

const marker = '@@section ';

/** Reads what the phone says of itself. Rejects with `command-failed` without a size of the display. */
export const readDeviceState: Command<DeviceState> = {
  purpose: "reading the phone's state",
  line: joinShell(
    ';',
    Object.entries(sections).map(
      ([name, line]) => sh`echo ${marker + name}; { ${line}; } 2>/dev/null`,
    ),
  ),
  deadlineMs: 30_000,
  maxOutputBytes: listBytes,
  parse: (output) => parseDeviceState(stdoutText(output)),
};

function parseDeviceState(text: string): DeviceState {
  const parts = text.split(/^@@section (\w+)\r?\n/m);
  const byName = new Map<string, string>();
  for (let i = 1; i < parts.length; i += 2) byName.set(parts[i] ?? '', parts[i + 1] ?? '');
  const section = (name: SectionName): string => byName.get(name) ?? '';
  const property = (name: keyof typeof properties): string | null =>
    valueIn(section('properties'), `[${properties[name]}]: [`, ']');
  const encoded = new TextEncoder().encode(section('touch'));
  const touch = readTouchArea.parse({ stdout: encoded, stderr: '', exitCode: 0 });
  const { naturalSize, density } = parseDisplay(section('display'));
  const showing = /^ *showing=(true|false)/m.exec(section('lock'))?.[1];
  const locales = valueIn(section('system'), 'system_locales=', '');
  const volume = /volume is (\d+) in range \[(\d+)\.\.(\d+)\]/.exec(section('volume'));
  return {
    manufacturer: property('manufacturer'),
    model: property('model'),
    android: property('android'),
    apiLevel: Number(property('apiLevel') ?? 0),
    securityPatch: property('securityPatch'),
    size: touch.size,
    naturalSize,
    rotation: rotationIn(section('rotation')),
    density,
    isDisplayOn: touch.awake,
    isLocked: showing === undefined ? null : showing === 'true',
    battery: parseBattery(section('battery')),
    storage: parseStorage(section('storage')),
    network: parseNetwork(section('network')),
    locales: (locales === 'null' ? null : locales) ?? property('locale') ?? property('firstLocale'),
    time: /^\d{4}-\S+$/m.exec(section('time'))?.[0] ?? null,
    timeZone: property('timeZone'),
    volumeRange: volume && { min: Number(volume[2]), max: Number(volume[3]) },
    settings: {
      ...parseSettings(section),
      display_density: /Override density: (\d+)/.exec(section('display'))?.[1] ?? 'reset',
      dark_theme: /^Night mode: (yes|no|auto|custom\w*)/m.exec(section('night'))?.[1] ?? null,
      volume: volume?.[1] ?? null,
    },
  };
}

/** The text between `before` at the beginning of a line and `after` at its end; null if there is none or it is empty. */
function valueIn(text: string, before: string, after: string): string | null {
  const line = text.split(/\r?\n/).find((candidate) => candidate.startsWith(before));
  if (line === undefined) return null;
  return line.slice(before.length, line.length - after.length).trim() || null;
}

/** WindowManager's rotation of the default display, or the input reader's where it is not printed. */
function rotationIn(text: string): Rotation | null {
  const windowManager = linesOfDefaultDisplay(text).join('\n');
  const digit = (/mRotation=(?:ROTATION_)?(\d+)/.exec(windowManager) ??
    /(?:orientation=|SurfaceOrientation: )(\d+)/.exec(text))?.[1];
  const rotations: readonly Rotation[] = [0, 1, 2, 3];
  // Newer versions print ROTATION_90 for 1 (Surface.rotationToString).
  const quarter = Number(digit) >= 90 ? Number(digit) / 90 : Number(digit ?? NaN);
  return rotations.find((rotation) => rotation === quarter) ?? null;
}

/** android.os.BatteryManager's BATTERY_STATUS_ constants, in order from 1. */
const batteryStatuses = ['unknown', 'charging', 'discharging', 'not charging', 'full'];

/** BatteryService.dumpInternal. */
function parseBattery(text: string): DeviceState['battery'] {
  const number = (name: string): number | null => {
    const value = valueIn(text, `  ${name}: `, '');
    return value === null ? null : Number(value);
  };
  const level = number('level');
  if (level === null) return null;
  const tenths = number('temperature');
  return {
    percent: Math.round((level * 100) / (number('scale') ?? 100)),
    status: batteryStatuses[(number('status') ?? 1) - 1] ?? 'unknown',
    plugged: /^ *(AC|USB|Wireless|Dock) powered: true/m.exec(text)?.[1] ?? null,
    celsius: tenths === null ? null : tenths / 10,
  };
}

/** toybox's `df -k`: 1K-blocks, used, available, use%. */
function parseStorage(text: string): DeviceState['storage'] {
  const [, total, free] = /\s(\d+)\s+\d+\s+(\d+)\s+\d+%/.exec(text) ?? [];
  if (total === undefined) return null;
  return { freeBytes: Number(free) * 1024, totalBytes: Number(total) * 1024 };
}

/**
 * ConnectivityService's dump: the default network's id, then a line of each network with its transports. A VPN
 * is a network of its own; the default one is the network below it.
 */
function parseNetwork(text: string): readonly string[] | null {
  const id = /^Active default network: (\S+)/m.exec(text)?.[1];
  if (id === undefined) return null;
  const networks = text.split(/\r?\n/).map((line) => ({
    isDefault: line.includes(`network{${id}}`),
    transports: /Transports: ([A-Z_|]+)/.exec(line)?.[1]?.split('|') ?? [],
  }));
  const own = networks.find(({ isDefault }) => isDefault)?.transports ?? [];
  const hasVpn = networks.some(({ transports }) => transports.includes('VPN'));
  return [...own.filter((name) => name !== 'VPN'), ...(hasVpn ? ['VPN'] : [])];
}

type TableSettings = Omit<SettingValues, 'display_density' | 'dark_theme' | 'volume'>;

function parseSettings(section: (name: SectionName) => string): TableSettings {
  const stored = (table: keyof typeof settingKeys, key: string): string | null => {
    const number = Number(valueIn(section(table), `${key}=`, '') ?? NaN);
    return Number.isFinite(number) ? String(number) : null;
  };
  const wifi = stored('global', 'wifi_on');
  const bluetooth = stored('global', 'bluetooth_on');
  const animation = (name: string): string => stored('global', name) ?? '1';
  const autoRotation = stored('system', 'accelerometer_rotation');
  const brightness = stored('system', 'screen_brightness');
  // A phone for several SIMs has a row for each subscription, and leaves the one without a number as it was
  // (DataSettingsManager).
  const subscription = /^mobile_data\d+=/m.test(section('global'))
    ? (stored('global', 'multi_sim_data_call') ?? 'unknown')
    : '';
  return {
    orientation: autoRotation && `${autoRotation},${stored('system', 'user_rotation') ?? '0'}`,
    // Without a row, the default holds (Settings.System.FONT_SCALE).
    font_scale: stored('system', 'font_scale') ?? '1',
    animations: [
      animation('window_animation_scale'),
      animation('transition_animation_scale'),
      animation('animator_duration_scale'),
    ].join(),
    stay_awake: stored('global', 'stay_on_while_plugged_in') ?? '0',
    brightness: brightness && `${brightness},${stored('system', 'screen_brightness_mode') ?? '0'}`,
    location: stored('secure', 'location_mode'),
    // 2 is off until airplane mode ends (BluetoothManagerService.BLUETOOTH_ON_AIRPLANE).
    bluetooth: bluetooth === '2' ? '0' : bluetooth,
    // 2 is on in airplane mode, 3 is off until it ends (WifiSettingsStore).
    wifi: wifi === '2' ? '1' : wifi === '3' ? '0' : wifi,
    mobile_data: stored('global', `mobile_data${subscription}`),
    airplane_mode: stored('global', 'airplane_mode_on'),
  };
}

/** The commands that set a value; values as SettingValues describes them. */
const writers: Readonly<Record<SettingName, (value: string, apiLevel: number) => ShellText>> = {
  orientation: (value) => {
    const [auto = '', rotation = ''] = value.split(',');
    return joinShell('&&', [
      put('system', 'user_rotation', rotation),
      put('system', 'accelerometer_rotation', auto),
    ]);
  },
  dark_theme: (value) => sh`cmd uimode night ${value}`,
  font_scale: (value) => put('system', 'font_scale', value),
  display_density: (value) => sh`wm density ${value}`,
  animations: (value) => {
    const [window = '', transition = '', animator = ''] = value.split(',');
    return joinShell('&&', [
      put('global', 'window_animation_scale', window),
      put('global', 'transition_animation_scale', transition),
      put('global', 'animator_duration_scale', animator),
    ]);
  },
  stay_awake: (value) => put('global', 'stay_on_while_plugged_in', value),
  brightness: (value) => {
    const [level = '', mode = ''] = value.split(',');
    return joinShell('&&', [
      put('system', 'screen_brightness_mode', mode),
      put('system', 'screen_brightness', level),
    ]);
  },
  volume: (value, apiLevel) =>
    apiLevel >= 30
      ? sh`cmd media_session volume --stream ${musicStream} --set ${value}`
      : sh`media volume --stream ${musicStream} --set ${value}`,
  location: (value) => put('secure', 'location_mode', value),
  airplane_mode: (value) => sh`cmd connectivity airplane-mode ${verb(value)}`,
  bluetooth: (value) => sh`svc bluetooth ${verb(value)}`,
  wifi: (value) => sh`svc wifi ${verb(value)}`,
  mobile_data: (value) => sh`svc data ${verb(value)}`,
};

function put(table: keyof typeof settingKeys, key: string, value: string): ShellText {
  return sh`settings put ${table} ${key} ${value}`;
}

function verb(value: string): string {
  return value === '0' ? 'disable' : 'enable';
}

/** Sets one setting; only a reading shows whether it took effect. Rejects with `command-failed`, quoting the phone. */
export function writeSetting({ name, value, apiLevel }: SettingChange): Command<null> {
  return {
    purpose: `setting ${name}`,
    line: writers[name](value, apiLevel),
    deadlineMs: 15_000,
    parse: (output) => checkWritten(name, output),
  };
}

function checkWritten(name: SettingName, output: CommandOutput): null {
  const hasError =
    /^(?:Error|Unknown command|No shell command|cmd: |Available commands)|Exception|not found/m;
  const failed = output.exitCode !== null && output.exitCode !== 0;
  if (!failed && !hasError.test(`${output.stderr}\n${stdoutText(output)}`)) return null;
  const reason = phoneMessage(output);
  throw new HandsetError('command-failed', `Couldn't set ${name}; the phone said: ${reason}.`, {
    hint: refusalHint(reason, 'Change it in Settings on the phone.'),
  });
}
