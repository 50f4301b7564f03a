import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import {
  doubleTapGesture,
  gestureFromPaths,
  longPressGesture,
  swipeGesture,
  tapGesture,
} from '#core/gestures/build-gesture.ts';
import { makersSwitches } from '#core/commands/command.ts';
import { setText } from '#core/tools/text.ts';
import { callTool } from '#core/tools/testing/call-tool.ts';
import {
  centerOf,
  createPhoneHarness,
  faultsForBackend,
  fingersDown,
  neverAborts,
  openNote,
  watchTouches,
  type PhoneHarness,
  type PhoneHarnessOptions,
} from '../testing/harness.ts';
import { pause } from '../../waits/deadline.ts';
import { liftOnCancel } from './shell-input.ts';

useDrivenClock();

let harness: PhoneHarness | undefined;
afterEach(() => harness?.connection.close());

async function open(options: PhoneHarnessOptions): Promise<PhoneHarness> {
  harness = await createPhoneHarness(options);
  return harness;
}

const versions = [8, 11, 14, 16] as const;
const backends = ['scrcpy', 'shell'] as const;
const everywhere = backends.flatMap((backend) => versions.map((android) => ({ backend, android })));

describe.each(everywhere)('Android $android by $backend', ({ backend, android }) => {
  const faults = [...faultsForBackend[backend]];

  it('types, presses keys, empties a field of several lines', async () => {
    const opened = await open({ android, faults });
    const { phone } = opened;
    const field = openNote(opened);
    const specialText = `it's 100% "so"; $HOME %s & \\done`;
    await phone.typeText(specialText, neverAborts);
    expect(phone.inputStatus.backend).toBe(backend);
    expect(field()).toBe(specialText);
    await phone.pressKey('ENTER', neverAborts);
    await phone.typeText('second', neverAborts);
    await phone.pressKey('DEL', neverAborts);
    expect(field()).toBe(`${specialText}\nsecon`);
    await phone.clearField(field().length, neverAborts);
    expect(field()).toBe('');
  });

  it('waits for a finger that goes down later', async () => {
    const opened = await open({ android, faults });
    const { phone, world } = opened;
    const at = centerOf(opened, 'Settings');
    const times = [300, 350];
    const startMs = performance.now();
    await phone.performGesture(
      gestureFromPaths([times.map((time) => ({ ...at, time }))]),
      neverAborts,
    );
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(295);
    expect(world.resumedActivity().packageName).toBe('com.android.settings');
  });

  it('moves the cursor from the start of a text of several lines to its end', async () => {
    const opened = await open({ android, faults });
    const { phone, world } = opened;
    const field = openNote(opened);
    world.typeText('one\ntwo\nthree');
    world.pressKey(122, { ctrl: true });
    world.typeText('>');
    expect(field()).toBe('>one\ntwo\nthree');
    await phone.moveCursorToEnd(neverAborts);
    await phone.typeText('<', neverAborts);
    expect(field()).toBe('>one\ntwo\nthree<');
  });

  it('empties a field whose cursor is at its start', async () => {
    const opened = await open({ android, faults });
    const { phone, world } = opened;
    const field = openNote(opened);
    world.typeText('one\ntwo\nthree');
    world.pressKey(122, { ctrl: true });
    await phone.clearField(field().length, neverAborts);
    expect(field()).toBe('');
  });

  it('taps, swipes, long presses, and opens panels', async () => {
    const opened = await open({ android, faults });
    const { phone, world } = opened;
    await phone.performGesture(tapGesture(centerOf(opened, 'Settings')), neverAborts);
    expect(world.resumedActivity().packageName).toBe('com.android.settings');
    const before = JSON.stringify(world.hierarchy());
    const { size, awake } = await phone.readTouchArea(neverAborts);
    expect([size, awake]).toEqual([world.screenSize, true]);
    const middle = { x: size.width / 2, y: size.height / 2 };
    await phone.performGesture(swipeGesture(middle, { ...middle, y: 300 }, 200), neverAborts);
    expect(JSON.stringify(world.hierarchy())).not.toBe(before);
    await phone.openPanel('notifications', neverAborts);
    await expect.poll(() => world.focusedWindow().kind).toBe('shade');
    await phone.pressKey('BACK', neverAborts);
    expect(world.focusedWindow().kind).not.toBe('shade');
    await phone.openPanel('quick-settings', neverAborts);
    await expect.poll(() => world.focusedWindow().kind).toBe('shade');
    await phone.pressKey('HOME', neverAborts);
    expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
    await phone.performGesture(longPressGesture(centerOf(opened, 'Settings'), 800), neverAborts);
    expect(opened.finger.find('App info')).toBeDefined();
  });

  it('double taps', async () => {
    const opened = await open({ android, faults });
    const { phone, world, finger } = opened;
    world.startActivity('com.android.gallery3d/.app.PhotoViewActivity');
    const middle = { x: world.screenSize.width / 2, y: world.screenSize.height / 2 };
    expect(finger.get('zoom').text).toBe('Zoom 100%');
    await phone.performGesture(doubleTapGesture(middle), neverAborts);
    expect(finger.get('zoom').text).toBe('Zoom 200%');
  });
});

