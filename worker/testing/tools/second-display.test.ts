/** A phone while a window on another display has the focus. */
import { expect, test } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { openPhone } from '../phones.ts';

useDrivenClock();

const settings = 'com.android.settings';

test('an activity is started on the default display', async () => {
  const phone = await openPhone({ android: 14, faults: ['focus-elsewhere'] });
  await phone.call('send_intent', { type: 'activity', component: `${settings}/.Settings` });
  expect(await phone.foregroundActivity()).toBe(`${settings}/.Settings`);
});

test('a dump of another display is not taken for the default one', async () => {
  const phone = await openPhone({ android: 14, faults: ['focus-elsewhere', 'no-reader'] });
  for (const [tool, args] of [
    ['get_screen_state', {}],
    ['summarize_screen', {}],
    ['find_elements', { by: 'text', value: 'x' }],
  ] as const) {
    expect(await phone.expectError(tool, args)).toContain(
      "The element list couldn't be read: the focused window is on display 2, and a dump reads only that one. Give the phone's own screen the focus: open an app with open_app, or tap the screen. Then try again.",
    );
  }
  await phone.call('open_app', { package_id: settings });
  expect(await phone.showsText('Network & internet')).toBe(true);
});

test("keys go to the display with the focus, which is this phone's own once it is touched", async () => {
  const faults = ['focus-elsewhere', 'no-reader'] as const;
  const notes = 'com.handset.notes/.MainActivity';
  const phone = await openPhone({ android: 14, faults, activity: notes });
  const isHome = async (): Promise<boolean> =>
    (await phone.foregroundActivity()).startsWith('com.android.launcher3/');
  await phone.call('press_home');
  await phone.call('tap', { x: 500, y: 150 });
  expect(await phone.foregroundActivity()).toBe(notes);
  await phone.call('press_home');
  expect(await isHome()).toBe(true);
});
