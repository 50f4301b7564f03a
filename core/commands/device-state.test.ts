import { expect, it } from 'vitest';
import { makersSwitches } from './command.ts';
import { readDeviceState, writeSetting } from './device-state.ts';

const sections = {
  properties: `[persist.sys.timezone]: [Europe/Berlin]
[ro.build.version.release]: [8.1.0]
[ro.build.version.sdk]: [27]
[ro.product.locale]: [en-US]
[ro.product.manufacturer]: [Wileyfox]
[ro.product.model]: [Swift 2 [X]]
`,
  time: '2026-11-24T05:01:02+0100\n',
  display: 'Physical size: 1080x1920\nPhysical density: 420\nOverride density: 500\n',
  touch:
    '  Display: mDisplayId=0\n    init=1080x1920 420dpi cur=1920x1080 app=1794x1080\n  mWakefulness=Asleep\n',
  rotation: '    mRotation=ROTATION_90 mDeferredRotationPauseCount=0\n',
  lock: '      showing=true\n',
  battery:
    '  AC powered: false\n  USB powered: true\n  status: 2\n  level: 42\n  scale: 50\n  temperature: -15\n',
  storage:
    'Filesystem     1K-blocks    Used Available Use% Mounted on\n/dev/block/dm-5   1000     400       600  40% /data\n',
  network: `Active default network: 101
  NetworkAgentInfo{ ni{[type: MOBILE[LTE]]}  network{100}  nc{[ Transports: CELLULAR Capabilities: SUPL&NOT_VPN ]}
  NetworkAgentInfo{ ni{[type: WIFI[]]}  network{101}  nc{[ Transports: WIFI Capabilities: INTERNET&NOT_VPN ]}
  NetworkAgentInfo{ ni{[type: VPN[]]}  network{102}  nc{[ Transports: WIFI|VPN Capabilities: INTERNET ]}
`,
  system: 'accelerometer_rotation=0\nuser_rotation=1\nscreen_brightness=90\n',
  secure: 'location_mode=3\n',
  global: 'wifi_on=2\nairplane_mode_on=1\nwindow_animation_scale=0.5\nbluetooth_on=null\n',
  night: 'Night mode: custom_schedule\n',
  volume: '[V] volume is 7 in range [0..25]\n',
};

const parse = (given: Partial<typeof sections>) => {
  const text = Object.entries({ ...sections, ...given })
    .map(([name, output]) => `@@section ${name}\n${output}`)
    .join('');
  return readDeviceState.parse({
    stdout: new TextEncoder().encode(text),
    stderr: '',
    exitCode: 0,
  });
};

it('reads every section', () => {
  expect(parse({})).toEqual({
    manufacturer: 'Wileyfox',
    model: 'Swift 2 [X]',
    android: '8.1.0',
    apiLevel: 27,
    securityPatch: null,
    size: { width: 1920, height: 1080 },
    naturalSize: { width: 1080, height: 1920 },
    rotation: 1,
    density: 500,
    isDisplayOn: false,
    isLocked: true,
    battery: { percent: 84, status: 'charging', plugged: 'USB', celsius: -1.5 },
    storage: { freeBytes: 600 * 1024, totalBytes: 1000 * 1024 },
    network: ['WIFI', 'VPN'],
    locales: 'en-US',
    time: '2026-11-24T05:01:02+0100',
    timeZone: 'Europe/Berlin',
    volumeRange: { min: 0, max: 25 },
    settings: {
      orientation: '0,1',
      dark_theme: 'custom_schedule',
      font_scale: '1',
      display_density: '500',
      animations: '0.5,1,1',
      stay_awake: '0',
      brightness: '90,0',
      volume: '7',
      location: '3',
      bluetooth: null,
      wifi: '1',
      mobile_data: null,
      airplane_mode: '1',
    },
  });
});

it('a phone that does not report something has null there', () => {
  const silent = {
    lock: '',
    battery: '',
    storage: '',
    network: '',
    night: '',
    volume: '',
    time: '',
  };
  const others =
    'Display: mDisplayId=4\n mRotation=0\nDisplay: mDisplayId=0 (organized)\n mRotation=1 mDeferred=0\nDisplay: mDisplayId=7\n mRotation=0\n';
  expect(parse({ rotation: others })).toMatchObject({ rotation: 1 });
  expect(parse({ ...silent, system: '', rotation: '' })).toMatchObject({
    isLocked: null,
    battery: null,
    storage: null,
    network: null,
    time: null,
    rotation: null,
    settings: { orientation: null, dark_theme: null, volume: null, brightness: null },
  });
});

