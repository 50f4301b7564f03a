import { describe, expect, it } from 'vitest';
import type { ToolInfo } from '#core/link/messages.ts';
import { callEndOf, durationLabel, durationWithWait, ownMs, toolTitle } from './call-strings.ts';

const tap: ToolInfo = {
  name: 'tap',
  title: 'Tap',
  words: { wantsTo: [] },
  description: '',
  family: '',
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
  const timedOut = '{"found":false,"message":"Operation timed out"}';
  it.each([
    ['tap', {}, 'done'],
    ['tap', { isError: true }, 'failed'],
    ['tap', { isError: true, refused: true }, 'refused'],
    ['tap', { isError: true, refused: 'unanswered' as const }, 'unanswered'],
    ['tap', { isError: true, stopped: true }, 'stopped'],
    ['wait_for_element', { text: '{"found":true}' }, 'done'],
    // For an agent a wait whose time ran out is no error.
    ['wait_for_element', { text: timedOut }, 'failed'],
    ['wait_for_element', { text: `${timedOut}\nThe screen` }, 'failed'],
    ['get_screen_state', { text: timedOut }, 'done'],
  ])('%s with %j', (tool, call, end) => {
    expect(callEndOf({ tool, isError: false, text: '', ...call })).toBe(end);
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
