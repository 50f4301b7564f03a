import { describe, expect, it } from 'vitest';
import { FingerTracker, keyAction, wheelNotches, type KeyPress } from './input-events.ts';

/** A tracker whose events are recorded in short form. */
function createHarness(): { readonly fingers: FingerTracker; readonly events: () => string } {
  const sent: string[] = [];
  const round = (value: number): number => Math.round(value * 100) / 100;
  const fingers = new FingerTracker(({ action, finger, x, y }) => {
    sent.push(action === 'cancel' ? action : `${action}${finger}@${round(x)},${round(y)}`);
  });
  return { fingers, events: () => sent.splice(0).join(' ') };
}

describe('fingers', () => {
  it('send down and up at once, and at most one move per flush', () => {
    const { fingers, events } = createHarness();
    fingers.down(7, { x: 0.1, y: 0.2 });
    expect(events()).toBe('down0@0.1,0.2');
    fingers.move(7, { x: 0.2, y: 0.2 });
    fingers.move(7, { x: 0.3, y: 0.2 });
    expect([events(), fingers.hasPendingMoves]).toEqual(['', true]);
    fingers.flush();
    expect([events(), fingers.hasPendingMoves]).toEqual(['move0@0.3,0.2', false]);
    fingers.flush();
    expect(events()).toBe('');
    fingers.move(7, { x: 0.4, y: 0.2 });
    fingers.up(7, { x: 0.5, y: 0.2 });
    expect(events()).toBe('move0@0.5,0.2 up0@0.5,0.2');
    fingers.down(7, { x: 0.5, y: 0.2 });
    fingers.up(7, { x: 0.5, y: 0.2 });
    expect(events()).toBe('down0@0.5,0.2 up0@0.5,0.2');
    expect(fingers.active).toEqual([]);
  });

  it('get the lowest free number, and flush moves before another finger comes down', () => {
    const { fingers, events } = createHarness();
    fingers.down(11, { x: 0, y: 0 });
    fingers.down(12, { x: 0.5, y: 0 });
    fingers.up(11, { x: 0, y: 0 });
    events();
    fingers.move(12, { x: 0.6, y: 0 });
    fingers.down(13, { x: 1, y: 1 });
    expect(events()).toBe('move1@0.6,0 down0@1,1');
  });

  it('are clamped to the picture', () => {
    const { fingers, events } = createHarness();
    fingers.down(1, { x: -0.4, y: 1.2 });
    fingers.up(1, { x: 2, y: 0.5 });
    expect(events()).toBe('down0@0,1 move0@1,0.5 up0@1,0.5');
  });

  it('come in pairs with a key held: mirrored, or beside each other on the side with more space', () => {
    const { fingers, events } = createHarness();
    fingers.down(1, { x: 0.4, y: 0.3 }, 'mirrored');
    fingers.move(1, { x: 0.2, y: 0.1 });
    fingers.up(1, { x: 0.2, y: 0.1 });
    expect(events()).toBe(
      'down0@0.4,0.3 down1@0.6,0.7 move0@0.2,0.1 move1@0.8,0.9 up0@0.2,0.1 up1@0.8,0.9',
    );
    fingers.down(1, { x: 0.8, y: 0.5 }, 'beside');
    expect(events()).toBe('down0@0.8,0.5 down1@0.55,0.5');
    fingers.move(1, { x: 0.1, y: 0.5 });
    fingers.flush();
    expect(events()).toBe('move0@0.1,0.5 move1@0,0.5');
  });

  it('are all lifted by cancel, after which their pointers are ignored', () => {
    const { fingers, events } = createHarness();
    fingers.cancel();
    expect(events()).toBe('');
    fingers.down(1, { x: 0, y: 0 }, 'mirrored');
    fingers.down(2, { x: 0.5, y: 0 });
    events();
    fingers.cancel();
    fingers.move(1, { x: 1, y: 1 });
    fingers.up(1, { x: 1, y: 1 });
    fingers.flush();
    expect(events()).toBe('cancel');
  });

  it('are limited to ten', () => {
    const { fingers } = createHarness();
    for (let pointer = 0; pointer < 9; pointer++) fingers.down(pointer, { x: 0, y: 0 });
    expect(fingers.down(90, { x: 0, y: 0 }, 'mirrored')).toBe(true);
    expect(fingers.down(91, { x: 0, y: 0 })).toBe(false);
    expect(fingers.down(90, { x: 0, y: 0 })).toBe(false);
    expect(fingers.active).toHaveLength(10);
  });
});

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

  it('ignores a key that types, moves the focus, or is a shortcut', () => {
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

  it('sends Tab if asked to, but never Shift+Tab, which leaves the phone', () => {
    const tab = { ...plain, key: 'Tab' };
    expect(keyAction(tab, { sendsTab: true })).toMatchObject({ kind: 'key', code: 'Tab' });
    const leaving = { ...tab, shiftKey: true };
    expect(keyAction(leaving, { sendsTab: true })).toEqual(notForwarded);
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
    // A shortcut of the page.
    expect(actionFor({ key: '!', code: 'Digit1', ctrlKey: true, shiftKey: true })).toEqual(
      notForwarded,
    );
  });
});

const wheelEvent = { deltaX: 0, deltaY: 0, deltaMode: 0, shiftKey: false };

it('converts every deltaMode to notches', () => {
  expect(wheelNotches({ ...wheelEvent, deltaY: 100 })).toEqual({ right: 0, down: 1 });
  expect(wheelNotches({ ...wheelEvent, deltaY: -3, deltaMode: 1 })).toEqual({ right: 0, down: -1 });
  expect(wheelNotches({ ...wheelEvent, deltaX: 25, deltaY: 4 })).toEqual({
    right: 0.25,
    down: 0.04,
  });
  expect(wheelNotches({ ...wheelEvent, deltaY: 99_999 })).toEqual({ right: 0, down: 16 });
});

it('scrolls sideways with Shift', () => {
  expect(wheelNotches({ ...wheelEvent, deltaY: 100, shiftKey: true })).toEqual({
    right: 1,
    down: 0,
  });
  expect(wheelNotches({ ...wheelEvent, deltaX: 100, shiftKey: true })).toEqual({
    right: 1,
    down: 0,
  });
});