it.each([
  ['system_locales=de-DE,en-GB\n', 'de-DE,en-GB'],
  ['system_locales=null\n', 'en-US'],
])('the languages are those that the user chose, else that of the build: %j', (system, locales) => {
  expect(parse({ system }).locales).toBe(locales);
});

it('without a network there are no transports', () => {
  expect(parse({ network: 'Active default network: none\n' }).network).toEqual([]);
});

it('rejects with what was printed when there is no size', () => {
  expect(() => parse({ touch: 'error\n' })).toThrow("didn't report its screen size");
});

it.each([
  [
    'orientation',
    '0,1',
    "settings put 'system' 'user_rotation' '1' && settings put 'system' 'accelerometer_rotation' '0'",
  ],
  ['dark_theme', "yes'; reboot; '", String.raw`cmd uimode night 'yes'\''; reboot; '\'''`],
  ['display_density', '$(reboot)', "wm density '$(reboot)'"],
  ['wifi', '0', "svc wifi 'disable'"],
  ['airplane_mode', '1', "cmd connectivity airplane-mode 'enable'"],
] as const)('sets %s to %s', (name, value, line) => {
  expect(writeSetting({ name, value, apiLevel: 34 }).line.text).toBe(line);
});

it('sets the volume by the program that this Android has', () => {
  const volume = { name: 'volume', value: '3' } as const;
  expect(writeSetting({ ...volume, apiLevel: 34 }).line.text).toMatch(/^cmd media_session volume /);
  expect(writeSetting({ ...volume, apiLevel: 27 }).line.text).toMatch(/^media volume /);
});

it.each([
  ['', 'No shell command implementation.\n', 'No shell command implementation', 0],
  ['Unknown command: airplane-mode\n', '', 'Unknown command: airplane-mode', 255],
  // Android 11 and later.
  [
    '',
    "\nException occurred while executing 'put':\njava.lang.SecurityException: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS\n\tat com.android.providers.settings.SettingsProvider.enforceWritePermission(SettingsProvider.java:2272)\n",
    'Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS',
    255,
  ],
  // Android 8.1 to 10.
  [
    '',
    'Security exception: Permission denial: writing to settings\n\njava.lang.SecurityException: Permission denial: writing to settings\n',
    'Permission denial: writing to settings',
    255,
  ],
  // ConnectivityService prints the exception on stdout.
  [
    'java.lang.SecurityException: Neither user 2000 nor current process has android.permission.NETWORK_SETTINGS.\n',
    'WARNING: linker: unused DT entry\n',
    'Neither user 2000 nor current process has android.permission.NETWORK_SETTINGS',
    255,
  ],
])('rejects with the reason of the phone: %j %j', (stdout, stderr, reason, exitCode) => {
  const output = { stdout: new TextEncoder().encode(stdout), stderr, exitCode };
  const { parse: check } = writeSetting({ name: 'wifi', value: '1', apiLevel: 34 });
  const isRefused = reason.includes('ermission');
  expect(() => check(output)).toThrow(
    expect.objectContaining({
      message: `Couldn't set wifi; the phone said: ${reason}.`,
      hint: isRefused ? makersSwitches : 'Change it in Settings on the phone.',
    }),
  );
});

it.each([
  ['one SIM', 'mobile_data=0\n', '0'],
  [
    'two SIMs, whose unnumbered row is stale',
    'mobile_data1=0\nmobile_data2=1\nmobile_data=1\nmulti_sim_data_call=1\n',
    '0',
  ],
  ['the second SIM', 'mobile_data1=0\nmobile_data2=1\nmobile_data=0\nmulti_sim_data_call=2\n', '1'],
  // MIUI numbers the rows by slot.
  [
    'rows of other SIMs',
    'mobile_data0=1\nmobile_data1=1\nmobile_data=0\nmulti_sim_data_call=7\n',
    null,
  ],
  ['no SIM', '', null],
])('mobile data: %s', (_name, global, mobile_data) => {
  expect(parse({ global }).settings.mobile_data).toBe(mobile_data);
});

it.each([
  ['wifi_on=3\nbluetooth_on=2\n', { wifi: '0', bluetooth: '0' }],
  ['wifi_on=2\nbluetooth_on=1\n', { wifi: '1', bluetooth: '1' }],
])('radios in airplane mode: %j', (global, settings) => {
  expect(parse({ global: `${global}airplane_mode_on=1\n` })).toMatchObject({ settings });
});
