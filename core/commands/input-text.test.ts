import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstUntypeable, isTypeable, nameUntypeable, typeAscii } from './input-text.ts';

/** The text that each line types, by a real `sh` with a fake `input` that prints what Input.sendText and the keys type. */
function typeInShell(lines: readonly string[]): string[] {
  // Like Android's old `input` script, the fake passes $*: words with blanks fall apart, and patterns
  // expand to matching files. It runs in a deleted directory, because there, as in /data on a phone,
  // nothing can be listed, not even `..`.
  const deletedFolder = mkdtempSync(join(tmpdir(), 'handset-'));
  const program = `cd "${deletedFolder}" && rmdir "${deletedFolder}"; cd() { :; }; input() { sent $*; }; sent() { case "$1" in
    text) if [ $# -ne 2 ]; then printf 'ARGS'; else case "$2" in *' '*) printf 'BLANK' ;; *) printf '%s\\001' "$2" ;; esac; fi ;;
    keyevent) printf '\\002%s\\001' "$2" ;; esac; }\n`;
  const script = program + lines.map((line) => `${line}\nprintf '\\000'\n`).join('');
  const out = execFileSync('sh', ['-s'], { input: script }).toString('latin1');
  return out.split('\0').slice(0, -1).map(decodeCalls);
}

function decodeCalls(calls: string): string {
  const keys = new Map([
    ['\u000266', '\n'],
    ['\u000261', '\t'],
  ]);
  return calls
    .split('\u0001')
    .map((call) => keys.get(call) ?? call.replaceAll('%s', ' '))
    .join('');
}

const asciiText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'%s \'"$\\\n`-&*?[]/'),
    fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  ),
  maxLength: 400,
});

describe('typeAscii', () => {
  it.each([
    ['hello', "input text 'hello'"],
    ['a b', "input text 'a%sb'"],
    ['a & b; c%s $HOME', "input text 'a%s&%sb;%sc%' && input text 's%s$HOME'"],
    ["it's", String.raw`input text 'it'\''s'`],
    ['a\nb', "input text 'a' && input keyevent 66 && input text 'b'"],
    ['\r\n\r', 'input keyevent 66 && input keyevent 66'],
    ['', ':'],
    ['2 * 3', "cd /data 2>/dev/null; input text '2%s*%s3'"],
    ['//*', "cd /data 2>/dev/null; input text '//' && input text '*'"],
    ['../*', "cd /data 2>/dev/null; input text '../' && input text '*'"],
    ['a.b/c?d/e', "cd /data 2>/dev/null; input text 'a.b/' && input text 'c?d/e'"],
  ])('%j', (text, line) => {
    expect(typeAscii(text).line).toBe(line);
  });
  it('splits long texts', () => {
    const command = typeAscii('x'.repeat(250));
    expect(command.line.split(' && ').map((call) => call.length)).toEqual([113, 113, 63]);
    expect(command.deadlineMs).toBe(10_000 + 3 * 5_000 + 250 * 60);
  });
  it('types any ASCII text', () => {
    fc.assert(
      fc.property(fc.array(asciiText, { minLength: 20, maxLength: 40 }), (texts) => {
        expect(typeInShell(texts.map((text) => typeAscii(text).line))).toEqual(texts);
      }),
      { numRuns: 15 },
    );
  });
  it.each([
    ['caf\u00e9', '\u00e9', '"\u00e9" (U+00E9) has no key on the phone\'s keyboard.'],
    ['a\u{1f600}b', '\u{1f600}', '"\u{1f600}" (U+1F600) has no key on the phone\'s keyboard.'],
    ['a\u0007', '\u0007', "U+0007 has no key on the phone's keyboard."],
    ['a\tb', '\t', "U+0009 (tab) has no key on the phone's keyboard."],
    ['a\0', '\0', "U+0000 has no key on the phone's keyboard."],
  ])('refuses %j', (text, character, message) => {
    expect(firstUntypeable(text)).toBe(character);
    expect(() => typeAscii(text)).toThrow(message);
  });
  it.each([
    ['plain\n', ''],
    ['añb ñ 日👍🏽👩‍👩‍👧', '"ñ", "日", "👍🏽", "👩‍👩‍👧"'],
    ['\u0007абвгде', 'U+0007, "а", "б", "в", "г" and 2 more'],
  ])('names the characters of %j that it can not type', (text, names) => {
    expect(nameUntypeable(text)).toBe(names);
  });
  it('says what it can type', () => {
    expect(isTypeable('All of it: ~!@#$%^&*()_+\r\n')).toBe(true);
    expect(isTypeable('\u007f')).toBe(false);
  });
});
