import { expect, test } from 'vitest';
import { handsetVersion } from '../../../core/version.ts';
import { differences } from './greeting.ts';

const running = {
  version: handsetVersion,
  toolPrefix: '',
  allowedOrigins: ['https://a.example'],
  startedAtEpochMs: 0,
  hasConsole: false,
};

test('a bridge with the same options has no differences', () => {
  expect(differences(running, { toolPrefix: '', allowedOrigins: [] })).toEqual([]);
  const { allowedOrigins } = running;
  expect(differences(running, { toolPrefix: '', allowedOrigins })).toEqual([]);
});

test('version, prefix and missing origins are described', () => {
  const other = { ...running, version: '0.0.1', toolPrefix: 'my_' };
  const asked = {
    toolPrefix: '',
    allowedOrigins: ['a', 'b', 'c'].map((name) => `https://${name}.example`),
  };
  expect(differences(other, asked)).toEqual([
    `It is version 0.0.1, this is ${handsetVersion}: agents get its tools.`,
    'Its tools have the prefix my_, not no prefix.',
    'It does not let https://b.example and https://c.example connect.',
  ]);
});
