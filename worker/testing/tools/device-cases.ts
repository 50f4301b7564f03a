/** The phone's state and settings: read, changed and put back, as an agent does it. */
import type { ProgressNotification } from '#core/mcp/testing/agent.ts';
import { expect } from 'vitest';
import type { PhoneUnderTest, ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';

/** The settings that get_device answers, and which of them are changed. */
async function readSettings(phone: PhoneUnderTest): Promise<{
  readonly settings: unknown;
  readonly changed: unknown;
}> {
  const { data, text } = await phone.call('get_device');
  expect(JSON.parse(text)).toEqual(data);
  return { settings: data?.['settings'], changed: data?.['changed_settings'] };
}

/** Puts everything back; returns the lines of the answer. */
async function restore(phone: PhoneUnderTest): Promise<readonly string[]> {
  const { text } = await phone.call('set_device', { restore: true });
  return text.split('\n');
}

export const deviceCases = {
  'get_device: what the phone is': async (phone) => {
    const { data } = await phone.call('get_device');
    expect(data).toMatchObject({
      manufacturer: 'Handset',
      screen: { orientation: 'portrait', rotation: 0, on: true, locked: false },
      battery: { percent: 82, status: 'charging', plugged: 'USB' },
      network: ['wifi'],
      locales: 'en-US',
      changed_settings: [],
    });
  },

  'set_device: settings change, and restore puts them back': async (phone) => {
    const before = await readSettings(phone);
    const wanted = { orientation: 'landscape', font_scale: 1.3, animations: false, volume: 3 };
    const { text } = await phone.call('set_device', wanted);
    expect(text.split('\n')).toEqual([
      'orientation: auto -> landscape',
      'font_scale: 1 -> 1.3',
      'animations: on -> off',
      'volume: 8 -> 3',
    ]);
    const { width, height } = await phone.screenSize();
    expect(width).toBeGreaterThan(height);
    const { settings, changed } = await readSettings(phone);
    expect(settings).toMatchObject(wanted);
    expect(changed).toEqual(Object.keys(wanted));
    expect(await restore(phone)).toContain('orientation: landscape -> auto');
    expect(await readSettings(phone)).toEqual(before);
    expect(await restore(phone)).toEqual([expect.stringMatching(/^Nothing to restore/)]);
  },

  'set_device: refuses what this phone does not have, with nothing changed': async (phone) => {
    const refused = await phone.expectError('set_device', { volume: 99, font_scale: 1.3 });
    expect(refused).toContain('volume must be between 0 and 15 on this phone, got: 99');
    expect((await readSettings(phone)).changed).toEqual([]);
  },
} satisfies ToolCases;

/** Since Android 11, the first version whose shell sets airplane mode. */
export const airplaneCases = {
  'set_device: airplane mode with Wi-Fi, and all radios back': async (phone) => {
    const before = await readSettings(phone);
    const messages: unknown[] = [];
    const onprogress = ({ message }: ProgressNotification): void => void messages.push(message);
    const args = { airplane_mode: true, wifi: true };
    const { text } = await phone.call('set_device', args, { onprogress });
    expect(messages).toEqual(
      expect.arrayContaining([
        'Setting airplane mode',
        'Setting wifi',
        'Reading the settings back',
      ]),
    );
    expect(text).toBe('airplane_mode: off -> on\nwifi: on as before');
    const { settings } = await readSettings(phone);
    expect(settings).toMatchObject({ airplane_mode: true, wifi: true, bluetooth: false });
    await restore(phone);
    expect(await readSettings(phone)).toEqual(before);
  },

  'set_device: Wi-Fi switched on later in airplane mode stays on after it': async (phone) => {
    await phone.call('set_device', { airplane_mode: true });
    const { text } = await phone.call('set_device', { wifi: true });
    expect(text).toBe('wifi: off -> on');
    await restore(phone);
    const { settings, changed } = await readSettings(phone);
    expect(settings).toMatchObject({ airplane_mode: false, wifi: true, bluetooth: true });
    expect(changed).toEqual([]);
  },
} satisfies ToolCases;

/** Since Android 13, which knows a language of a single app. */
export const languageCases = {
  'set_device: the dark theme and the language of an app': async (phone) => {
    const app = { app_language: 'de-DE', package_name: 'com.handset.notes' };
    const { text } = await phone.call('set_device', { ...app, dark_theme: true });
    expect(text).toBe("language of com.handset.notes: the phone's -> de-DE\ndark_theme: off -> on");
    const again = await phone.call('set_device', { ...app, app_language: 'de-de' });
    expect(again.text).toBe('language of com.handset.notes: de-DE already');
    expect(await restore(phone)).toEqual([
      "language of com.handset.notes: de-DE -> the phone's",
      'dark_theme: on -> off',
    ]);
  },

  'set_device: an unknown app, with nothing changed': async (phone) => {
    const app = { app_language: 'de-DE', package_name: 'com.nowhere' };
    const text = await phone.expectError('set_device', { ...app, dark_theme: true });
    expect(text).toContain('Unknown package com.nowhere');
    expect((await readSettings(phone)).changed).toEqual([]);
  },
} satisfies ToolCases;

/** Before Android 10, whose shell sets neither the theme nor airplane mode. */
export const oldPhoneCases = {
  'set_device: refuses what this Android cannot set, with nothing changed': async (phone) => {
    for (const [name, version] of [
      ['dark_theme', '10'],
      ['location', '10'],
      ['airplane_mode', '11'],
    ] as const) {
      expect(await phone.expectError('set_device', { [name]: true, volume: 2 })).toBe(
        `${name} can be set on Android ${version} and later; this phone has Android 8.1.0. Nothing was changed. Leave out ${name}.`,
      );
    }
    const language = { app_language: 'de-DE', package_name: 'com.handset.notes' };
    expect(await phone.expectError('set_device', language)).toContain('on Android 13 and later');
    const { settings, changed } = await readSettings(phone);
    expect(settings).toMatchObject({ dark_theme: null, volume: 8 });
    expect(changed).toEqual([]);
  },
} satisfies ToolCases;
