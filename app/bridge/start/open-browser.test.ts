import { expect, test } from 'vitest';
import { browserCommand, openBrowser } from './serve.ts';

const url = 'http://127.0.0.1:7340/#bridge=a&b;c$(d)';

test.each([
  ['linux', ['xdg-open', url]],
  ['darwin', ['open', url]],
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler', url]],
] as const)('on %s the address is one argument', (platform, command) => {
  expect(browserCommand(url, platform)).toEqual(command);
});

test('where there is no such program, nothing happens', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = '/nonexistent';
  openBrowser(url);
  process.env['PATH'] = path;
  // An unhandled error event would fail the test run.
  await new Promise((resolve) => setTimeout(resolve, 100));
});