const texts = [
  'Žluťoučký kůň, naïve façade',
  'Привет, 世界, שלום, مرحبا, สวัสดี, हिन्दी',
  '👍🏽 👩‍👩‍👧‍👦 🏳️‍🌈',
  `100% %s %d '"\`$HOME $(id) ; rm -rf / && \\n <b>&amp;`,
  'first\nsecond\n\nfourth',
  'a1 %s é;'.repeat(250),
];

describe('any text through the scrcpy server', () => {
  it.each(versions)('arrives, and the clipboard is restored, Android %i', async (android) => {
    const opened = await open({ android });
    const { phone, world } = opened;
    const field = openNote(opened);
    for (const text of texts) {
      world.clipboard = 'what was there before';
      const sent = await phone.typeText(text, neverAborts);
      // Compared as a boolean: printing the difference of long texts takes long.
      expect([field() === text, text.slice(0, 30)]).toEqual([true, text.slice(0, 30)]);
      await sent.restoreClipboard(neverAborts);
      expect(world.clipboard).toBe('what was there before');
      await phone.clearField(text.length, neverAborts);
    }
  });
  it.each(backends)(
    'is pasted on request into a field that drops typed keys, %s',
    async (backend) => {
      const faults = [...faultsForBackend[backend], 'drops-typing', 'shell-clipboard'] as const;
      const opened = await open({ faults });
      const field = openNote(opened);
      await opened.phone.typeText('123456789', neverAborts);
      expect(field()).toBe('12345689');
      await opened.phone.clearField(8, neverAborts);
      await opened.phone.typeText('123456789', neverAborts, 'paste');
      expect(field()).toBe('123456789');
    },
  );
  it('leaves an empty clipboard empty', async () => {
    const opened = await open({});
    const field = openNote(opened);
    const sent = await opened.phone.typeText('世界', neverAborts);
    expect(field()).toBe('世界');
    await sent.restoreClipboard(neverAborts);
    expect(opened.world.clipboard).toBe('');
  });
});

