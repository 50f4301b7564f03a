/** Calls that are cancelled midway, or lose their phone, over HTTP. More of them, without a browser, are in worker/testing/tools. */
import { setTimeout as pause } from 'node:timers/promises';
import { centerOf } from '#core/demo-phone/testing/phone-under-test.ts';
import { expect } from '../fixtures.ts';
import { test } from './phone-under-test.ts';

/** Long enough for a long press to have started, even on a slow machine. */
const cancelAfterMs = 1_500;

test('a press cancelled midway is lifted (scrcpy)', async ({ openPhone }) => {
  const phone = await openPhone({ android: 14 });
  const { bounds } = await phone.rowWithText('Notes');
  const calculator = centerOf((await phone.rowWithText('Calculator')).bounds);
  const abort = new AbortController();
  const press = { ...centerOf(bounds), duration: 30_000 };
  const call = phone.agent.call('long_press', press, { signal: abort.signal });
  const rejection = expect(call).rejects.toThrow();
  await pause(cancelAfterMs);
  abort.abort();
  await rejection;
  // The icon's menu is open; with a finger still down, the next tap would fail.
  await phone.clickText('App info');
  expect((await phone.rowWithResourceId('entity_header_title')).text).toBe('Notes');
  await phone.call('press_home');
  await phone.call('tap', calculator);
  expect(await phone.foregroundActivity()).toBe('com.android.calculator2/.Calculator');
});

test('unplugged during a press, which may or may not have run (scrcpy)', async ({ openPhone }) => {
  const phone = await openPhone({ android: 14, faults: ['unplug-mid-transfer'] });
  const at = centerOf((await phone.rowWithText('Calculator')).bounds);
  const pressing = phone.agent.call('long_press', {
    ...at,
    duration: 10_000,
    observe: 'state',
  });
  await pause(500);
  // The cable is pulled during the first screenshot.
  const reading = phone.agent.call('get_screen_state', { include_screenshot: true });
  const [pressed, seen] = await Promise.all([pressing, reading]);
  const disconnected =
    'Handset 14 was disconnected. This happened while performing the gesture. The call may or may not have run; look at the screen before you repeat it. Plug it in again; the console reconnects automatically. Then try again.';
  expect(pressed).toMatchObject({ isError: true, text: disconnected });
  expect(seen.isError).toBe(true);
  // After reconnecting, calls work and no finger is down.
  await expect
    .poll(async () => (await phone.agent.call('press_home')).isError, { timeout: 20_000 })
    .toBe(false);
  await phone.call('tap', centerOf((await phone.rowWithText('Calculator')).bounds));
  expect(await phone.foregroundActivity()).toBe('com.android.calculator2/.Calculator');
});
