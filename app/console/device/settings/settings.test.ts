import { expect, it } from 'vitest';
import type { DeviceReport } from '#core/phone/device-state.ts';
import { factsOf } from './facts.ts';
import { neededAndroid, settingLabel } from './rows.ts';

const silent: DeviceReport = {
  manufacturer: null,
  model: null,
  android: null,
  api_level: 0,
  security_patch: null,
  screen: {
    width: 1080,
    height: 2400,
    orientation: 'portrait',
    rotation: null,
    density: 420,
    on: null,
    locked: null,
  },
  battery: null,
  storage: null,
  network: null,
  locales: null,
  time: null,
  time_zone: null,
  settings: {
    orientation: null,
    dark_theme: null,
    font_scale: null,
    display_density: null,
    animations: null,
    stay_awake: null,
    brightness: null,
    adaptive_brightness: null,
    volume: null,
    volume_max: null,
    location: null,
    bluetooth: null,
    wifi: null,
    mobile_data: null,
    airplane_mode: null,
  },
  changed_settings: [],
};

it('leaves out what the phone does not report', () => {
  expect(factsOf(silent)).toEqual([
    ['Android', 'API 0'],
    ['Screen', '1080 × 2400'],
  ]);
});

it('says what the phone reports', () => {
  const report: DeviceReport = {
    ...silent,
    manufacturer: 'Google',
    model: 'Google Pixel',
    battery: { percent: 0, status: 'charging', plugged: 'USB', celsius: 0 },
    storage: { free_bytes: 2e9, total_bytes: 64e9 },
    network: ['wifi', 'constructor'],
    time: '2026-11-24T04:43:00+0000',
  };
  expect(factsOf(report)).toEqual([
    ['Model', 'Google Pixel'],
    ['Android', 'API 0'],
    ['Battery', '0 % · charging by USB · 0 °C'],
    ['Storage', '2.0 GB free of 64.0 GB'],
    ['Network', 'Wi-Fi, Constructor'],
    ['Screen', '1080 × 2400'],
    ['Time', '2026-11-24 04:43'],
  ]);
  expect(factsOf({ ...report, network: [] })).toContainEqual(['Network', 'None']);
});

it.each([
  ['dark_theme', 28, '10'],
  ['dark_theme', 29, null],
  ['wifi', 1, null],
  ['constructor', 1, null],
])('%s on API level %d needs Android %s', (name, api_level, android) => {
  expect(neededAndroid(name, { api_level })).toBe(android);
});

it('names a changed setting as people do', () => {
  expect(['font_scale', 'language of com.a.b'].map(settingLabel)).toEqual([
    'Font size',
    'Language of com.a.b',
  ]);
});
