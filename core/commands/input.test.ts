import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import {
  checkDroppedInput,
  checkInput,
  firstUntypeable,
  injectShellGesture,
  nameUntypeable,
  pressKeyCodes,
  typeAscii,
  openPanel,
  readClipboard,
  writeClipboard,
} from './input.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

const output = (
  stdout: string,
  stderr = '',
  exitCode: number | null = 0,
): Parameters<typeof checkInput>[0] => ({
  stdout: new TextEncoder().encode(stdout),
  stderr,
  exitCode,
});
const errorOf = (...args: Parameters<typeof output>): HandsetError => {
  try {
    checkInput(output(...args));
  } catch (error) {
    if (error instanceof HandsetError) return error;
  }
  throw new Error('no problem');
};

describe('injectShellGesture', () => {
  it.each([
    [{ kind: 'tap', at: { x: 10.9, y: 20 } }, 'input tap 10 20', 10_000],
    [
      { kind: 'drag', from: { x: 1, y: 2.9 }, to: { x: 3, y: 4.5 }, durationMs: 1400 },
      'input draganddrop 1 2 3 4 1400',
      11_400,
    ],
    [
      { kind: 'swipe', from: { x: 1, y: 2 }, to: { x: 3, y: 4.5 }, durationMs: 800 },
      'input swipe 1 2 3 4 800',
      10_800,
    ],
    [
      { kind: 'double-tap', at: { x: 5, y: 6 }, gapMs: 150 },
      'input tap 5 6 & sleep 0.15; input tap 5 6; wait',
      10_150,
    ],
  ] as const)('%j', (gesture, line, deadlineMs) => {
    expect(injectShellGesture(gesture)).toMatchObject({ line: { text: line }, deadlineMs });
  });
  it('never swipes in 0 ms, for which input would use its default', () => {
    const at = { x: 1, y: 2 };
    const { line } = injectShellGesture({ kind: 'swipe', from: at, to: at, durationMs: 0.2 });
    expect(line.text).toBe('input swipe 1 2 1 2 1');
  });
});

describe('pressKeyCodes', () => {
  it('presses keys in one call', () => {
    expect(pressKeyCodes([123, 67, 67]).line.text).toBe('input keyevent 123 67 67');
  });
  it('presses a combination', () => {
    expect(pressKeyCodes([113, 29], { combination: true }).line.text).toBe(
      'input keycombination -t 0 113 29',
    );
  });
  it('presses nothing', () => {
    expect(pressKeyCodes([]).line.text).toBe(':');
  });
  it('splits many keys into several calls and extends the deadline', () => {
    const command = pressKeyCodes(Array.from({ length: 2500 }, () => 67));
    expect(command.line.text.match(/\b67\b/g)).toHaveLength(2500);
    expect(command.line.text.split(' && ')).toHaveLength(3);
    expect(command.deadlineMs).toBe(180_000);
  });
});

describe('checkDroppedInput', () => {
  const refusal =
    '10-05 20:07:03.687  1500  1600 W InputDispatcher: Permission denied: injecting event from pid 9825 uid 2000 to window Window{e1 u0 com.mi.global.bbs/.Unlock}\n';
  const check = (printed: string): null =>
    checkDroppedInput(performance.now() - 2_000).parse(output(printed));

  it('rejects for a refusal since the input began', () => {
    expect(() => check(`now 10-05 20:07:05\n${refusal}`)).toThrow(
      'The phone dropped the touch or key; its log says: Permission denied: injecting event from pid 9825 uid 2000 to window Window{e1 u0 com.mi.global.bbs/.Unlock}.',
    );
  });
  it('takes an older refusal for none', () => {
    expect(check(`now 10-05 20:07:09\n${refusal}`)).toBeNull();
    expect(check(`now 10-06 20:07:04\n${refusal}`)).toBeNull();
    expect(check('now 10-05 20:07:05\n')).toBeNull();
  });
});

