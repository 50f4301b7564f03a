import { describe, expect, it } from 'vitest';
import {
  androidKey,
  buttonKey,
  keyCodes,
  keyNamed,
  keyWithModifiers,
  modifierKeyCodes,
} from './keys.ts';

const none = { shift: false, ctrl: false, alt: false, meta: false };

describe('the keys of tools', () => {
  it("have Android's codes", () => {
    const { A, Z, SPACE, DPAD_CENTER, MEDIA_REWIND, F12, WAKEUP, PASTE, SLASH } = keyCodes;
    expect([A, Z, SPACE, DPAD_CENTER, MEDIA_REWIND, F12, WAKEUP, PASTE, SLASH]).toEqual([
      29, 54, 62, 23, 89, 142, 224, 279, 76,
    ]);
    expect(keyCodes['9']).toBe(16);
  });

  it('are found by name in any case', () => {
    expect(keyNamed('volume_up')).toBe('VOLUME_UP');
    for (const name of ['KEYCODE_A', 'toString', '', '29', 'A ']) {
      expect([name, keyNamed(name)]).toEqual([name, undefined]);
    }
  });

  it('carry the meta state of the modifiers', () => {
    expect(keyWithModifiers('A', ['ctrl'])).toEqual({ keyCode: 29, metaState: 0x3000 });
    expect(keyWithModifiers('TAB', ['shift', 'alt', 'alt']).metaState).toBe(0x53);
    expect(keyWithModifiers('HOME', [])).toEqual({ keyCode: 3, metaState: 0 });
  });
});

describe('androidKey', () => {
  it('maps the physical key and the held modifiers', () => {
    expect(androidKey('ArrowLeft', none)).toEqual({ keyCode: 21, metaState: 0 });
    expect(androidKey('KeyA', { ...none, ctrl: true })).toEqual({ keyCode: 29, metaState: 0x3000 });
    expect(androidKey('KeyZ', { ...none, ctrl: true, shift: true })).toEqual({
      keyCode: 54,
      metaState: 0x3041,
    });
    expect(androidKey('End', { ...none, alt: true, meta: true })?.metaState).toBe(0x30012);
  });

  it('maps Escape to Back', () => {
    expect(androidKey('Escape', none)).toEqual(buttonKey('back'));
  });

  it('is null for keys that the phone has no use for', () => {
    for (const code of ['F5', 'CapsLock', 'Digit1', 'KeyÄ', 'constructor']) {
      expect([code, androidKey(code, none)]).toEqual([code, null]);
    }
  });

  it('lists the modifier keys of a meta state', () => {
    expect(modifierKeyCodes(0)).toEqual([]);
    expect(modifierKeyCodes(0x3041)).toEqual([113, 59]);
    expect(modifierKeyCodes(0x30012)).toEqual([57, 117]);
  });
});
