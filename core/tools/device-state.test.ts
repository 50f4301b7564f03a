import { expect, it } from 'vitest';
import type { SettingName, SettingValues } from '../phone/device-state.ts';
import { HandsetError } from '../errors.ts';
import { getDevice, setDevice } from './device-state.ts';
import { callTool } from './testing/call-tool.ts';
import {
  argumentRefusal,
  executeTool,
  recordingPhone,
  refusalOf,
} from './testing/recording-phone.ts';
import type { Phone } from '../phone/phone.ts';
import { pixel } from './testing/device-states.ts';

it('get_device: returns the state and the settings', async () => {
  const phone = recordingPhone();
  const { data } = await executeTool(getDevice, {}, phone);
  expect(phone.calls).toEqual([['readDeviceState']]);
  expect(data).toMatchObject({
    model: 'Pixel 8',
    android: '14',
    api_level: 34,
    screen: { width: 1080, height: 2400, orientation: 'portrait', on: true, locked: false },
    battery: { percent: 80, plugged: 'USB' },
    network: ['wifi'],
    settings: {
      orientation: 'auto',
      dark_theme: 'no',
      font_scale: 1,
      animations: true,
      stay_awake: false,
      brightness: 128,
      adaptive_brightness: true,
      volume: 5,
      volume_max: 15,
      wifi: true,
      airplane_mode: false,
    },
  });
});

it.each([
  ['0,0', 'portrait'],
  ['0,1', 'landscape'],
  ['0,2', 'portrait'],
  ['1,3', 'auto'],
])('get_device: the setting %s is the orientation %s', async (orientation, expected) => {
  const device = { ...pixel, settings: { ...pixel.settings, orientation } };
  const { data } = await executeTool(getDevice, {}, recordingPhone({ device }));
  expect(data).toMatchObject({ settings: { orientation: expected } });
});

it('get_device: what the phone does not report is null', async () => {
  const settings = { ...pixel.settings, volume: null, brightness: null, dark_theme: null };
  const device = { ...pixel, battery: null, network: null, volumeRange: null, settings };
  const { data } = await executeTool(getDevice, {}, recordingPhone({ device }));
  expect(data).toMatchObject({
    battery: null,
    network: null,
    settings: { volume: null, volume_max: null, brightness: null, dark_theme: null },
  });
});

it.each([
  [{}, 'Give at least one setting, or set restore'],
  [
    { restore: true, wifi: false, dark_theme: true },
    'restore must be the only argument, got also: dark_theme, wifi',
  ],
  [{ only: 'wifi', wifi: true }, 'only must be given together with restore'],
  [{ brightness: 256 }, "Parameter 'brightness' must be between 0 and 255, got: 256"],
  [{ font_scale: 9 }, "Parameter 'font_scale' must be between 0.5 and 3"],
])('set_device: refuses %j', async (args, message) => {
  expect(await refusalOf(setDevice, args)).toEqual(argumentRefusal(message));
});

it('set_device: a volume above what this phone has is refused', async () => {
  const phone = recordingPhone();
  const { answer, code } = await callTool(setDevice, phone, { volume: 16 });
  expect({ code, answer }).toEqual({
    code: 'invalid-argument',
    answer: 'volume must be between 0 and 15 on this phone, got: 16',
  });
  expect(phone.calls).toEqual([['readDeviceState']]);
});

it.each([{ wifi: false }, { airplane_mode: true }])(
  'set_device: %j is refused where the console reaches the phone over its network',
  async (args) => {
    const phone = { ...recordingPhone(), serial: '192.168.1.5:5555' };
    const { answer, code } = await callTool(setDevice, phone, args);
    expect(code).toBe('unsupported');
    expect(answer).toContain('over its network (192.168.1.5:5555)');
    expect(phone.calls).toEqual([['readDeviceState']]);
  },
);

it('set_device: sends nothing for what is set already', async () => {
  const phone = recordingPhone();
  const { texts } = await executeTool(setDevice, { wifi: true, volume: 5 }, phone);
  expect(texts).toEqual(['volume: 5 already\nwifi: on already']);
  expect(phone.calls.map(([method]) => method)).not.toContain('writeSetting');
});

