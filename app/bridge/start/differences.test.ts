import { expect, test } from 'vitest';
import { handsetVersion } from '../../../core/version.ts';
import { describeDifferences } from './greeting.ts';

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
