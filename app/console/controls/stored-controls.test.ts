import { describe, expect, it } from 'vitest';
import type { ToolInfo } from '../../../core/link/messages.ts';
import { allAllowed, isOffered, parseControls } from './stored-controls.ts';

describe('parseControls', () => {
  it('reads back what was kept', () => {
    const controls = { paused: true, readOnly: true, askFirst: true, switchedOff: ['tap'] };
    expect(parseControls(JSON.stringify(controls))).toEqual(controls);
  });

  it.each([[null], ['{}']])('allows all for %s', (text) => {
    expect(parseControls(text)).toEqual(allAllowed);
  });

  it.each(['no JSON', 'null', '7'])('asks first where nothing can be read: %s', (text) => {
    expect(parseControls(text)).toEqual({ ...allAllowed, askFirst: true });
  });

  it('holds agents back by what is not clear, and keeps the rest', () => {
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

  it('takes what acts away from agents that may only read', () => {
    const controls = { ...allAllowed, readOnly: true };
    expect(isOffered(tool('tap', 'act'), controls)).toBe(false);
    expect(isOffered(tool('get_screen_state', 'read'), controls)).toBe(true);
  });

  it('takes what is switched off away, whatever it does', () => {
    const controls = { ...allAllowed, switchedOff: ['get_clipboard'] };
    expect(isOffered(tool('get_clipboard', 'read'), controls)).toBe(false);
    expect(isOffered(tool('tap', 'act'), controls)).toBe(true);
  });
});