describe('text by the shell', () => {
  it.each(versions)(
    'is rejected before anything is typed, naming what has no key, Android %i',
    async (android) => {
      const opened = await open({ android, faults: ['no-scrcpy'] });
      const field = openNote(opened);
      await expect(opened.phone.typeText('ab é 世界', neverAborts)).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringMatching(
          /^Text with "é".*scrcpy server isn't running: .*Killed/,
        ) as unknown,
      });
      expect(field()).toBe('');
    },
  );
  it('never presses Tab for a tab, which would leave the field: the old content stays', async () => {
    const opened = await open({ android: 8, faults: ['no-scrcpy'] });
    const field = openNote(opened);
    opened.world.typeText('kept');
    const given = { selector: '@edit_body', text: 'a\tb' };
    const { code, answer } = await callTool(setText, opened.phone, given);
    expect(code).toBe('unsupported');
    expect(answer).toMatch(/^Text with U\+0009 \(tab\): .* The field's old content was restored\./);
    expect(field()).toBe('kept');
  });
  it.each(versions)('is pasted where cmd clipboard works, Android %i', async (android) => {
    const opened = await open({ android, faults: ['no-scrcpy', 'shell-clipboard'] });
    const { phone, world } = opened;
    world.clipboard = 'before';
    const field = openNote(opened);
    const text = `Žluťoučký 'kůň' %s 世界 👍🏽\nnext`;
    const sent = await phone.typeText(text, neverAborts);
    expect(field()).toBe(text);
    await sent.restoreClipboard(neverAborts);
    expect(world.clipboard).toBe('before');
  });
  it('a paste that is cancelled in the middle leaves the clipboard as it was', async () => {
    const opened = await open({ faults: ['no-scrcpy', 'shell-clipboard'] });
    const { phone, world } = opened;
    openNote(opened);
    const abort = new AbortController();
    let now = 'before';
    Object.defineProperty(world, 'clipboard', {
      get: () => now,
      set: (text: string) => {
        now = text;
        if (text === '世界') abort.abort();
      },
    });
    await expect(phone.typeText('世界', abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(abort.signal.aborted).toBe(true);
    expect(now).toBe('before');
  });
  it('a phone that refuses keys keeps its clipboard', async () => {
    const faults = ['no-scrcpy', 'shell-clipboard', 'input-denied'] as const;
    const { phone, world } = await open({ faults });
    world.clipboard = 'before';
    await expect(phone.typeText('世界', neverAborts)).rejects.toMatchObject({
      code: 'input-denied',
    });
    expect(world.clipboard).toBe('before');
  });
  it('2,000 characters in ASCII arrive by keys', async () => {
    const opened = await open({ faults: ['no-scrcpy'] });
    const field = openNote(opened);
    const text = 'a1 %s ;$\n'.repeat(222).trimEnd();
    await opened.phone.typeText(text, neverAborts);
    expect(field() === text).toBe(true);
  });
});

describe('rotating the screen', () => {
  it('by the scrcpy server works in both directions, and keeps the auto-rotation setting', async () => {
    const { phone, world, connection } = await open({});
    for (const rotation of [1, 0]) {
      await phone.rotate(neverAborts);
      await expect.poll(() => world.rotation).toBe(rotation);
    }
    const setting = 'settings get system accelerometer_rotation';
    const auto = await connection.adb.subprocess.noneProtocol.spawnWaitText(setting);
    expect(auto.trim()).toBe('1');
  });
  it('by the shell is rejected, with the reason', async () => {
    const { phone, world } = await open({ faults: ['no-scrcpy'] });
    await expect(phone.rotate(neverAborts)).rejects.toMatchObject({
      code: 'unsupported',
      message:
        "Rotating the screen: not possible right now. The phone's own commands can't do it (it would switch auto-rotation off), and the scrcpy server isn't running: The scrcpy server doesn't start on this phone: Killed.",
    });
    expect(world.rotation).toBe(0);
  });
});

let shellHarness: PhoneHarness | undefined;
afterEach(() => shellHarness?.connection.close());

const from = { x: 500, y: 1_500 };
const to = { x: 500, y: 700 };

/** A phone with real latency and the shell backend, and the events on its screen. */
async function createShellHarness(options: PhoneHarnessOptions = {}) {
  shellHarness = await createPhoneHarness({ ...options, faults: ['no-scrcpy'], latency: 'real' });
  await shellHarness.phone.pressKey('HOME', neverAborts);
  const events = watchTouches(shellHarness);
  const isDown = (): boolean => fingersDown(events).length > 0;
  return { phone: shellHarness.phone, connection: shellHarness.connection, events, isDown };
}

it('lifts the finger of a swipe that is cancelled, long before its end', async () => {
  const { phone, events, isDown } = await createShellHarness();
  const abort = new AbortController();
  const swiping = phone.performGesture(swipeGesture(from, to, 5_000), abort.signal);
  const failed = expect(swiping).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(isDown).toBe(true);
  abort.abort();
  await expect.poll(isDown).toBe(false);
  expect(events.some(({ action }) => action === 'up')).toBe(false);
  // It rejects only when the phone's command has ended and can no longer disturb the next gesture.
  await failed;
  expect(events.at(-1)?.action).toBe('up');
});

it('also when the finger goes down after the cancellation', async () => {
  const { phone, connection, events, isDown } = await createShellHarness();
  const over = new AbortController();
  const playing = new Promise<void>((resolve) =>
    over.signal.addEventListener('abort', () => resolve()),
  );
  const lifting = liftOnCancel(connection, { playing, from, signal: AbortSignal.abort() });
  // The first attempt is sent before the swipe, and so ends nothing.
  await pause(50, neverAborts);
  const swiping = phone.performGesture(swipeGesture(from, to, 3_000), neverAborts);
  const actions = (): string[] => events.map(({ action }) => action);
  await expect.poll(actions).toContain('down');
  await expect.poll(() => actions().lastIndexOf('cancel') > actions().indexOf('down')).toBe(true);
  expect(isDown()).toBe(false);
  over.abort();
  await lifting;
  await swiping;
});

it('lifts the finger where it went down on phones that can not cancel a gesture', async () => {
  const { phone, events, isDown } = await createShellHarness({ android: 11 });
  const abort = new AbortController();
  const swiping = phone.performGesture(swipeGesture(from, to, 8_000), abort.signal);
  const failed = expect(swiping).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(isDown).toBe(true);
  abort.abort();
  await expect.poll(isDown, { timeout: 5_000 }).toBe(false);
  expect(events.find(({ action }) => action === 'up')).toMatchObject(from);
  await failed;
});

it.each(['no-scrcpy', 'shell-clipboard'] as const)(
  'reports input that the phone drops without a word, with the fault %s',
  async (other) => {
    const harness = await createPhoneHarness({ faults: ['input-ignored', other] });
    const { phone, faults, world, connection } = harness;
    await expect.poll(() => phone.inputStatus.backend).not.toBeNull();
    const dropped = {
      code: 'input-denied',
      message: expect.stringMatching(
        /^The phone dropped the touch or key; its log says: Permission denied: injecting event from pid \d+ uid 2000 to window /,
      ) as string,
      hint: makersSwitches,
    };
    await expect(phone.performGesture(tapGesture({ x: 540, y: 1_200 }), neverAborts))
      .rejects //
      .toMatchObject(dropped);
    await expect(phone.pressKey('MENU', neverAborts)).rejects.toMatchObject(dropped);
    // The switch is on now; the log still holds what it refused.
    faults.delete('input-ignored');
    await phone.pressKey('HOME', neverAborts);
    expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
    await connection.close();
  },
);

it('waits for the end of the swipe on phones that can not cancel it', async () => {
  const { phone, events, isDown } = await createShellHarness({ android: 8 });
  const abort = new AbortController();
  const swiping = phone.performGesture(swipeGesture(from, to, 1_500), abort.signal);
  const failed = expect(swiping).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(isDown).toBe(true);
  abort.abort();
  await failed;
  expect(events.map(({ action }) => action)).not.toContain('cancel');
  expect(isDown()).toBe(false);
});