describe('checkInput', () => {
  it('treats no output as success', () => {
    expect(checkInput(output(''))).toBeNull();
    expect(checkInput(output('', '', null))).toBeNull();
  });
  it.each([
    [
      'Android 8, exit code 0',
      '',
      'java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n\tat android.os.Parcel.readException(Parcel.java:2004)\n',
      0,
      'Injecting to another application requires INJECT_EVENTS permission',
    ],
    [
      'Android 14',
      '',
      "\nException occurred while executing 'tap':\njava.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n\tat com.android.server.input.InputManagerService.injectInputEvent(InputManagerService.java:1)\n",
      255,
      'Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission',
    ],
    [
      'merged into stdout',
      'Error: java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\r\n',
      '',
      null,
      'Injecting to another application requires INJECT_EVENTS permission',
    ],
  ])('denied: %s', (_, stdout, stderr, exitCode, reason) => {
    const error = errorOf(stdout, stderr, exitCode);
    expect(error).toMatchObject({
      code: 'input-denied',
      message: `The phone refuses touches and keys over ADB: ${reason}.`,
    });
    expect(error.hint).toContain('“USB debugging (Security settings)”');
    expect(error.hint).toContain('restart the phone');
  });
  it.each([
    ['Unknown command: keycombination\n', '', 0],
    [
      '',
      'Error: Unknown command: keycombination\nUsage: input [<source>] <command> [<arg>...]\n',
      0,
    ],
    ['Error: Unknown command: keycombination\r\nUsage: …', '', null],
  ])('unsupported: %j %j', (stdout, stderr, exitCode) => {
    expect(errorOf(stdout, stderr, exitCode)).toMatchObject({
      code: 'unsupported',
      message: 'This phone\'s input command has no "keycombination".',
    });
  });
  it('unsupported: a combination on Android 12, which knows no modifiers', () => {
    const stderr =
      "\nException occurred while executing 'keycombination':\njava.lang.IllegalArgumentException: Unknown keycode: -t\n";
    expect(errorOf('', stderr, 255)).toMatchObject({ code: 'unsupported' });
  });
  it.each([
    [
      "\nException occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get length of null array\n\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:319)\n",
      255,
      'Attempt to get length of null array',
    ],
    [
      'Error: Invalid arguments for command: tap\nUsage: input …',
      0,
      'Error: Invalid arguments for command: tap',
    ],
    ['Killed \n', 137, 'Killed'],
    ['', 1, 'nothing (exit code 1)'],
  ])('failed: %j', (stderr, exitCode, reason) => {
    expect(errorOf('', stderr, exitCode)).toMatchObject({
      code: 'command-failed',
      message: `The phone refused the input; it said: ${reason}.`,
    });
  });
});

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
    expect(typeAscii(text).line.text).toBe(line);
  });
  it('splits long texts', () => {
    const command = typeAscii('x'.repeat(250));
    expect(command.line.text.split(' && ').map((call) => call.length)).toEqual([113, 113, 63]);
    expect(command.deadlineMs).toBe(10_000 + 3 * 5_000 + 250 * 60);
  });
  it('types any ASCII text', () => {
    fc.assert(
      fc.property(fc.array(asciiText, { minLength: 20, maxLength: 40 }), (texts) => {
        expect(typeInShell(texts.map((text) => typeAscii(text).line.text))).toEqual(texts);
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
    expect(firstUntypeable('All of it: ~!@#$%^&*()_+\r\n')).toBeNull();
    expect(firstUntypeable('\u007f')).toBe('\u007f');
  });
});

const unsupportedOutputs: [string, string, number | null, string][] = [
  ['', 'No shell command implementation.\n', 0, 'No shell command implementation'],
  ['No shell command implementation.\r\n', '', null, 'No shell command implementation'],
  ['Unknown command: get\n', '', 255, 'Unknown command: get'],
  ['', "cmd: Can't find service: clipboard\n", 20, "cmd: Can't find service: clipboard"],
  ['', '', 1, 'nothing (exit code 1)'],
];

describe('readClipboard', () => {
  it.each([
    ['hello\n', 'hello'],
    ['two\nlines\n\n', 'two\nlines\n'],
    ['no line end', 'no line end'],
    ['\u{1f600} Unknown command: x\n', '\u{1f600} Unknown command: x'],
    ['No shell command implementation.\n', 'No shell command implementation.'],
    ['\n', null],
    ['', null],
  ])('%j', (stdout, text) => {
    expect(readClipboard.parse(output(stdout))).toBe(text);
  });
  it.each(unsupportedOutputs)('unsupported: %j %j %j', (stdout, stderr, exitCode, reason) => {
    try {
      readClipboard.parse(output(stdout, stderr, exitCode));
    } catch (error) {
      expect(error).toBeInstanceOf(HandsetError);
      expect(error).toMatchObject({
        code: 'unsupported',
        message: `This phone's shell has no clipboard; it said: ${reason}.`,
      });
      return;
    }
    throw new Error('read');
  });
});

describe('writeClipboard', () => {
  it('quotes the text', () => {
    expect(writeClipboard("it's $5\n").line.text).toBe(
      String.raw`cmd clipboard set text 'it'\''s $5` + "\n'",
    );
  });
  it('reads the answer', () => {
    expect(writeClipboard('a').parse(output(''))).toBeNull();
    expect(() =>
      writeClipboard('a').parse(output('', 'No shell command implementation.\n')),
    ).toThrow("This phone's shell has no clipboard; it said: No shell command implementation.");
  });
  it('refuses NUL', () => {
    expect(() => writeClipboard('a\0')).toThrow('NUL');
  });
});

const parseOutput = (stdout: string, stderr: string, exitCode: number | null): null =>
  openPanel('quick-settings').parse({ stdout: new TextEncoder().encode(stdout), stderr, exitCode });

describe('openPanel', () => {
  it('calls the statusbar service', () => {
    expect(openPanel('notifications').line.text).toBe('cmd statusbar expand-notifications');
    expect(openPanel('quick-settings').line.text).toBe('cmd statusbar expand-settings');
  });
  it('treats no output as success', () => {
    expect(parseOutput('', '', 0)).toBeNull();
  });
  it.each([
    ['Unknown command: expand-settings\n', '', 255, 'Unknown command: expand-settings'],
    ['', "cmd: Can't find service: statusbar\n", 20, "cmd: Can't find service: statusbar"],
    ['', 'java.lang.SecurityException: no.\n\tat x\n', 0, 'no'],
    ['', '', 1, 'nothing (exit code 1)'],
    ['/system/bin/sh: cmd: not found\r\nError', '', null, '/system/bin/sh: cmd: not found'],
  ])('%j %j %j', (stdout, stderr, exitCode, reason) => {
    const message = `Couldn't open the quick settings; the phone said: ${reason}.`;
    expect(() => parseOutput(stdout, stderr, exitCode)).toThrow(message);
  });
});
