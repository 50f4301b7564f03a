import { describe, expect, it } from 'vitest';
import type { ToolInfo } from '#core/link/messages.ts';
import { callEndOf, durationLabel, durationWithWait, ownMs, toolTitle } from './call-strings.ts';

const tap: ToolInfo = {
  name: 'tap',
  title: 'Tap',
  words: { wantsTo: [] },
  description: '',
  family: '',
  readsOnlyScreen: false,
  inputSchema: {},
  effect: 'act',
  needsPhone: true,
  onlyWithAllTools: false,
};

describe('toolTitle', () => {
  it('is the title of a known tool', () => {
    expect(toolTitle([tap], 'tap')).toBe('Tap');
  });

  it('is the called name for an unknown tool, spelled out and cut', () => {
    expect(toolTitle([tap], 'no\u202ene')).toBe('no‹U+202E›ne');
    expect(toolTitle([tap], 'x'.repeat(1_000))).toBe('x'.repeat(64));
  });
});

describe('callEndOf', () => {
  it.each([
    [{}, 'done'],
    [{ isError: true }, 'failed'],
    [{ isError: true, refused: true }, 'refused'],
    [{ isError: true, refused: 'unanswered' as const }, 'unanswered'],
    [{ isError: true, stopped: true }, 'stopped'],
    [{ wait: { isMet: true, elapsedMs: 1, reason: '' } }, 'done'],
    // For an agent a wait whose time ran out is no error.
    [{ wait: { isMet: false, elapsedMs: 1, reason: '' } }, 'failed'],
  ])('%j', (call, end) => {
    expect(callEndOf({ isError: false, ...call })).toBe(end);
  });
});

describe('durationLabel', () => {
  it.each([
    [84.6, '85 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [2345, '2.3 s'],
  ])('%d ms', (ms, label) => {
    expect(durationLabel(ms)).toBe(label);
  });
});

describe('durationWithWait', () => {
  it('tells the wait for the user, where there was one', () => {
    expect(durationWithWait({ durationMs: 85 })).toBe('85 ms');
    expect(durationWithWait({ durationMs: 21_400, askedMs: 20_010 })).toBe(
      '21.4 s, 20.0 s of it waiting for you',
    );
    expect(ownMs({ durationMs: 21_400, askedMs: 20_010 })).toBe(1_390);
  });
});
