import { expect, test } from 'vitest';
import { handsetVersion } from '../../core/version.ts';
import { differences } from './differences.ts';

const running = {
  version: handsetVersion,
  toolPrefix: '',
  startedAtEpochMs: 0,
  hasConsole: false,
};

test('a bridge like this one needs no words', () => {
  expect(differences(running, { toolPrefix: '', allowedOrigins: [] })).toEqual([]);
});

test('one of another kind is told from this one', () => {
  const other = { ...running, version: '0.0.1', toolPrefix: 'my_' };
  const asked = { toolPrefix: '', allowedOrigins: ['https://a.example', 'https://b.example'] };
  expect(differences(other, asked)).toEqual([
    `It is version 0.0.1, this is ${handsetVersion}: agents get its tools.`,
    'Its tools have the prefix my_, not no prefix.',
    'It goes by its own --allow-origin, not by https://a.example.',
  ]);
});
