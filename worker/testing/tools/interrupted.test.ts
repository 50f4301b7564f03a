/** Calls that overlap, are cancelled midway, or lose their phone. */
import { expect, test } from 'vitest';
import {
  centerOf,
  type PhoneOptions,
  type PhoneUnderTest,
} from '#core/demo-phone/testing/phone-under-test.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { openPhone } from '../phones.ts';

useDrivenClock();

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** With the shell backend the demo phone needs latency, or it would be done at once. */
const phoneOptions = {
  scrcpy: { android: 14 },
  shell: { android: 14, faults: ['no-scrcpy'], latency: 'real' },
} as const satisfies Record<string, PhoneOptions>;

/** Long enough for a long press to have started, even on a slow machine. */
const cancelAfterMs = 1_500;

/** Durations of cancelled gestures. Shell commands cannot be cancelled, so the test waits for their end. */
const durationMs = { scrcpy: 30_000, shell: 4_000 };

/** Starts a call and cancels it after `cancelAfterMs`. */
async function callAndCancel(
  phone: PhoneUnderTest,
  tool: string,
  args: Record<string, unknown>,
): Promise<void> {
  const abort = new AbortController();
  const call = phone.agent.call(tool, args, { signal: abort.signal });
  const rejection = expect(call).rejects.toThrow();
  await pause(cancelAfterMs);
  abort.abort();
  await rejection;
}

for (const backend of ['scrcpy', 'shell'] as const) {
  const options: PhoneOptions = phoneOptions[backend];
  test(`a press cancelled midway is lifted (${backend})`, async () => {
    const phone = await openPhone(options);
    const { bounds } = await phone.rowWithText('Notes');
    const calculator = centerOf((await phone.rowWithText('Calculator')).bounds);
    await callAndCancel(phone, 'long_press', {
      ...centerOf(bounds),
      duration: durationMs[backend],
    });
    // The icon's menu is open; with a finger still down, the next tap would fail.
    await phone.clickText('App info');
    expect((await phone.rowWithResourceId('entity_header_title')).text).toBe('Notes');
    await phone.call('press_home');
    await phone.call('tap', calculator);
    expect(await phone.foregroundActivity()).toBe('com.android.calculator2/.Calculator');
  });
}

test('calls that act take turns, reads do not wait', async () => {
  const phone = await openPhone(phoneOptions.scrcpy);
  await phone.open('Calculator');
  const at = async (key: string) => centerOf((await phone.rowWithText(key)).bounds);
  const one = await at('1');
  const two = await at('2');
  const three = await at('3');
  const done: string[] = [];
  const callAndRecord = async (name: string, tool: string, args = {}): Promise<void> => {
    await phone.call(tool, args);
    done.push(name);
  };
  const calls = [callAndRecord('hold 1', 'long_press', { ...one, duration: 5_000 })];
  await pause(100);
  calls.push(callAndRecord('tap 2', 'tap', two));
  await pause(100);
  calls.push(callAndRecord('tap 3', 'tap', three), callAndRecord('read', 'get_screen_state'));
  await Promise.all(calls);
  expect(done).toEqual(['read', 'hold 1', 'tap 2', 'tap 3']);
  expect((await phone.rowWithResourceId('formula')).text).toBe('123');
});

test('a drag cancelled midway is released', async () => {
  const phone = await openPhone(phoneOptions.scrcpy);
  const { width, height } = await phone.screenSize();
  const x = Math.floor(width / 2);
  const path = [
    { x, y: 10, time: 0 },
    { x, y: height - 10, time: 20_000 },
  ];
  await callAndCancel(phone, 'custom_gesture', { paths: [path] });
  // If the finger were still down, the panel would stay half open.
  const panel = (await phone.rows()).find(({ resourceId }) =>
    resourceId.endsWith(':id/notification_panel'),
  );
  expect([undefined, height]).toContain(panel?.bounds.bottom);
  await phone.call('press_home');
  await phone.call('tap', centerOf((await phone.rowWithText('Calculator')).bounds));
  expect(await phone.foregroundActivity()).toBe('com.android.calculator2/.Calculator');
});

test('a queued call can be cancelled', async () => {
  const phone = await openPhone(phoneOptions.scrcpy);
  await phone.open('Calculator');
  const at = async (key: string) => centerOf((await phone.rowWithText(key)).bounds);
  const one = await at('1');
  const two = await at('2');
  const holding = phone.call('long_press', { ...one, duration: 3_000 });
  await pause(100);
  await callAndCancel(phone, 'tap', two);
  await holding;
  expect((await phone.rowWithResourceId('formula')).text).toBe('1');
});

test('two fingers of a gesture cancelled midway are lifted', async () => {
  const phone = await openPhone(phoneOptions.scrcpy);
  await phone.open('Photos');
  await phone.call('click_element', {
    element_id: (await phone.rowWithResourceId('thumbnail')).id,
  });
  const finger = (side: -1 | 1) => [
    { x: 540 + side * 50, y: 1_200, time: 0 },
    { x: 540 + side * 450, y: 1_200, time: 15_000 },
  ];
  await callAndCancel(phone, 'custom_gesture', { paths: [finger(-1), finger(1)] });
  const zoom = (await phone.rowWithResourceId('zoom')).text;
  expect(zoom).not.toBe('Zoom 100%');
  await pause(300);
  expect((await phone.rowWithResourceId('zoom')).text).toBe(zoom);
  // With a finger still down, this tap would be a third finger.
  await phone.clickText('Navigate up');
  expect(await phone.foregroundActivity()).toBe('com.android.gallery3d/.app.GalleryActivity');
});

for (const [backend, doing] of [
  ['scrcpy', 'performing the gesture'],
  ['shell', 'touching the screen'],
] as const) {
  test(`unplugged during a press, which may or may not have run (${backend})`, async () => {
    const options: PhoneOptions = phoneOptions[backend];
    const faults = [...(options.faults ?? []), 'unplug-mid-transfer'] as const;
    const phone = await openPhone({ ...options, faults });
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
    const disconnected = `Handset 14 was disconnected. This happened while ${doing}. The call may or may not have run; look at the screen before you repeat it. Plug it in again; the console reconnects automatically. Then try again.`;
    expect(pressed).toMatchObject({ isError: true, text: disconnected });
    expect(seen.isError).toBe(true);
    // After reconnecting, calls work and no finger is down.
    await expect
      .poll(async () => (await phone.agent.call('press_home')).isError, { timeout: 20_000 })
      .toBe(false);
    await phone.call('tap', centerOf((await phone.rowWithText('Calculator')).bounds));
    expect(await phone.foregroundActivity()).toBe('com.android.calculator2/.Calculator');
  });
}
