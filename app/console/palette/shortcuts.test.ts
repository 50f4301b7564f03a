import { afterEach, describe, expect, it, vi } from 'vitest';
import { panels } from '../panels.ts';
import { keyAction } from '../screen/input-events.ts';
import type { KeyPress } from '../../ui/keys.ts';
import { shortcuts } from './shortcuts.ts';

const plain: KeyPress = {
  key: '',
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  target: null,
};
const shortcutIdFor = (event: Partial<KeyPress>): string | undefined =>
  shortcuts.find(({ matches }) => matches({ ...plain, ...event }))?.id;

afterEach(() => void vi.unstubAllGlobals());

describe('shortcuts', () => {
  it.each<[Partial<KeyPress>, string | undefined]>([
    [{ key: 'k', ctrlKey: true }, 'palette'],
    [{ key: 'K', ctrlKey: true }, 'palette'],
    [{ key: 'k', ctrlKey: true, shiftKey: true }, undefined],
    [{ key: 'X', ctrlKey: true, shiftKey: true }, 'stop'],
    [{ key: 'x', ctrlKey: true }, undefined],
    [{ key: 'S', ctrlKey: true, shiftKey: true }, 'save-screenshot'],
    [{ key: 's', ctrlKey: true }, undefined],
    [{ key: 'H', ctrlKey: true, shiftKey: true }, 'button-rotate'],
    // Chrome's vertical tabs.
    [{ key: 'L', ctrlKey: true, shiftKey: true }, undefined],
    [{ key: 'X', ctrlKey: true, shiftKey: true, altKey: true }, undefined],
    [{ key: 'k', metaKey: true }, undefined],
    [{ key: 'k' }, undefined],
    [{ key: '!', code: 'Digit1', ctrlKey: true, shiftKey: true }, 'panel-elements'],
    [{ key: '%', code: 'Digit5', ctrlKey: true, shiftKey: true }, 'panel-agents'],
    [{ key: '^', code: 'Digit6', ctrlKey: true, shiftKey: true }, undefined],
    // The browser uses these for its tabs.
    [{ key: '1', code: 'Digit1', altKey: true }, undefined],
    [{ key: '1', code: 'Digit1', ctrlKey: true }, undefined],
    // AltGr on Windows.
    [{ key: '¹', code: 'Digit1', altKey: true, ctrlKey: true, shiftKey: true }, undefined],
    [{ key: 'F2' }, 'mode'],
    [{ key: 'F2', altKey: true }, undefined],
    [{ key: 'r', code: 'KeyR', altKey: true }, 'read'],
    [{ key: 'r', code: 'KeyR', ctrlKey: true }, undefined],
    [{ key: '?', shiftKey: true }, 'keyboard-help'],
    [{ key: '?', ctrlKey: true }, undefined],
  ])('knows %j', (event, id) => {
    vi.stubGlobal('navigator', { platform: 'Linux x86_64' });
    expect(shortcutIdFor(event)).toBe(id);
  });

  it('uses Cmd on a Mac, where Ctrl+K edits text fields', () => {
    vi.stubGlobal('navigator', { platform: 'MacIntel' });
    expect(shortcutIdFor({ key: 'k', metaKey: true })).toBe('palette');
    expect(shortcutIdFor({ key: 'k', ctrlKey: true })).toBeUndefined();
    expect(shortcutIdFor({ key: 'x', metaKey: true, shiftKey: true })).toBe('stop');
    expect(shortcutIdFor({ key: '1', code: 'Digit1', ctrlKey: true, shiftKey: true })).toBe(
      'panel-elements',
    );
    // macOS takes a screenshot.
    expect(
      shortcutIdFor({ key: '3', code: 'Digit3', metaKey: true, shiftKey: true }),
    ).toBeUndefined();
  });

  it('leaves the panel shortcuts to the page when keys go to the phone', () => {
    const modifiers = { shiftKey: true, ctrlKey: true, altKey: false, metaKey: false };
    for (const code of panels.map((_, index) => `Digit${index + 1}`)) {
      const event = {
        ...modifiers,
        key: '!',
        code,
        isComposing: false,
        getModifierState: () => false,
      };
      expect(keyAction(event)).toEqual({ kind: 'other' });
    }
  });

  it('gives each unique keys and a unique id', () => {
    expect(new Set(shortcuts.map(({ keys }) => keys.join())).size).toBe(shortcuts.length);
    expect(new Set(shortcuts.map(({ id }) => id)).size).toBe(shortcuts.length);
  });
});
