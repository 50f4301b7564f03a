import { describe, expect, it } from 'vitest';
import type { ToolInfo } from '../../../core/link/messages.ts';
import { allAllowed, isOffered, parseControls } from './stored-controls.ts';

describe('parseControls', () => {
  it('reads back a stored policy', () => {
    const controls = { paused: true, readOnly: true, askFirst: true, switchedOff: ['tap'] };
    expect(parseControls(JSON.stringify(controls))).toEqual(controls);
  });

  it.each([[null], ['{}']])('allows everything for %s', (text) => {
    expect(parseControls(text)).toEqual(allAllowed);
  });

  it.each(['no JSON', 'null', '7'])('asks first if the stored value is invalid: %s', (text) => {
    expect(parseControls(text)).toEqual({ ...allAllowed, askFirst: true });
  });

  it('restricts agents where a member is unclear, and keeps the rest', () => {
    const text = '{"paused":false,"readOnly":"yes","switchedOff":["tap",7,null]}';
    expect(parseControls(text)).toEqual({ ...allAllowed, readOnly: true, switchedOff: ['tap'] });
  });
});

describe('isOffered', () => {
  const tool = (name: string, effect: ToolInfo['effect']): ToolInfo => ({
    name,
    effect,
    title: name,
    description: '',
    inputSchema: {},
    needsPhone: true,
  });

  it('withholds tools that act from read-only agents', () => {
    const controls = { ...allAllowed, readOnly: true };
    expect(isOffered(tool('tap', 'act'), controls)).toBe(false);
    expect(isOffered(tool('get_screen_state', 'read'), controls)).toBe(true);
  });

  it('withholds tools that are switched off', () => {
    const controls = { ...allAllowed, switchedOff: ['get_clipboard'] };
    expect(isOffered(tool('get_clipboard', 'read'), controls)).toBe(false);
    expect(isOffered(tool('tap', 'act'), controls)).toBe(true);
  });
});
