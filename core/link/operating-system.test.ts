import { expect, it } from 'vitest';
import { systemOf } from './operating-system.ts';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macos'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'linux'],
])('%s runs on %s', (userAgent, system) => {
  expect(systemOf(userAgent)).toBe(system);
});
