import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Press, shortcuts } from './shortcuts.ts';

const plain: Press = {
  key: '',
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  target: null,
};
const fitting = (press: Partial<Press>): string | undefined =>
  shortcuts.find(({ fits }) => fits({ ...plain, ...press }))?.id;

afterEach(() => void vi.unstubAllGlobals());

describe('shortcuts', () => {
  it.each<[Partial<Press>, string | undefined]>([
    [{ key: 'k', ctrlKey: true }, 'palette'],
    [{ key: 'K', ctrlKey: true }, 'palette'],
    [{ key: 'k', ctrlKey: true, shiftKey: true }, undefined],
    [{ key: 'k', metaKey: true }, undefined],
    [{ key: 'k' }, undefined],
    [{ key: '1', code: 'Digit1', altKey: true }, 'panel-elements'],
    [{ key: '5', code: 'Digit5', altKey: true }, 'panel-agents'],
    [{ key: '6', code: 'Digit6', altKey: true }, undefined],
    // What AltGr is on Windows.
    [{ key: '¹', code: 'Digit1', altKey: true, ctrlKey: true }, undefined],
    [{ key: '?', shiftKey: true }, 'keyboard-help'],
    [{ key: '?', ctrlKey: true }, undefined],
  ])('knows %j', (press, id) => {
    vi.stubGlobal('navigator', { platform: 'Linux x86_64' });
    expect(fitting(press)).toBe(id);
  });

  it('takes the command key on a Mac, whose Ctrl+K belongs to its fields', () => {
    vi.stubGlobal('navigator', { platform: 'MacIntel' });
    expect(fitting({ key: 'k', metaKey: true })).toBe('palette');
    expect(fitting({ key: 'k', ctrlKey: true })).toBeUndefined();
    expect(fitting({ key: '¡', code: 'Digit1', altKey: true })).toBe('panel-elements');
  });

  it('gives no two of them the same keys or id', () => {
    expect(new Set(shortcuts.map(({ keys }) => keys.join())).size).toBe(shortcuts.length);
    expect(new Set(shortcuts.map(({ id }) => id)).size).toBe(shortcuts.length);
  });
});
