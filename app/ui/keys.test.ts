import { afterEach, describe, expect, it, vi } from 'vitest';
import { matchesKeys, type KeyPress } from './keys.ts';

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
/** Those of these combinations that the event is. */
const matching = (event: Partial<KeyPress>): readonly string[] =>
  [['Mod', 'K'], ['Mod', 'Shift', 'X'], ['Ctrl', 'Shift', '3'], ['Alt', 'R'], ['F2'], ['/'], ['?']]
    .filter((keys) => matchesKeys({ ...plain, ...event }, keys))
    .map((keys) => keys.join('+'));

afterEach(() => void vi.unstubAllGlobals());

describe('matchesKeys', () => {
  it.each<[Partial<KeyPress>, ...string[]]>([
    [{ key: 'k', ctrlKey: true }, 'Mod+K'],
    [{ key: 'K', ctrlKey: true }, 'Mod+K'],
    [{ key: 'k', ctrlKey: true, shiftKey: true }],
    [{ key: 'k', metaKey: true }],
    [{ key: 'k' }],
    [{ key: 'X', ctrlKey: true, shiftKey: true }, 'Mod+Shift+X'],
    [{ key: 'x', ctrlKey: true }],
    [{ key: 'X', ctrlKey: true, shiftKey: true, altKey: true }],
    [{ key: '#', code: 'Digit3', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+3'],
    [{ key: '$', code: 'Digit4', ctrlKey: true, shiftKey: true }],
    // The browser uses these for its tabs.
    [{ key: '3', code: 'Digit3', altKey: true }],
    [{ key: '3', code: 'Digit3', ctrlKey: true }],
    // AltGr on Windows.
    [{ key: '³', code: 'Digit3', altKey: true, ctrlKey: true, shiftKey: true }],
    [{ key: 'F2' }, 'F2'],
    [{ key: 'F2', altKey: true }],
    [{ key: 'r', code: 'KeyR', altKey: true }, 'Alt+R'],
    [{ key: 'r', code: 'KeyR', ctrlKey: true }],
    [{ key: '/' }, '/'],
    // On a German keyboard.
    [{ key: '/', shiftKey: true }, '/'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: '?', ctrlKey: true }],
  ])('knows %j', (event, ...keys) => {
    vi.stubGlobal('navigator', { platform: 'Linux x86_64' });
    expect(matching(event)).toEqual(keys);
  });

  it('uses Cmd on a Mac, where Ctrl+K edits text fields', () => {
    vi.stubGlobal('navigator', { platform: 'MacIntel' });
    expect(matching({ key: 'k', metaKey: true })).toEqual(['Mod+K']);
    expect(matching({ key: 'k', ctrlKey: true })).toEqual([]);
    expect(matching({ key: 'x', metaKey: true, shiftKey: true })).toEqual(['Mod+Shift+X']);
    const shifted = { key: '3', code: 'Digit3', shiftKey: true };
    expect(matching({ ...shifted, ctrlKey: true })).toEqual(['Ctrl+Shift+3']);
    // macOS takes a screenshot.
    expect(matching({ ...shifted, metaKey: true })).toEqual([]);
  });
});
