import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { openPanel, readClipboard, writeClipboard } from './cmd-services.ts';

const output = (
  stdout: string,
  stderr = '',
  exitCode: number | null = 0,
): Parameters<typeof readClipboard.parse>[0] => ({
  stdout: new TextEncoder().encode(stdout),
  stderr,
  exitCode,
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
    expect(writeClipboard("it's $5\n").line).toBe(
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
    expect(openPanel('notifications').line).toBe('cmd statusbar expand-notifications');
    expect(openPanel('quick-settings').line).toBe('cmd statusbar expand-settings');
  });
  it('treats no output as success', () => {
    expect(parseOutput('', '', 0)).toBeNull();
  });
  it.each([
    ['Unknown command: expand-settings\n', '', 255, 'Unknown command: expand-settings'],
    ['', "cmd: Can't find service: statusbar\n", 20, "cmd: Can't find service: statusbar"],
    ['', 'java.lang.SecurityException: no.\n\tat x\n', 0, 'java.lang.SecurityException: no'],
    ['', '', 1, 'nothing (exit code 1)'],
    ['/system/bin/sh: cmd: not found\r\nError', '', null, '/system/bin/sh: cmd: not found'],
  ])('%j %j %j', (stdout, stderr, exitCode, reason) => {
    const message = `The phone did not open its quick settings; it said: ${reason}.`;
    expect(() => parseOutput(stdout, stderr, exitCode)).toThrow(message);
  });
});