it('set_device: says what the phone does not report, and remembers nothing of it', async () => {
  const device = { ...pixel, settings: { ...pixel.settings, mobile_data: null } };
  const phone = recordingPhone({ device });
  const { texts } = await executeTool(setDevice, { mobile_data: false }, phone);
  expect(texts).toEqual([
    'mobile_data: off sent, not verified: this phone does not report it; its earlier value is unknown, so restore leaves it as it is',
  ]);
  expect(phone.calls).toContainEqual([
    'writeSetting',
    { name: 'mobile_data', value: '0', apiLevel: 34 },
  ]);
  expect(phone.originalSettings.size).toBe(0);
});

it("set_device: one setting's refusal by the phone does not keep the others from being set", async () => {
  let dark = 'no';
  const phone: Phone = {
    ...recordingPhone(),
    readDeviceState: () =>
      Promise.resolve({ ...pixel, settings: { ...pixel.settings, dark_theme: dark } }),
    writeSetting: ({ name, value }) => {
      if (name === 'volume')
        return Promise.reject(new HandsetError('command-failed', 'It said no.'));
      dark = value;
      return Promise.resolve();
    },
  };
  const { answer, code } = await callTool(setDevice, phone, { volume: 3, dark_theme: true });
  expect(code).toBe('action-failed');
  expect(answer).toContain('dark_theme: off -> on\nvolume: is 5; asked for 3. It said no.');
  expect([...phone.originalSettings]).toEqual([['dark_theme', 'no']]);
  const { data } = await executeTool(getDevice, {}, phone);
  expect(data).toMatchObject({ changed_settings: ['dark_theme'] });
});

it('set_device: connections are a risk, which the question names', () => {
  const risk = (args: object, ...originals: (readonly [SettingName, string])[]) =>
    setDevice.risk?.(setDevice.input.parse(args), new Map(originals));
  expect(risk({ wifi: false, airplane_mode: true })).toBe('The phone may lose its connection.');
  expect(risk({ bluetooth: true })).toBe("This changes the phone's network connections.");
  expect(risk({ dark_theme: true })).toBeNull();
  // Putting back is as risky as what is put back.
  const restore = { restore: true };
  expect(risk(restore)).toBeNull();
  expect(risk(restore, ['orientation', '1,0'], ['font_scale', '1.0'])).toBeNull();
  expect(risk(restore, ['orientation', '1,0'], ['wifi', '1'])).toContain('network connections');
  expect(risk(restore, ['wifi', '0'])).toBe('The phone may lose its connection.');
});

/** A phone whose radios follow airplane mode after some readings, as real ones do. */
function flyingPhone(start: Partial<SettingValues> = {}, readingsUntilSwitched = 2) {
  const settings = { ...pixel.settings, ...start };
  const grounded = new Set<'wifi' | 'bluetooth'>();
  let countdown = 0;
  const switchRadios = (): void => {
    for (const name of ['wifi', 'bluetooth'] as const) {
      if (settings.airplane_mode === '1' && settings[name] === '1') {
        settings[name] = '0';
        grounded.add(name);
      } else if (settings.airplane_mode === '0' && grounded.delete(name)) settings[name] = '1';
    }
  };
  const phone: Phone = {
    ...recordingPhone(),
    readDeviceState: () => {
      if (countdown > 0 && --countdown === 0) switchRadios();
      return Promise.resolve({ ...pixel, settings: { ...settings } });
    },
    writeSetting: ({ name, value }) => {
      settings[name] = value;
      if (name === 'wifi' || name === 'bluetooth') grounded.delete(name);
      if (name === 'airplane_mode') countdown = readingsUntilSwitched;
      return Promise.resolve();
    },
  };
  return { phone, settings, grounded };
}

it('set_device: a radio may stay on in airplane mode, and all of them are put back', async () => {
  const { phone, settings } = flyingPhone();
  const args = { airplane_mode: true, wifi: true };
  const { answer, code } = await callTool(setDevice, phone, args);
  expect({ answer, code }).toEqual({
    answer: 'airplane_mode: off -> on\nwifi: on as before',
    code: undefined,
  });
  expect(settings).toMatchObject({ airplane_mode: '1', wifi: '1', bluetooth: '0' });
  await callTool(setDevice, phone, { restore: true });
  expect(settings).toEqual(pixel.settings);
  expect(phone.originalSettings.size).toBe(0);
});

