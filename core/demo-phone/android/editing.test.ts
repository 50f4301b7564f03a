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

  it('Shift extends the selection, Ctrl moves to the ends and by words', () => {
    phone.world.typeText('one two three');
    press(keys.home, shift);
    press(keys.x, ctrl);
    expect(phone.world.clipboard).toBe('one two three');
    press(keys.v, ctrl);
    press(keys.left, { ctrl: true, shift: true });
    press(keys.x, ctrl);
    expect(phone.world.clipboard).toBe('three');
    press(keys.home, ctrl);
    press(keys.right, { ctrl: true, shift: true });
    press(keys.c, ctrl);
    expect(phone.world.clipboard).toBe('one');
    press(keys.end, ctrl);
    phone.world.typeText('!');
    expect(text()).toBe('one two !');
    press(keys.a, shift);
    press(8, shift);
    expect(text()).toBe('one two !A!');
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

describe('the toolbar over a selection', () => {
  beforeEach(async () => {
    phone = await createTestPhone({ activity: 'com.handset.notes/.SignInActivity' });
    phone.finger.tap('email');
    phone.world.typeText('hello');
    phone.world.pressKey(4);
  });
  const editToolbar = () =>
    phone.world.windows().find(({ title }) => title.startsWith('PopupWindow:'));
  /** Taps the toolbar at a fraction of its width: its items are not in the dump. */
  const tapAt = (share: number) => {
    const { left, right, top, bottom } = editToolbar()?.bounds ?? {
      left: 0,
      right: 0,
      top: 0,
      bottom: 0,
    };
    const x = Math.round(left + (right - left) * share);
    phone.world.injectGesture([{ x, y: (top + bottom) / 2, timeMs: 0 }]);
  };
  const longPressText = () => {
    const { left, top, bottom } = phone.finger.get('email').bounds;
    phone.finger.press({ left: left + 70, right: left + 72, top, bottom }, 700);
  };

  it('appears on a long press, is not in the dump and has no focus', () => {
    longPressText();
    expect(editToolbar()?.packageName).toBe('com.handset.notes');
    expect(phone.world.focusedWindow().kind).toBe('activity');
    expect(phone.finger.find('Copy')).toBeUndefined();
    expect(editToolbar()?.bounds.bottom).toBeLessThan(phone.finger.get('email').bounds.bottom);
    phone.world.typeText('bye');
    expect([text(), editToolbar()]).toEqual(['bye', undefined]);
  });

  it('appears on a double tap, which selects a word', () => {
    phone.finger.tap('email');
    press(keys.end);
    phone.world.typeText(' big world');
    const { left, top, bottom } = phone.finger.get('email').bounds;
    const tap = [{ x: left + 70, y: (top + bottom) / 2, timeMs: 0 }];
    phone.world.injectGesture(tap);
    expect(editToolbar()).toBeUndefined();
    phone.world.injectGesture(tap);
    expect(editToolbar()).toBeDefined();
    press(keys.c, ctrl);
    expect(phone.world.clipboard).toBe('hello');
  });

  it('copies and pastes', () => {
    longPressText();
    tapAt(0.5);
    expect([phone.world.clipboard, editToolbar()]).toEqual(['hello', undefined]);
    phone.world.clipboard = 'x';
    longPressText();
    tapAt(0.85);
    expect(text()).toBe('x');
  });

  it('cuts', () => {
    longPressText();
    tapAt(0.2);
    expect([text(), phone.world.clipboard]).toEqual(['Email', 'hello']);
  });

  it('selects all of several words, and stays open', () => {
    phone.finger.tap('email');
    press(keys.end);
    phone.world.typeText(' big world');
    longPressText();
    const before = editToolbar()?.bounds;
    tapAt(0.85);
    expect(editToolbar()?.bounds).not.toEqual(before);
    press(keys.c, ctrl);
    expect(phone.world.clipboard).toBe('hello big world');
  });

  it('closes on Back, before the keyboard, and on a tap elsewhere', () => {
    longPressText();
    phone.world.pressKey(4);
    expect(editToolbar()).toBeUndefined();
    expect(phone.world.windows().some(({ kind }) => kind === 'ime')).toBe(true);
    longPressText();
    expect(editToolbar()).toBeDefined();
    phone.finger.tap('password');
    expect(editToolbar()).toBeUndefined();
  });

  it('extends the selection while the finger moves on after the long press', () => {
    phone.finger.tap('email');
    press(keys.end);
    phone.world.typeText(' big world');
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

  it('offers only Paste and Select all for a password', () => {
    phone.finger.tap('password');
    phone.world.typeText('secret');
    phone.world.clipboard = 'x';
    const { left, top, bottom } = phone.finger.get('password').bounds;
    phone.finger.press({ left: left + 70, right: left + 72, top, bottom }, 700);
    tapAt(0.2);
    expect(phone.finger.get('password').text).toBe('\u2022');
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
