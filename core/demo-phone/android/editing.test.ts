import { beforeEach, describe, expect, it } from 'vitest';
import { createTestPhone, type TestPhone } from './testing/test-phone.ts';

const keys = { a: 29, c: 31, left: 21, right: 22, v: 50, x: 52, delete: 67, home: 122, end: 123 };
const ctrl = { ctrl: true };
const shift = { shift: true };

let phone: TestPhone;
const text = () => phone.finger.get('email').text;
const press = (code: number, modifiers = {}) => phone.world.pressKey(code, modifiers);

describe('keys in a field', () => {
  beforeEach(async () => {
    phone = await createTestPhone({ activity: 'com.handset.notes/.SignInActivity' });
    phone.finger.tap('email');
  });

  it('Ctrl+A, then anything typed, replaces all', () => {
    phone.world.typeText('old text');
    press(keys.a, ctrl);
    phone.world.typeText('new');
    expect(text()).toBe('new');
    press(keys.a, ctrl);
    press(keys.delete);
    expect(text()).toBe('Email');
  });

  it('Ctrl+X, C and V and the CUT, COPY and PASTE keys use the clipboard', () => {
    expect(phone.world.clipboard).toBeNull();
    phone.world.typeText('abc');
    press(keys.a, ctrl);
    press(keys.x, ctrl);
    expect([text(), phone.world.clipboard]).toEqual(['Email', 'abc']);
    press(keys.v, ctrl);
    press(279);
    expect(text()).toBe('abcabc');
    press(keys.left, shift);
    press(278);
    expect(phone.world.clipboard).toBe('c');
    press(277);
    expect(text()).toBe('abcab');
    // Nothing selected: nothing copied.
    press(keys.c, ctrl);
    expect(phone.world.clipboard).toBe('c');
  });

  it('Shift extends the selection', () => {
    phone.world.typeText('one two three');
    press(keys.home, shift);
    press(keys.x, ctrl);
    expect(phone.world.clipboard).toBe('one two three');
    phone.world.typeText('one');
    press(keys.left, shift);
    press(keys.c, ctrl);
    expect(phone.world.clipboard).toBe('e');
    press(keys.end);
    press(keys.a, shift);
    press(8, shift);
    expect(text()).toBe('oneA!');
  });

  it('types nothing with Ctrl or Alt', () => {
    press(30, ctrl);
    press(30, { alt: true });
    expect(text()).toBe('Email');
  });

  it('pastes a clip set from the computer, with line breaks as spaces', () => {
    phone.world.clipboard = 'a\nb \u{1f600} \u05e9\u05dc\u05d5\u05dd';
    press(keys.v, ctrl);
    expect(text()).toBe('a b \u{1f600} \u05e9\u05dc\u05d5\u05dd');
  });

  it('a password can be pasted into, but not copied or cut', () => {
    phone.finger.tap('password');
    phone.world.clipboard = 'secret';
    press(keys.v, ctrl);
    expect(phone.finger.get('password').text).toBe('\u2022'.repeat(6));
    phone.world.clipboard = 'before';
    press(keys.a, ctrl);
    press(keys.c, ctrl);
    press(keys.x, ctrl);
    expect(phone.world.clipboard).toBe('before');
    expect(phone.finger.get('password').text).toBe('\u2022'.repeat(6));
  });

  it('highlights the selection', async () => {
    phone.world.typeText('abc');
    const before = await phone.world.screenshot();
    press(keys.a, ctrl);
    expect(Buffer.compare(await phone.world.screenshot(), before)).not.toBe(0);
  });
});

describe('line ends', () => {
  it('Home and End move within the line, with Ctrl to the ends of the text', async () => {
    phone = await createTestPhone({ activity: 'com.handset.notes/.EditActivity' });
    phone.finger.tap('edit_body');
    phone.world.typeText('one\ntwo');
    press(keys.home);
    phone.world.typeText('>');
    press(keys.home, ctrl);
    phone.world.typeText('<');
    press(keys.end);
    phone.world.typeText('|');
    expect(phone.finger.get('edit_body').text).toBe('<one|\n>two');
  });
});

describe('drops-typing', () => {
  it('drops every seventh character across calls, but nothing of a paste', async () => {
    phone = await createTestPhone({
      activity: 'com.handset.notes/.SignInActivity',
      faults: ['drops-typing'],
    });
    phone.finger.tap('email');
    phone.world.typeText('12345');
    phone.world.typeText('6789012345');
    expect(text()).toBe('1234568901235');
    press(keys.a, ctrl);
    phone.world.clipboard = '123456789';
    press(keys.v, ctrl);
    expect(text()).toBe('123456789');
  });
});

describe('a selection by touch', () => {
  beforeEach(async () => {
    phone = await createTestPhone({ activity: 'com.handset.notes/.SignInActivity' });
    phone.finger.tap('email');
    phone.world.typeText('hello big world');
  });

  it('is a word after a double tap', () => {
    const { left, top, bottom } = phone.finger.get('email').bounds;
    const tap = [{ x: left + 70, y: (top + bottom) / 2, timeMs: 0 }];
    phone.world.injectGesture(tap);
    phone.world.injectGesture(tap);
    press(keys.c, ctrl);
    expect(phone.world.clipboard).toBe('hello');
  });

  it('grows while the finger moves on after a long press', () => {
    const { left, right, top, bottom } = phone.finger.get('email').bounds;
    const y = (top + bottom) / 2;
    phone.world.injectGesture([
      { x: left + 70, y, timeMs: 0 },
      { x: left + 70, y, timeMs: 600 },
      { x: right - 60, y, timeMs: 900 },
    ]);
    press(keys.c, ctrl);
    expect(phone.world.clipboard).toBe('hello big world');
  });
});

describe('keys of the phone itself', () => {
  it('change the media volume by steps, and mute it', async () => {
    const { world, finger } = await createTestPhone({ activity: 'com.android.settings/.Settings' });
    finger.tap('Sound & vibration');
    const pictures = [Buffer.from(await world.screenshot()).toString('hex')];
    for (const code of [24, 25, 164]) {
      world.pressKey(code);
      pictures.push(Buffer.from(await world.screenshot()).toString('hex'));
    }
    const [before, louder, softer, muted] = pictures;
    expect(new Set([before, louder, muted]).size).toBe(3);
    expect(softer).not.toBe(louder);
  });

  it('Alt+Tab shows the recent apps', async () => {
    const { world } = await createTestPhone({ activity: 'com.android.settings/.Settings' });
    world.pressKey(61, { alt: true });
    expect(world.resumedActivity().activity).toMatch(/Recents/);
  });
});
