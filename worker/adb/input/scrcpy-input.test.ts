import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import {
  doubleTapGesture,
  longPressGesture,
  pinchGesture,
  swipeGesture,
  tapGesture,
} from '#core/gestures/build-gesture.ts';
import {
  type PhoneHarness,
  type PhoneHarnessOptions,
  connectPhone,
  fingersDown,
  centerOf,
  neverAborts,
  createPhoneHarness,
  openNote,
  watchTouches,
} from '../testing/harness.ts';

useDrivenClock();

let harness: PhoneHarness | undefined;
afterEach(() => harness?.connection.close());

async function open(options: PhoneHarnessOptions = {}): Promise<PhoneHarness> {
  harness = await createPhoneHarness(options);
  return harness;
}

function middle({ world }: PhoneHarness): { x: number; y: number } {
  return { x: world.screenSize.width / 2, y: world.screenSize.height / 2 };
}

describe('gestures', () => {
  it.each([8, 11, 14, 16] as const)('two fingers zoom a picture, Android %i', async (android) => {
    const opened = await open({ android });
    const { phone, world, finger } = opened;
    world.startActivity('com.android.gallery3d/.app.PhotoViewActivity');
    const events = watchTouches(opened);
    const gesture = pinchGesture(
      { center: middle(opened), scale: 3, durationMs: 300 },
      world.screenSize,
    );
    await phone.performGesture(gesture, neverAborts);
    expect(finger.get('zoom').text).toBe('Zoom 300%');
    // On Android 11 the connection begins by lifting a finger that may have been left on the screen.
    const actions = events.map(({ action }) => action);
    expect(actions.slice(actions.indexOf('down')).slice(0, 2)).toEqual(['down', 'down']);
    expect(fingersDown(events)).toEqual([]);
  });

  it('sends every point at its time', async () => {
    const opened = await open();
    const events = watchTouches(opened);
    const { x, y } = middle(opened);
    const points = [0, 100, 400, 450].map((timeMs, i) => ({
      x: x + 20 * i,
      y: y - 30 * i,
      timeMs,
    }));
    const isOnTime = async (): Promise<boolean> => {
      const before = events.length;
      await opened.phone.performGesture({ strokes: [points] }, neverAborts);
      const played = events.slice(before);
      const start = played[0]?.timeMs ?? 0;
      return points.every((point) => {
        const seen = played.find((event) => event.x === point.x && event.y === point.y);
        const late = (seen?.timeMs ?? Infinity) - start - point.timeMs;
        // The first point may be late too, and the others are measured from it.
        return late > -50 && late < 150;
      });
    };
    // Timers of a busy machine are late now and then, but not every time.
    await expect.poll(isOnTime).toBe(true);
  });

  it('returns when each finger went down and up', async () => {
    const opened = await open();
    const { phone } = opened;
    const played = await phone.performGesture(doubleTapGesture(middle(opened)), neverAborts);
    expect(played).toHaveLength(2);
    for (const { downSentMs, upSentMs, upAcknowledgedMs } of played) {
      expect(upSentMs - downSentMs).toBeGreaterThanOrEqual(30);
      expect(upAcknowledgedMs).toBeGreaterThanOrEqual(upSentMs);
    }
    const [first, second] = played;
    expect(second?.downSentMs).toBeGreaterThanOrEqual(first?.upAcknowledgedMs ?? Infinity);
  });

  it('cancelled, lifts every finger before it rejects', async () => {
    const opened = await open();
    const { phone, world } = opened;
    const events = watchTouches(opened);
    const abort = new AbortController();
    const gesture = pinchGesture(
      { center: middle(opened), scale: 2, durationMs: 5_000 },
      world.screenSize,
    );
    const playing = phone.performGesture(gesture, abort.signal);
    setTimeout(() => abort.abort(), 600);
    await expect(playing).rejects.toMatchObject({ code: 'cancelled' });
    expect(events.filter(({ action }) => action === 'down')).toHaveLength(2);
    await expect.poll(() => fingersDown(events)).toEqual([]);
    expect(events.length).toBeLessThan(300);
    // No part of the gesture continues.
    const count = events.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(events).toHaveLength(count);
  });

  it('unplugged in the middle, rejects at once with phone-lost', async () => {
    const opened = await open();
    const { phone, usb } = opened;
    const playing = phone.performGesture(longPressGesture(middle(opened), 5_000), neverAborts);
    const start = performance.now();
    setTimeout(() => usb.unplug(), 600);
    await expect(playing).rejects.toMatchObject({
      code: 'phone-lost',
      message: 'Handset 14 was disconnected. This happened while performing the gesture.',
    });
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

describe('a connection that ends in the middle of a gesture', () => {
  it.each([
    ['closed by its worker, with two fingers down', 'closed'],
    ['unplugged, with two fingers down', 'unplugged'],
  ] as const)('%s, leaves none there for the next one', async (_, how) => {
    const opened = await open();
    const { usb, world, phone } = opened;
    const events = watchTouches(opened);
    const gesture = pinchGesture(
      { center: middle(opened), scale: 2, durationMs: 60_000 },
      world.screenSize,
    );
    const playing = expect(phone.performGesture(gesture, neverAborts)).rejects.toBeDefined();
    await expect.poll(() => fingersDown(events)).toHaveLength(2);
    if (how === 'closed') {
      // The browser does this when it terminates a worker: nothing is closed in an orderly manner.
      const [device] = await usb.getDevices();
      const close = () => device?.close().then(() => true);
      expect(await close()).toBe(true);
      // This connection still lives, and closes the device as well.
      await expect.poll(() => close()?.catch(() => false)).toBe(true);
    } else {
      usb.unplug();
      usb.plug();
    }
    await playing;
    expect(fingersDown(events)).toHaveLength(2);
    const next = await connectPhone(usb);
    await next.phone.performGesture(tapGesture(middle(opened)), neverAborts);
    expect(fingersDown(events)).toEqual([]);
    expect(events.map(({ action }) => action).slice(-3)).toEqual(['cancel', 'down', 'up']);
    await next.connection.close();
  });
});

describe('a phone that refuses input', () => {
  it.each([8, 11, 14, 16] as const)(
    'is reported as such, never as success, Android %i',
    async (android) => {
      const opened = await open({ android, faults: ['input-denied'] });
      const { phone, world } = opened;
      const denied = {
        code: 'input-denied',
        message: expect.stringContaining('INJECT_EVENTS') as unknown,
        hint: expect.stringContaining('USB debugging (Security settings)') as unknown,
      };
      const at = centerOf(opened, 'Settings');
      await expect(phone.performGesture(tapGesture(at), neverAborts)).rejects.toMatchObject(denied);
      await expect(phone.pressKey('HOME', neverAborts)).rejects.toMatchObject(denied);
      world.clipboard = 'before';
      await expect(phone.typeText('é', neverAborts)).rejects.toMatchObject(denied);
      expect(world.clipboard).toBe('before');
      expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
      // Actions that inject nothing still work.
      await phone.writeClipboard('new', neverAborts);
      await expect(phone.readClipboard(neverAborts)).resolves.toBe('new');
      await phone.openPanel('notifications', neverAborts);
      await expect.poll(() => world.focusedWindow().kind).toBe('shade');
    },
  );
  it('works as soon as the phone allows it', async () => {
    const opened = await open({ faults: ['input-denied'] });
    const { phone, faults, world } = opened;
    await expect(phone.pressKey('HOME', neverAborts)).rejects.toMatchObject({
      code: 'input-denied',
    });
    faults.delete('input-denied');
    world.startActivity('com.android.settings/.Settings');
    await phone.pressKey('HOME', neverAborts);
    expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
    // And the reverse.
    faults.add('input-denied');
    await expect(phone.pressKey('BACK', neverAborts)).rejects.toMatchObject({
      code: 'input-denied',
    });
  });
});

describe('clipboard', () => {
  it('is read and written, also when it is empty', async () => {
    const { phone, world } = await open();
    await expect(phone.readClipboard(neverAborts)).resolves.toBeNull();
    const long = 'žluť 👍🏽\n'.repeat(2_000);
    for (const text of ['', 'plain', long]) {
      await phone.writeClipboard(text, neverAborts);
      expect(world.clipboard === text).toBe(true);
      expect((await phone.readClipboard(neverAborts)) === text).toBe(true);
    }
  });
  it('rejects a text that is too long for the phone', async () => {
    const { phone } = await open();
    await expect(phone.writeClipboard('é'.repeat(140_000), neverAborts)).rejects.toMatchObject({
      code: 'unsupported',
      message: "The text has 280000 bytes; the phone's clipboard accepts at most 262130.",
    });
  });
  it.each(['before', ''])(
    'gets %j back when a paste is cancelled at once',
    async (clipboardBefore) => {
      const opened = await open();
      const { phone, world } = opened;
      openNote(opened);
      await phone.writeClipboard(clipboardBefore, neverAborts);
      const abort = new AbortController();
      let now = clipboardBefore;
      Object.defineProperty(world, 'clipboard', {
        get: () => now,
        set: (text: string) => {
          now = text;
          // The phone has received it; its answer has not reached us.
          if (text === '世界') abort.abort();
        },
      });
      const typing = phone.typeText('世界', abort.signal);
      await expect(typing).rejects.toMatchObject({ code: 'cancelled' });
      expect(abort.signal.aborted).toBe(true);
      expect(now).toBe(clipboardBefore);
    },
  );
  it('answers several concurrent reads', async () => {
    const { phone, world } = await open();
    world.clipboard = 'held';
    const reads = Array.from({ length: 4 }, () => phone.readClipboard(neverAborts));
    await expect(Promise.all(reads)).resolves.toEqual(['held', 'held', 'held', 'held']);
  });
});

describe('a server that dies', () => {
  it('fails the running action, is started once more, then the shell takes over', async () => {
    const opened = await open({ faults: ['scrcpy-dies'] });
    const { phone, world } = opened;
    const events = watchTouches(opened);
    const { x, y } = middle(opened);
    const gesture = swipeGesture({ x, y }, { x, y: y - 600 }, 400);
    for (const _ of [1, 2]) {
      await expect(phone.performGesture(gesture, neverAborts)).rejects.toMatchObject({
        code: 'command-failed',
        message: expect.stringMatching(
          /^The scrcpy server on the phone ended \(Killed\)\. This happened while performing the gesture\.$/,
        ) as unknown,
        hint: expect.stringContaining('It may or may not have happened') as unknown,
      });
      // Android itself would not lift it.
      expect(fingersDown(events)).toEqual([]);
    }
    expect(phone.inputStatus).toMatchObject({ backend: 'shell', scrcpyProblem: /Killed/ as never });
    world.startActivity('com.android.settings/.Settings');
    const before = JSON.stringify(world.hierarchy());
    await phone.performGesture(gesture, neverAborts);
    expect(JSON.stringify(world.hierarchy())).not.toBe(before);
  });
  it('still gets the old clipboard content restored', async () => {
    const opened = await open({ faults: ['scrcpy-dies'] });
    const { phone, world } = opened;
    const field = openNote(opened);
    world.clipboard = 'before';
    const sent = await phone.typeText('世界', neverAborts);
    expect(field()).toBe('世界');
    const { x, y } = middle(opened);
    await phone
      .performGesture(swipeGesture({ x, y }, { x, y: y + 9 }, 300), neverAborts)
      .catch(() => undefined);
    await sent.restoreClipboard(neverAborts);
    expect(world.clipboard).toBe('before');
  });
});

it('reads an empty clipboard without waiting for an answer that never comes', async () => {
  const { phone, world } = await open({});
  world.clipboard = null;
  await phone.readClipboard(neverAborts);
  const startMs = performance.now();
  expect(await phone.readClipboard(neverAborts)).toBeNull();
  // Without the server's log it would wait for a second.
  expect(performance.now() - startMs).toBeLessThan(700);
  world.clipboard = 'Milk';
  expect(await phone.readClipboard(neverAborts)).toBe('Milk');
});
