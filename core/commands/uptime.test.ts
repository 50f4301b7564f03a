import { expect, it } from 'vitest';
import { readUptime } from './uptime.ts';

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
