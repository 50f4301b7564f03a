import { describe, expect, it } from 'vitest';
import { parseDisplay, readUptime } from './device.ts';

describe('parseDisplay', () => {
  it.each([
    ['Physical size: 1080x1920\nPhysical density: 480\n', 1080, 1920, 480],
    [
      'Physical size: 1080x1920\r\nOverride size: 480x1024\r\nPhysical density: 480\r\nOverride density: 160\r\n',
      480,
      1024,
      160,
    ],
    ['Physical size: 1200x2000\nPhysical density: 240\n', 1200, 2000, 240],
  ])('%j', (text, width, height, density) => {
    expect(parseDisplay(text)).toEqual({ naturalSize: { width, height }, density });
  });
  it.each([
    ['', 'The phone did not tell its display size: nothing.'],
    [
      "cmd: Can't find service: window",
      "The phone did not tell its display size: cmd: Can't find service: window.",
    ],
  ])('refuses %j', (text, message) => {
    expect(() => parseDisplay(text)).toThrow(message);
  });
});

describe('readUptime', () => {
  const parse = (text: string): number | null =>
    readUptime.parse({ stdout: new TextEncoder().encode(text), stderr: '', exitCode: 0 });

  it.each([
    ['  mLastWakeTime=334405 (158697 ms ago)\n', 493_102],
    ['  mLastWakeTime=0 (175077 ms ago)\n', 175_077],
    ['  mLastWakeTime=71986209 (now)\n', 71_986_209],
    ['', null],
    ['  mLastWakeTime=52611994516 ago\n', null],
  ])('reads %j', (text, uptimeMs) => {
    expect(parse(text)).toBe(uptimeMs);
  });
});
