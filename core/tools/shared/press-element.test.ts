import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandsetError } from '../../errors.ts';
import type { Phone, TouchArea } from '../../phone/phone.ts';
import { callTool } from '../testing/call-tool.ts';
import { type PhoneCall, recordingPhone } from '../testing/recording-phone.ts';
import { clickElement, drag } from '../elements.ts';
import { ListModel } from '../testing/screen-models.ts';
import { ModelPhone } from '../testing/model-phone.ts';
import { customGesture, doubleTap, longPress, pinch, swipe, tap } from '../touch.ts';
import type { Tool } from './tool.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A phone on which a gesture takes its real duration. */
function slowPhone(
  performGesture = (ms: number) => new Promise((end) => setTimeout(end, ms)),
): Phone {
  return {
    ...recordingPhone(),
    performGesture: async ({ strokes }) => {
      await performGesture(strokes.flat().at(-1)?.timeMs ?? 0);
      return [];
    },
  };
}

const duration = 7_000;
const path = [
  { x: 1, y: 1, time: 0 },
  { x: 9, y: 9, time: duration },
];

it.each([
  [longPress, { x: 1, y: 1, duration }],
  [swipe, { x1: 1, y1: 1, x2: 9, y2: 9, duration }],
  [pinch, { center_x: 500, center_y: 500, scale: 2, duration }],
  [customGesture, { paths: [path] }],
] as [Pick<Tool, 'name' | 'input'> & { execute: Tool['execute'] }, Record<string, unknown>][])(
  '$name reports the progress of a long gesture',
  async (tool, args) => {
    const calling = callTool(tool, slowPhone(), args);
    await vi.advanceTimersByTimeAsync(duration);
    const { code, progress } = await calling;
    expect(code).toBeUndefined();
    expect(progress).toEqual(
      [2, 4, 6].map((seconds) => ({
        done: seconds * 1_000,
        total: duration,
        message: `Playing the gesture, ${seconds} of 7 s`,
      })),
    );
    expect(vi.getTimerCount()).toBe(0);
  },
);

it('reports no progress after the gesture has failed', async () => {
  const phone = slowPhone(() => Promise.reject(new HandsetError('phone-lost', 'gone')));
  expect(await callTool(longPress, phone, { x: 1, y: 1, duration })).toMatchObject({
    code: 'phone-lost',
    progress: [],
  });
  expect(vi.getTimerCount()).toBe(0);
});

describe('a tap where the touch area was read recently', () => {
  const size = { width: 1000, height: 2000 };
  const turned = { width: 2000, height: 1000 };
  const recentPhone = (now: Partial<TouchArea>, isFresh = false) => {
    const phone = recordingPhone({ touchArea: { size, awake: true, ...now } });
    return { ...phone, recentTouchArea: { size, awake: true, isFresh } };
  };
  const methods = ({ calls }: { readonly calls: readonly PhoneCall[] }): string[] =>
    calls.map(([method]) => method);

  it('reads it again beside the tap', async () => {
    const phone = recentPhone({});
    const { answer, notes } = await callTool(tap, phone, { x: 1, y: 2 });
    expect(answer).toBe('Tap executed at (1, 2)');
    expect(notes).toEqual([]);
    expect(methods(phone)).toEqual(['readTouchArea', 'readKeyboard', 'performGesture']);
  });
  it('does not read it again when it is fresh', async () => {
    const phone = recentPhone({ size: turned }, true);
    expect((await callTool(tap, phone, { x: 1, y: 2 })).notes).toEqual([]);
    expect(methods(phone)).toEqual(['readKeyboard', 'performGesture']);
  });
  const turnedNote =
    'note:the screen was 1000x2000 and is now 2000x1000: it rotated, and the last touch may have hit something else';
  it('reports that the screen has turned', async () => {
    const { notes } = await callTool(tap, recentPhone({ size: turned }), { x: 1, y: 2 });
    expect(notes).toEqual([turnedNote]);
  });
  it('fails when the display is off', async () => {
    const { code, answer } = await callTool(tap, recentPhone({ awake: false }), { x: 1, y: 2 });
    expect(code).toBe('display-off');
    expect(answer).toContain(
      "The phone's display is off, so its screen does not react to touches; this one had no effect.",
    );
  });
  it.each([
    [
      { size, awake: false },
      "note:the phone's display was off at the last touch, which had no effect",
    ],
    [{ size: turned, awake: true }, turnedNote],
  ])('does not wait for the reading, and tells later what it found: %j', async (now, note) => {
    const phone = {
      ...recentPhone({}),
      readTouchArea: () => new Promise<TouchArea>((resolve) => setTimeout(() => resolve(now), 300)),
    };
    const calling = callTool(tap, phone, { x: 1, y: 2 });
    await vi.advanceTimersByTimeAsync(300);
    const { answer, notes } = await calling;
    expect(answer).toBe('Tap executed at (1, 2)');
    expect(notes).toEqual([note]);
  });
  it('is checked first when its point would be beyond the screen', async () => {
    const phone = recentPhone({});
    expect((await callTool(tap, phone, { x: 1000, y: 2 })).code).toBe('invalid-argument');
    expect(methods(phone)).toEqual(['readTouchArea']);
  });
});

