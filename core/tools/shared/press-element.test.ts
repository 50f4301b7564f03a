import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HandsetError } from '../../errors.ts';
import type { Phone } from '../../phone.ts';
import { callTool } from '../testing/call-tool.ts';
import { recordingPhone } from '../testing/recording-phone.ts';
import { customGesture, longPress, pinch, swipe } from '../touch.ts';
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