it('set_device: a radio changed in airplane mode is put back to what it was before that', async () => {
  const { phone, settings } = flyingPhone({ mobile_data: '0' });
  await callTool(setDevice, phone, { airplane_mode: true });
  await phone.readDeviceState(new AbortController().signal);
  expect(settings.wifi).toBe('0');
  await callTool(setDevice, phone, { wifi: false, bluetooth: true });
  expect(phone.originalSettings.get('wifi')).toBe('1');
  await callTool(setDevice, phone, { restore: true });
  expect(settings).toEqual({ ...pixel.settings, mobile_data: '0' });
  expect(phone.originalSettings.size).toBe(0);
});

it('set_device: restores only what is named', async () => {
  const { phone, settings } = flyingPhone();
  await callTool(setDevice, phone, { dark_theme: true, font_scale: 1.3 });
  const nothing = await callTool(setDevice, phone, { restore: true, only: 'volume' });
  expect(nothing.answer).toBe('Nothing to restore: volume was not changed here.');
  const { answer } = await callTool(setDevice, phone, { restore: true, only: 'font_scale' });
  expect(answer).toBe('font_scale: 1.3 -> 1');
  expect(settings).toMatchObject({ dark_theme: 'yes', font_scale: '1' });
  expect([...phone.originalSettings.keys()]).toEqual(['dark_theme']);
});

it('set_device: back in airplane mode, a radio that comes back with its end still does', async () => {
  const { phone, settings, grounded } = flyingPhone();
  await callTool(setDevice, phone, { airplane_mode: true });
  await phone.readDeviceState(new AbortController().signal);
  phone.originalSettings.clear();
  await callTool(setDevice, phone, { airplane_mode: false });
  await callTool(setDevice, phone, { restore: true });
  expect(settings).toMatchObject({ airplane_mode: '1', wifi: '0' });
  expect([...grounded]).toContain('wifi');
});

it('set_device: a failure keeps what was done before it, the language of an app too', async () => {
  let language = '';
  const phone: Phone = {
    ...recordingPhone(),
    readAppLanguages: () => Promise.resolve(language),
    writeAppLanguages: (_packageName, languages) => {
      language = languages;
      return Promise.resolve();
    },
    writeSetting: () => Promise.reject(new HandsetError('command-failed', 'It said no.')),
  };
  const args = { volume: 3, app_language: 'de-DE', package_name: 'com.a' };
  const { answer, code } = await callTool(setDevice, phone, args);
  expect(code).toBe('action-failed');
  expect(answer).toContain(
    "language of com.a: the phone's -> de-DE\nvolume: is 5; asked for 3. It said no.",
  );
});

it.each([
  ['iw', 'he', 'iw already', undefined],
  ['', 'id', "the phone's -> in", undefined],
  ['', 'DE-de', "the phone's -> de-DE", undefined],
  ['fr', 'nonsense', 'is fr; asked for nonsense.', 'action-failed'],
])('set_device: an app with the language "%s", asked for %s', async (before, asked, line, code) => {
  const stored = new Map([
    ['id', 'in'],
    ['DE-de', 'de-DE'],
  ]);
  let language = before;
  const phone: Phone = {
    ...recordingPhone(),
    readAppLanguages: () => Promise.resolve(language),
    writeAppLanguages: (_packageName, languages) => {
      language = stored.get(languages) ?? language;
      return Promise.resolve();
    },
  };
  const args = { app_language: asked, package_name: 'com.a' };
  const result = await callTool(setDevice, phone, args);
  expect(result.answer).toContain(`language of com.a: ${line}`);
  expect(result.code).toBe(code);
});

it('set_device: reports what it is doing', async () => {
  const { phone } = flyingPhone();
  const { progress } = await callTool(setDevice, phone, { wifi: false });
  expect(progress.map(({ message }) => message)).toEqual([
    'Reading the settings',
    'Setting wifi',
    'Reading the settings back',
  ]);
  expect(progress.map(({ done }) => done)).toEqual([0, 1, 2]);
});
