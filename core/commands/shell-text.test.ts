import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { joinShell, ownShellLine, sh, quoteShellWord, type ShellText } from './shell-text.ts';

/** Each word as a real `sh` reads it. */
function readBySh(words: readonly string[]): string[] {
  const script = words.map((word) => `printf '%s\\0' ${word}\n`).join('');
  const out = execFileSync('sh', ['-s'], { input: script, maxBuffer: 64 * 1024 * 1024 });
  return out.toString('utf8').split('\0').slice(0, -1);
}

/** Text that can reach a phone: no NUL, no lone surrogate. */
const text = (unit: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.string({ unit }).map((input) => input.replaceAll('\0', ''));
const nasty = fc.constantFrom(...'\'"\\$`!*?~#&|;<>(){}[] \n\r\t%s=-é漢😀\u200d\u007f\u0001');

describe('quoteShellWord', () => {
  it('is read back unchanged by sh', () => {
    const anything = fc.oneof(
      text(nasty),
      text(fc.constantFrom(...'abc"\'')),
      text(
        fc
          .nat(0x10ffff)
          .filter((c) => c < 0xd800 || c > 0xdfff)
          .map((c) => String.fromCodePoint(c)),
      ),
    );
    // One process for all, because starting many is slow on a busy machine.
    const texts = fc.sample(anything, 3_000);
    expect(readBySh(texts.map(quoteShellWord))).toEqual(texts);
  });
  it.each(['', "'", "''", '-n', '$(reboot)', '`id`', '\\', "a'; rm -rf /; '", '\n', '--', '*'])(
    '%j',
    (input) => {
      expect(readBySh([quoteShellWord(input)])).toEqual([input]);
    },
  );
  it('refuses NUL', () => {
    expect(() => quoteShellWord('ab\0c')).toThrow(HandsetError);
    expect(() => quoteShellWord('ab\0c')).toThrow('a NUL character at position 2');
  });
});

describe('sh', () => {
  it('prints numbers, quotes strings and inserts pieces', () => {
    const tap = sh`input tap ${1} ${-2.5}`;
    expect(sh`${tap}; echo ${'it is $5'} | grep -E '\.'`.text).toBe(
      `input tap 1 -2.5; echo 'it is $5' | grep -E '\\.'`,
    );
  });
  it('can be made by nobody else', () => {
    expectTypeOf<string>().not.toExtend<ShellText>();
    expectTypeOf<{ readonly text: string }>().not.toExtend<ShellText>();
  });
  it('joins', () => {
    const pieces = [sh`a`, sh`b`];
    expect([joinShell('&&', pieces).text, joinShell(';', pieces).text]).toEqual(['a && b', 'a; b']);
  });
  it.each([NaN, Infinity, 1e21, 1e-7])('refuses %d', (number) => {
    expect(() => sh`sleep ${number}`).toThrow("can't be used in a shell line");
  });
});

describe('a whole line of a person or an agent', () => {
  it('is taken as it is, without a NUL character', () => {
    expect(ownShellLine("ls | grep 'a' && $(reboot)").text).toBe("ls | grep 'a' && $(reboot)");
    expect(() => ownShellLine('ls \0')).toThrow(HandsetError);
  });

  it('has one user, the method of run_shell', () => {
    const root = join(import.meta.dirname, '../..');
    const files = ['app', 'core', 'worker'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(?:ts|svelte)$/.test(path) && !path.endsWith('.test.ts'))
        .map((path) => `${folder}/${path}`),
    );
    const users = files.filter((path) =>
      /\bownShellLine\(/.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(users.toSorted()).toEqual(['core/commands/shell-text.ts', 'worker/adb/adb-phone.ts']);
  });
});
