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
