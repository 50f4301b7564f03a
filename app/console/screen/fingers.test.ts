import { describe, expect, it } from 'vitest';
import { FingerTracker } from './fingers.ts';

/** A tracker whose events are recorded in short form. */
function createHarness(): { readonly fingers: FingerTracker; readonly events: () => string } {
  const sent: string[] = [];
  const round = (value: number): number => Math.round(value * 100) / 100;
  const fingers = new FingerTracker(({ phase, finger, x, y }) => {
    sent.push(phase === 'cancel' ? phase : `${phase}${finger}@${round(x)},${round(y)}`);
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

  it('come in pairs with a key held: mirrored, or beside each other where there is room', () => {
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
