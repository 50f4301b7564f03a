import { describe, expect, it } from 'vitest';
import { keyAction, type KeyPress } from './key-meaning.ts';

const plain: KeyPress = {
  key: '',
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  getModifierState: () => false,
};
const actionFor = (keyPress: Partial<KeyPress>): ReturnType<typeof keyAction> =>
  keyAction({ ...plain, ...keyPress });
const notForwarded = { kind: 'other' };

describe('keyAction', () => {
  it('sends a key without a character to the phone', () => {
    expect(actionFor({ key: 'ArrowLeft', code: 'Numpad4' })).toEqual({
      kind: 'key',
      code: 'ArrowLeft',
      staysDown: true,
    });
    expect(actionFor({ key: 'Escape' })).toEqual({ kind: 'key', code: 'Escape', staysDown: false });
    expect(actionFor({ key: 'Backspace', altKey: true })).toMatchObject({ code: 'Backspace' });
  });

  it('leaves alone a key that types, moves focus, or is a shortcut', () => {
    for (const key of ['a', 'ü', '@', ' ', 'Dead', 'Tab', 'F5', 'Shift', 'Unidentified']) {
      expect([key, actionFor({ key })]).toEqual([key, notForwarded]);
    }
    for (const key of ['r', 't', 'k', 'v', 'l']) {
      expect([key, actionFor({ key, code: `Key${key.toUpperCase()}`, ctrlKey: true })]).toEqual([
        key,
        notForwarded,
      ]);
    }
    expect(actionFor({ key: 'Enter', isComposing: true })).toEqual(notForwarded);
  });

  it('treats AltGr as typing', () => {
    const euro = { key: '€', code: 'KeyE', ctrlKey: true, altKey: true };
    expect(actionFor(euro)).toEqual(notForwarded);
    const altGr = { key: 'a', code: 'KeyA', ctrlKey: true, getModifierState: () => true };
    expect(actionFor(altGr)).toEqual(notForwarded);
  });

  it('sends edit shortcuts with Ctrl or Cmd, by the printed letter', () => {
    expect(actionFor({ key: 'a', code: 'KeyQ', ctrlKey: true })).toEqual({
      kind: 'key',
      code: 'KeyA',
      staysDown: false,
    });
    expect(actionFor({ key: 'ф', code: 'KeyA', ctrlKey: true })).toMatchObject({ code: 'KeyA' });
    expect(actionFor({ key: 'Z', code: 'KeyZ', metaKey: true, shiftKey: true })).toMatchObject({
      code: 'KeyZ',
    });
    expect(actionFor({ key: 'c', code: 'KeyC', metaKey: true })).toEqual({ kind: 'copy' });
    expect(actionFor({ key: 'x', code: 'KeyX', ctrlKey: true })).toEqual({ kind: 'cut' });
    // Opens the browser's developer tools.
    expect(actionFor({ key: 'C', code: 'KeyC', ctrlKey: true, shiftKey: true })).toEqual(
      notForwarded,
    );
  });
});
