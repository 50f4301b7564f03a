import { expect, it } from 'vitest';
import { readAppLanguages, writeAppLanguages } from './app-language.ts';

const output = (text: string) => ({
  stdout: new TextEncoder().encode(text),
  stderr: '',
  exitCode: 0,
});

it.each([
  ['Locales for com.a for user 0 are [de-DE,en]\n', 'de-DE,en'],
  ['Locales for com.a for user 0 are []\n', ''],
])('reads %j', (text, tags) => {
  expect(readAppLanguages('com.a').parse(output(text))).toBe(tags);
});

it('rejects for an unknown app with what the phone said', () => {
  expect(() =>
    readAppLanguages('com.a').parse(output('Unknown package com.a for userId 0\n')),
  ).toThrow('it said: Unknown package com.a for userId 0.');
});

it('quotes every text', () => {
  expect(writeAppLanguages('com.a; reboot', '$(reboot)').line).toBe(
    "cmd locale set-app-locales 'com.a; reboot' --locales '$(reboot)'",
  );
  expect(writeAppLanguages('com.a', '').line).toBe("cmd locale set-app-locales 'com.a'");
});
