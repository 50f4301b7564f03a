import { afterEach, describe, expect, it } from 'vitest';
import { followPaths } from '../../core/gestures/paths.ts';
import { swipe } from '../../core/gestures/swipe.ts';
import { doubleTap, longPress, tap } from '../../core/gestures/taps.ts';
import { setText } from '../../core/tools/text.ts';
import { callTool } from '../../core/tools/testing/call-tool.ts';
import {
  type Bench,
  type BenchOptions,
  faultsFor,
  middleOf,
  never,
  openBench,
  openNote,
} from './testing/bench.ts';

let bench: Bench | undefined;
afterEach(() => bench?.connection.close());

async function open(options: BenchOptions): Promise<Bench> {
  bench = await openBench(options);
  return bench;
}

const versions = [8, 11, 14, 16] as const;
const ways = ['scrcpy', 'shell'] as const;
const everywhere = ways.flatMap((way) => versions.map((android) => ({ way, android })));

describe.each(everywhere)('Android $android by $way', ({ way, android }) => {
  const faults = [...faultsFor[way]];

  it('types, presses keys, empties a field of several lines', async () => {
    const opened = await open({ android, faults });
    const { phone } = opened;
    const field = openNote(opened);
    const strange = `it's 100% "so"; $HOME %s & \\done`;
    await phone.typeText(strange, never);
    expect(phone.wayTaken.way).toBe(way);
    expect(field()).toBe(strange);
    await phone.pressKey('ENTER', never);
    await phone.typeText('second', never);
    await phone.pressKey('DEL', never);
    expect(field()).toBe(`${strange}\nsecon`);
    await phone.clearField(field().length, never);
    expect(field()).toBe('');
  });

  it('waits for a finger that goes down later', async () => {
    const opened = await open({ android, faults });
    const { phone, world } = opened;
    const at = middleOf(opened, 'Settings');
    const times = [300, 350];
    const startMs = performance.now();
    await phone.performGesture(followPaths([times.map((time) => ({ ...at, time }))]), never);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(295);
    expect(world.resumed().packageName).toBe('com.android.settings');
  });

  it('moves the cursor from the start of a text of several lines to its end', async () => {
    const opened = await open({ android, faults });
    const { phone, world } = opened;
    const field = openNote(opened);
    world.typeText('one\ntwo\nthree');
    world.key(122, { ctrl: true });
    world.typeText('>');
    expect(field()).toBe('>one\ntwo\nthree');
    await phone.moveCursorToEnd(never);
    await phone.typeText('<', never);
    expect(field()).toBe('>one\ntwo\nthree<');
  });

  it('empties a field whose cursor is at its start', async () => {
    const opened = await open({ android, faults });
    const { phone, world } = opened;
    const field = openNote(opened);
    world.typeText('one\ntwo\nthree');
    world.key(122, { ctrl: true });
    await phone.clearField(field().length, never);
    expect(field()).toBe('');
  });

  it('taps, swipes, long presses, and opens panels', async () => {
    const opened = await open({ android, faults });
    const { phone, world } = opened;
    await phone.performGesture(tap(middleOf(opened, 'Settings')), never);
    expect(world.resumed().packageName).toBe('com.android.settings');
    const before = JSON.stringify(world.hierarchy());
    const { size, awake } = await phone.readTouchArea(never);
    expect([size, awake]).toEqual([world.screenSize, true]);
    const middle = { x: size.width / 2, y: size.height / 2 };
    await phone.performGesture(swipe(middle, { ...middle, y: 300 }, 200), never);
    expect(JSON.stringify(world.hierarchy())).not.toBe(before);
    await phone.openPanel('notifications', never);
    await expect.poll(() => world.focusedWindow().kind).toBe('shade');
    await phone.pressKey('BACK', never);
    expect(world.focusedWindow().kind).not.toBe('shade');
    await phone.openPanel('quick-settings', never);
    await expect.poll(() => world.focusedWindow().kind).toBe('shade');
    await phone.pressKey('HOME', never);
    expect(world.resumed().packageName).toBe('com.android.launcher3');
    await phone.performGesture(longPress(middleOf(opened, 'Settings'), 800), never);
    expect(opened.finger.find('App info')).toBeDefined();
  });

  it('double taps', async () => {
    const opened = await open({ android, faults });
    const { phone, world, finger } = opened;
    world.startActivity('com.android.gallery3d/.app.PhotoViewActivity');
    const middle = { x: world.screenSize.width / 2, y: world.screenSize.height / 2 };
    expect(finger.get('zoom').text).toBe('Zoom 100%');
    await phone.performGesture(doubleTap(middle), never);
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
      const sent = await phone.typeText(text, never);
      // Compared as a boolean: printing the difference of long texts takes long.
      expect([field() === text, text.slice(0, 30)]).toEqual([true, text.slice(0, 30)]);
      await sent.restoreClipboard(never);
      expect(world.clipboard).toBe('what was there before');
      await phone.clearField(text.length, never);
    }
  });
  it.each(ways)('is pasted on request into a field that drops typed keys, %s', async (way) => {
    const faults = [...faultsFor[way], 'drops-typing', 'shell-clipboard'] as const;
    const opened = await open({ faults });
    const field = openNote(opened);
    await opened.phone.typeText('123456789', never);
    expect(field()).toBe('12345689');
    await opened.phone.clearField(8, never);
    await opened.phone.typeText('123456789', never, 'paste');
    expect(field()).toBe('123456789');
  });
  it('leaves an empty clipboard empty', async () => {
    const opened = await open({});
    const field = openNote(opened);
    const sent = await opened.phone.typeText('世界', never);
    expect(field()).toBe('世界');
    await sent.restoreClipboard(never);
    expect(opened.world.clipboard).toBe('');
  });
});

