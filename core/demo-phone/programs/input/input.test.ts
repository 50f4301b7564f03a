import { beforeEach, describe, expect, it } from 'vitest';
import { bootPhone, type PhoneShell } from '../../testing/phone-shell.ts';
import type { DumpNode } from '../../world.ts';
import { keyCodeOf, oldDragPath, swipePath } from './commands.ts';

function findNode(node: DumpNode, matches: (node: DumpNode) => boolean): DumpNode | undefined {
  if (matches(node)) return node;
  return node.children.map((child) => findNode(child, matches)).find(Boolean);
}

async function tapOn(phone: PhoneShell, matches: (node: DumpNode) => boolean): Promise<void> {
  const found = findNode(phone.system.world.hierarchy(), matches);
  if (found === undefined) throw new Error('No such element.');
  const { left, top, right, bottom } = found.bounds;
  await phone.run(`input tap ${(left + right) / 2} ${(top + bottom) / 2}`);
}

/** Opens an empty note with the cursor in its text. */
async function openField(phone: PhoneShell): Promise<void> {
  await phone.run('am start -n com.handset.notes/.MainActivity');
  await tapOn(phone, ({ description, text }) => /^new note$/i.test(description || text));
  await tapOn(phone, ({ hint }) => hint === 'Write something');
  await phone.run('input keycombination 113 29; input keyevent 67');
}

describe('input on the phone', () => {
  let phone: PhoneShell;
  const foregroundPackage = (): string => phone.system.world.resumedActivity().packageName;
  beforeEach(async () => {
    phone = await bootPhone();
  });

  it('tap opens an app, keyevent HOME leaves it', async () => {
    await tapOn(
      phone,
      ({ text, description }) => text === 'Settings' || description === 'Settings',
    );
    expect(foregroundPackage()).toBe('com.android.settings');
    expect(await phone.run('input keyevent KEYCODE_HOME')).toEqual({
      out: '',
      err: '',
      code: 0,
      bytes: new Uint8Array(),
    });
    expect(foregroundPackage()).toBe('com.android.launcher3');
  });

  it('swipe scrolls', async () => {
    await phone.run('am start -n com.android.settings/.Settings');
    const before = JSON.stringify(phone.system.world.hierarchy());
    await phone.run('input swipe 540 1800 540 600 300');
    expect(JSON.stringify(phone.system.world.hierarchy())).not.toBe(before);
  });

  it('motionevent draws one gesture over several calls', async () => {
    await phone.run('am start -n com.android.settings/.Settings');
    const before = JSON.stringify(phone.system.world.hierarchy());
    for (const [kind, y] of [
      ['DOWN', 1800],
      ['MOVE', 1200],
      ['MOVE', 700],
      ['UP', 700],
    ] as const) {
      expect((await phone.run(`input motionevent ${kind} 540 ${y}`)).code).toBe(0);
    }
    expect(JSON.stringify(phone.system.world.hierarchy())).not.toBe(before);
  });

  const field = (): string => phone.system.world.focusedField()?.text ?? '';

  it('types into the focused field, %s as a space, and clears it by Ctrl+A', async () => {
    await openField(phone);
    await phone.run('input keycombination 113 29; input keyevent 67');
    await phone.run("input text 'a & b;%sc'");
    expect(field()).toBe('a & b; c');
    await phone.run('input keycombination 113 29; input keyevent KEYCODE_FORWARD_DEL');
    await phone.run('input text new');
    expect(field()).toBe('new');
  });

  it('accepts several keys in one call, by name and number, and flags depending on the version', async () => {
    await openField(phone);
    await phone.run('input text abcdef');
    await phone.run('input keyevent 67 KEYCODE_DEL DEL');
    expect(field()).toBe('abc');
    await phone.run('input keyevent 67; input keyevent --async --delay 1 A 30');
    expect(field()).toBe('abab');
    expect(await phone.run('input keyevent NOTHING')).toMatchObject({ err: '', code: 0 });
  });

  it('applies modifiers in the order of the arguments', async () => {
    await openField(phone);
    await phone.run(
      'input text one%stwo; input keycombination 113 29; input keycombination -t 1 113 31',
    );
    expect(phone.system.world.clipboard).toBe('one two');
    await phone.run('input keyevent KEYCODE_MOVE_END; input keyevent PASTE');
    expect(field()).toBe('one twoone two');
    await phone.run('input keycombination CTRL_LEFT A; input keycombination SHIFT_LEFT KEYCODE_B');
    expect(field()).toBe('B');
  });

  it('types characters of the virtual keyboard, line breaks as Enter', async () => {
    await openField(phone);
    await phone.run("input text 'a\nb'");
    expect(field()).toBe('a\nb');
    await phone.run('input text ß%%s%sS');
    expect(field()).toBe('a\nbß%  S');
  });

  it('ignores other displays', async () => {
    expect(await phone.run('input -d 5 keyevent 3')).toMatchObject({ code: 0, err: '' });
  });
});

