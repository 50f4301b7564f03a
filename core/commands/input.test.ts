import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { checkInput, injectShellGesture, pressKeyCodes } from './input.ts';

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

describe('injectPlainGesture', () => {
  it.each([
    [{ kind: 'tap', at: { x: 10.9, y: 20 } }, 'input tap 10 20', 10_000],
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
    expect(injectShellGesture(gesture)).toMatchObject({ line, deadlineMs });
  });
  it('never swipes in 0 ms, for which input would use its default', () => {
    const at = { x: 1, y: 2 };
    const { line } = injectShellGesture({ kind: 'swipe', from: at, to: at, durationMs: 0.2 });
    expect(line).toBe('input swipe 1 2 1 2 1');
  });
});

describe('pressKeyCodes', () => {
  it('presses keys in one call', () => {
    expect(pressKeyCodes([123, 67, 67]).line).toBe('input keyevent 123 67 67');
  });
  it('presses a combination', () => {
    expect(pressKeyCodes([113, 29], { combination: true }).line).toBe(
      'input keycombination 113 29',
    );
  });
  it('presses nothing', () => {
    expect(pressKeyCodes([]).line).toBe(':');
  });
  it('splits many keys into several calls and extends the deadline', () => {
    const command = pressKeyCodes(Array.from({ length: 2500 }, () => 67));
    expect(command.line.match(/\b67\b/g)).toHaveLength(2500);
    expect(command.line.split(' && ')).toHaveLength(3);
    expect(command.deadlineMs).toBe(180_000);
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
    expect(error.hint).toContain('"USB debugging (Security settings)"');
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
  it.each([
    [
      "\nException occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get length of null array\n\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:319)\n",
      255,
      'java.lang.NullPointerException: Attempt to get length of null array',
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
