import { expect, test } from 'vitest';
import { handsetVersion } from '#core/version.ts';
import { browserCommand, describeDifferences, openBrowser } from './serve.ts';

const running = {
  version: handsetVersion,
  toolPrefix: '',
  allowedOrigins: ['https://a.example'],
  startedAtEpochMs: 0,
  hasConsole: false,
};

test('a bridge with the same options has no differences', () => {
  expect(describeDifferences(running, { toolPrefix: '', allowedOrigins: [] })).toEqual([]);
  const { allowedOrigins } = running;
  expect(describeDifferences(running, { toolPrefix: '', allowedOrigins })).toEqual([]);
});

test('version, prefix and missing origins are described', () => {
  const otherBridge = { ...running, version: '0.0.1', toolPrefix: 'my_' };
  const requested = {
    toolPrefix: '',
    allowedOrigins: ['a', 'b', 'c'].map((name) => `https://${name}.example`),
  };
  expect(describeDifferences(otherBridge, requested)).toEqual([
    `It is version 0.0.1, this is ${handsetVersion}: agents get its tools.`,
    'Its tools have the prefix my_, not no prefix.',
    'It does not let https://b.example and https://c.example connect.',
  ]);
});

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
