import { describe, expect, it } from 'vitest';
import { androidKey, buttonKey, keysHeldFor } from './person-keys.ts';

const none = { shift: false, ctrl: false, alt: false, meta: false };

describe('keys of a computer on the phone', () => {
  it('are told by their place, with the modifiers that are held', () => {
    expect(androidKey('ArrowLeft', none)).toEqual({ keyCode: 21, metaState: 0 });
    expect(androidKey('KeyA', { ...none, ctrl: true })).toEqual({ keyCode: 29, metaState: 0x3000 });
    expect(androidKey('KeyZ', { ...none, ctrl: true, shift: true })).toEqual({
      keyCode: 54,
      metaState: 0x3041,
    });
    expect(androidKey('End', { ...none, alt: true, meta: true })?.metaState).toBe(0x30012);
  });

  it('go back by Escape', () => {
    expect(androidKey('Escape', none)).toEqual(buttonKey('back'));
  });

  it('are none where the phone has no use for them', () => {
    for (const code of ['F5', 'Tab', 'CapsLock', 'Digit1', 'KeyÄ', 'constructor']) {
      expect([code, androidKey(code, none)]).toEqual([code, null]);
    }
  });

  it('name what has to be held down where a meta state can not be told', () => {
    expect(keysHeldFor(0)).toEqual([]);
    expect(keysHeldFor(0x3041)).toEqual([113, 59]);
    expect(keysHeldFor(0x30012)).toEqual([57, 117]);
  });
});