describe('a touch by coordinates while the keyboard is open', () => {
  const keyboard = { left: 0, top: 1300, right: 1000, bottom: 2000 };
  const openKeyboard = (touch: object = {}) => recordingPhone({ keyboard, ...touch });
  const note =
    'note:the open keyboard took the touch at (500, 1500); press_back or dismiss_keyboard closes it';
  it.each([
    [tap, { x: 500, y: 1500 }],
    [longPress, { x: 500, y: 1500 }],
    [doubleTap, { x: 500, y: 1500 }],
    [swipe, { x1: 500, y1: 1500, x2: 500, y2: 100 }],
    [drag, { from: '500,1500', to: '500,100' }],
    [customGesture, { paths: [path, path.map(({ time }) => ({ x: 500, y: 1500, time }))] }],
  ] as [Pick<Tool, 'name' | 'input'> & { execute: Tool['execute'] }, Record<string, unknown>][])(
    '$name on it says so',
    async (tool, args) => {
      expect((await callTool(tool, openKeyboard(), args)).notes).toEqual([note]);
    },
  );
  it.each([
    [tap, { x: 500, y: 1299 }],
    [swipe, { x1: 500, y1: 100, x2: 500, y2: 1500 }],
  ] as [Pick<Tool, 'name' | 'input'> & { execute: Tool['execute'] }, Record<string, unknown>][])(
    '$name that begins beside it says nothing of it',
    async (tool, args) => {
      const { answer, notes } = await callTool(tool, openKeyboard(), args);
      expect([answer, ...notes].join()).not.toContain('keyboard');
    },
  );
  it('says so later where that is read only then', async () => {
    const phone = {
      ...openKeyboard(),
      readKeyboard: () =>
        new Promise<typeof keyboard>((end) => setTimeout(() => end(keyboard), 300)),
    };
    const calling = callTool(tap, phone, { x: 500, y: 1500 });
    await vi.advanceTimersByTimeAsync(300);
    const { answer, notes } = await calling;
    expect(answer).toBe('Tap executed at (500, 1500)');
    expect(notes).toEqual([note]);
  });
});

describe('a press on a screen that was read recently', () => {
  const readRecently = async () => {
    const model = new ListModel({ peopleRows: ['Ann', 'Bob'] });
    const phone = new ModelPhone(model);
    phone.recentScreen = await phone.readHierarchy(new AbortController().signal);
    const readHierarchy = vi.spyOn(phone, 'readHierarchy');
    return { model, phone, readHierarchy };
  };
  it('does not read it again', async () => {
    const { phone, readHierarchy } = await readRecently();
    await callTool(clickElement, phone, { selector: ':text("Bob")' });
    expect(phone.log).toEqual(['tap name']);
    expect(readHierarchy).not.toHaveBeenCalled();
  });
  it('reads it again before it says that an element is not there', async () => {
    const { model, phone, readHierarchy } = await readRecently();
    model.offset = 40;
    const { answer } = await callTool(clickElement, phone, { selector: ':text("Cid")' });
    expect(answer).toContain('No element matches');
    expect(readHierarchy).toHaveBeenCalledTimes(1);
  });
});
