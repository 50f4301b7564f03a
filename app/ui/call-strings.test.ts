import { describe, expect, it } from 'vitest';
import type { ToolInfo } from '#core/link/messages.ts';
import { durationLabel, toolTitle } from './call-strings.ts';

const tap: ToolInfo = {
  name: 'tap',
  title: 'Tap',
  description: '',
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