describe('text by the shell', () => {
  it.each(versions)(
    'is rejected before anything is typed, naming what has no key, Android %i',
    async (android) => {
      const opened = await open({ android, faults: ['no-scrcpy'] });
      const field = openNote(opened);
      await expect(opened.phone.typeText('ab é 世界', never)).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringMatching(
          /^Text with "é".*scrcpy server, which can't run here: .*Killed/,
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
    expect(answer).toMatch(
      /^Text with U\+0009 \(tab\): .* The field holds its old content again\./,
    );
    expect(field()).toBe('kept');
  });
  it.each(versions)('is pasted where cmd clipboard works, Android %i', async (android) => {
    const opened = await open({ android, faults: ['no-scrcpy', 'shell-clipboard'] });
    const { phone, world } = opened;
    world.clipboard = 'before';
    const field = openNote(opened);
    const text = `Žluťoučký 'kůň' %s 世界 👍🏽\nnext`;
    const sent = await phone.typeText(text, never);
    expect(field()).toBe(text);
    await sent.restoreClipboard(never);
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
    await expect(phone.typeText('世界', never)).rejects.toMatchObject({ code: 'input-denied' });
    expect(world.clipboard).toBe('before');
  });
  it('2,000 characters in ASCII arrive by keys', async () => {
    const opened = await open({ faults: ['no-scrcpy'] });
    const field = openNote(opened);
    const text = 'a1 %s ;$\n'.repeat(222).trimEnd();
    await opened.phone.typeText(text, never);
    expect(field() === text).toBe(true);
  });
});

describe('rotating the screen', () => {
  it('by the scrcpy server works in both directions, and keeps the auto-rotation setting', async () => {
    const { phone, world, connection } = await open({});
    for (const rotation of [1, 0]) {
      await phone.rotate(never);
      await expect.poll(() => world.rotation).toBe(rotation);
    }
    const setting = 'settings get system accelerometer_rotation';
    const auto = await connection.adb.subprocess.noneProtocol.spawnWaitText(setting);
    expect(auto.trim()).toBe('1');
  });
  it('by the shell is rejected, with the reason', async () => {
    const { phone, world } = await open({ faults: ['no-scrcpy'] });
    await expect(phone.rotate(never)).rejects.toMatchObject({
      code: 'unsupported',
      message:
        "Turning the screen: not possible on this phone now. By the phone's own commands: they could only turn it by switching auto-rotation off. It needs the scrcpy server, which can't run here: The scrcpy server does not start on this phone: Killed.",
    });
    expect(world.rotation).toBe(0);
  });
});