describe('messages of input', () => {
  it.each([
    [
      14,
      'input text é',
      255,
      /^\nException occurred while executing 'text':\njava\.lang\.NullPointerException: Attempt to get length of null array\n\tat com\.android\.server\.input/,
    ],
    [
      8,
      'input text é',
      1,
      /^java\.lang\.NullPointerException: Attempt to get length of null array\n\tat com\.android\.commands\.input\.Input\.sendText/,
    ],
    [14, 'input tap 1', 255, /Exception occurred while executing 'tap':/],
    [8, 'input tap 1', 0, /^Error: Invalid arguments for command: tap\nUsage: input/],
    [8, 'input text a b', 0, /^Error: Invalid arguments for command: text\n/],
    // The script around it splits what was quoted.
    [8, "input text 'a b'", 0, /^Error: Invalid arguments for command: text\n/],
    [8, "input text '*'", 0, /^Error: Invalid arguments for command: text\n/],
    [8, 'input keycombination 113 29', 0, /^Error: Unknown command: keycombination\nUsage:/],
    [8, 'input motionevent DOWN 1 1', 0, /^Error: Unknown command: motionevent\n/],
    [11, 'input tap 1', 0, /^Usage: input [^]*\n\nError: Argument expected after "1"\n$/],
    [11, 'input tap 1 x', 0, /\n\nError: Error: Invalid arguments for command: tap\n$/],
    [
      11,
      'input keycombination 113 29',
      0,
      /^Usage: input [^]*\n\nError: Error: Unknown command: keycombination\n$/,
    ],
    [11, 'input motionevent CANCEL 1 1', 0, /\n\nError: Unknown motionevent CANCEL\n$/],
  ] as const)('Android %i: %s on stderr', async (android, line, code, err) => {
    const result = await (await bootPhone({ android })).run(line);
    expect(result.code).toBe(code);
    expect(result.err).toMatch(err);
    expect(result.out).toBe('');
  });

  it.each([[14, 'input wiggle', 'Unknown command: wiggle\n']] as const)(
    'Android %i: %s on stdout, exit code 0',
    async (android, line, out) => {
      expect(await (await bootPhone({ android })).run(line)).toMatchObject({
        out,
        err: '',
        code: 0,
      });
    },
  );

  it.each([
    [
      11,
      1,
      /^java\.lang\.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n/,
    ],
    [
      14,
      255,
      /^\nException occurred while executing 'tap':\njava\.lang\.SecurityException: Injecting .* to have the INJECT_EVENTS permission\.\n/,
    ],
  ] as const)('input-denied on Android %i', async (android, code, message) => {
    const phone = await bootPhone({ android, faults: ['input-denied'] });
    const result = await phone.run('input tap 5 5');
    expect(result.err).toMatch(message);
    expect(result.code).toBe(code);
  });

  it.each([11, 14] as const)(
    'input-ignored on Android %i: only the log says so',
    async (android) => {
      const phone = await bootPhone({ android, faults: ['input-ignored'] });
      const before = JSON.stringify(phone.system.world.hierarchy());
      for (const line of ['tap 540 1800', 'keyevent 187'])
        expect(await phone.run(`input ${line}`)).toMatchObject({ out: '', err: '', code: 0 });
      expect(JSON.stringify(phone.system.world.hierarchy())).toBe(before);
      expect(await phone.stdoutOf('logcat -d -s InputDispatcher')).toMatch(
        / W InputDispatcher: Permission denied: injecting event from pid \d+ uid 2000 to window Window\{/,
      );
      expect(await phone.stdoutOf('getprop persist.security.adbinput')).toBe('0\n');
    },
  );
});

describe('key names', () => {
  it.each([
    ['3', 3],
    ['HOME', 3],
    ['KEYCODE_BACK', 4],
    ['KEYCODE_0', 7],
    ['KEYCODE_A', 29],
    ['KEYCODE_Z', 54],
    ['KEYCODE_ENTER', 66],
    ['KEYCODE_DEL', 67],
    ['KEYCODE_MENU', 82],
    ['KEYCODE_FORWARD_DEL', 112],
    ['KEYCODE_MOVE_END', 123],
    ['KEYCODE_F12', 142],
    ['KEYCODE_NUMPAD_ENTER', 160],
    ['KEYCODE_VOLUME_MUTE', 164],
    ['KEYCODE_APP_SWITCH', 187],
    ['KEYCODE_SLEEP', 223],
    ['KEYCODE_WAKEUP', 224],
    ['KEYCODE_PASTE', 279],
    ['KEYCODE_NOTHING', 0],
  ])('%s is %i', (name, code) => {
    expect(keyCodeOf(name)).toBe(code);
  });
});

const from = { x: 0, y: 0 };
const to = { x: 100, y: 50 };

describe('a swipe', () => {
  it('moves evenly from the down event and ends with the up event', () => {
    expect(swipePath({ from, to, durationMs: 32 })).toEqual([
      { x: 0, y: 0, timeMs: 0 },
      { x: 0, y: 0, timeMs: 0 },
      { x: 50, y: 25, timeMs: 16 },
      { x: 100, y: 50, timeMs: 32 },
    ]);
  });

  it('counts the long press of a drag as part of the duration since Android 11', () => {
    expect(swipePath({ from, to, durationMs: 1000 }, 968)).toEqual([
      { x: 0, y: 0, timeMs: 0 },
      { x: 96.8, y: 48.4, timeMs: 968 },
      { x: 98.4, y: 49.2, timeMs: 984 },
      { x: 100, y: 50, timeMs: 1000 },
    ]);
    expect(swipePath({ from, to, durationMs: 300 }, 510)).toEqual([
      { x: 0, y: 0, timeMs: 0 },
      { x: 100, y: 50, timeMs: 510 },
    ]);
    expect(oldDragPath({ from, to, durationMs: 16 }, 510)).toEqual([
      { x: 0, y: 0, timeMs: 0 },
      { x: 0, y: 0, timeMs: 510 },
      { x: 100, y: 50, timeMs: 526 },
    ]);
  });
});
