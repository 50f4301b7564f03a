import { describe, expect, it } from 'vitest';
import type { ToolInfo } from '#core/link/messages.ts';
import { allowAllPolicy, isOffered, parsePolicy } from './agent-policy.svelte.ts';

describe('parseControls', () => {
  it('reads back a stored policy', () => {
    const policy = { paused: true, readOnly: true, askFirst: true, switchedOff: ['tap'] };
    expect(parsePolicy(JSON.stringify(policy))).toEqual(policy);
  });

  it.each([[null], ['{}']])('allows everything for %s', (text) => {
    expect(parsePolicy(text)).toEqual(allowAllPolicy);
  });

  it.each(['no JSON', 'null', '7'])('asks first if the stored value is invalid: %s', (text) => {
    expect(parsePolicy(text)).toEqual({ ...allowAllPolicy, askFirst: true });
  });

  it('restricts agents where a member is unclear, and keeps the rest', () => {
    const text = '{"paused":false,"readOnly":"yes","switchedOff":["tap",7,null]}';
    expect(parsePolicy(text)).toEqual({ ...allowAllPolicy, readOnly: true, switchedOff: ['tap'] });
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
    const policy = { ...allowAllPolicy, readOnly: true };
    expect(isOffered(tool('tap', 'act'), policy)).toBe(false);
    expect(isOffered(tool('get_screen_state', 'read'), policy)).toBe(true);
  });

  it('withholds tools that are switched off', () => {
    const policy = { ...allowAllPolicy, switchedOff: ['get_clipboard'] };
    expect(isOffered(tool('get_clipboard', 'read'), policy)).toBe(false);
    expect(isOffered(tool('tap', 'act'), policy)).toBe(true);
  });
});
