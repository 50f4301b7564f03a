import { describe, expect, it } from 'vitest';
import { keyMeaning, type Press } from './key-meaning.ts';

const plain: Press = {
  key: '',
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  getModifierState: () => false,
};
const meaning = (press: Partial<Press>): ReturnType<typeof keyMeaning> =>
  keyMeaning({ ...plain, ...press });
const other = { is: 'other' };

describe('keyAction', () => {
  it('sends a key without a character to the phone', () => {
    expect(meaning({ key: 'ArrowLeft', code: 'Numpad4' })).toEqual({
      is: 'key',
      code: 'ArrowLeft',
      held: true,
    });
    expect(meaning({ key: 'Escape' })).toEqual({ is: 'key', code: 'Escape', held: false });
    expect(meaning({ key: 'Backspace', altKey: true })).toMatchObject({ code: 'Backspace' });
  });

  it('leaves alone a key that types, moves focus, or is a shortcut', () => {
    for (const key of ['a', 'ü', '@', ' ', 'Dead', 'Tab', 'F5', 'Shift', 'Unidentified']) {
      expect([key, meaning({ key })]).toEqual([key, other]);
    }
    for (const key of ['r', 't', 'k', 'v', 'l']) {
      expect([key, meaning({ key, code: `Key${key.toUpperCase()}`, ctrlKey: true })]).toEqual([
        key,
        other,
      ]);
    }
    expect(meaning({ key: 'Enter', isComposing: true })).toEqual(other);
  });

  it('treats AltGr as typing', () => {
    const euro = { key: '€', code: 'KeyE', ctrlKey: true, altKey: true };
    expect(meaning(euro)).toEqual(other);
    const altGr = { key: 'a', code: 'KeyA', ctrlKey: true, getModifierState: () => true };
    expect(meaning(altGr)).toEqual(other);
  });

  it('sends edit shortcuts with Ctrl or Cmd, by the printed letter', () => {
    expect(meaning({ key: 'a', code: 'KeyQ', ctrlKey: true })).toEqual({
      is: 'key',
      code: 'KeyA',
      held: false,
    });
    expect(meaning({ key: 'ф', code: 'KeyA', ctrlKey: true })).toMatchObject({ code: 'KeyA' });
    expect(meaning({ key: 'Z', code: 'KeyZ', metaKey: true, shiftKey: true })).toMatchObject({
      code: 'KeyZ',
    });
    expect(meaning({ key: 'c', code: 'KeyC', metaKey: true })).toEqual({ is: 'copy' });
    expect(meaning({ key: 'x', code: 'KeyX', ctrlKey: true })).toEqual({ is: 'cut' });
    // Opens the browser's developer tools.
    expect(meaning({ key: 'C', code: 'KeyC', ctrlKey: true, shiftKey: true })).toEqual(other);
  });
});
