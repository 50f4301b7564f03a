import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Size } from '../../core/geometry.ts';
import { parseHierarchy } from '../../core/screen/parse.ts';
import { ShapeWatch } from './shape-watch.ts';

const upright = { width: 720, height: 1600 };
const lying = { width: 1600, height: 720 };
const size = (width: number, height: number) => ({ naturalSize: { width, height }, density: 420 });
const elements = (rotation: number) =>
  parseHierarchy(new TextEncoder().encode(`<hierarchy rotation="${rotation}"><node/></hierarchy>`));

describe('ShapeWatch', () => {
  let frame: Size | null = upright;
  let stuck = 0;
  let watch: ShapeWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    [frame, stuck] = [upright, 0];
    watch = new ShapeWatch({ frameSize: () => frame, onStuck: () => stuck++ });
    watch.displayRead(size(1080, 2400));
    watch.elementsRead(elements(0));
  });
  afterEach(() => {
    watch.end();
    vi.useRealTimers();
  });

  it('has nothing to say of a video that has the shape, also upside down, or of none', () => {
    watch.elementsRead(elements(2));
    frame = null;
    watch.elementsRead(elements(1));
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(0);
  });

  it('leaves the phone its time to begin anew', () => {
    watch.elementsRead(elements(1));
    vi.advanceTimersByTime(1_500);
    frame = lying;
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(0);
  });

  it.each([
    ['turned', size(1080, 2400), 1],
    ['folded', size(2208, 1840), 0],
    ['set to another size', size(720, 1280), 0],
  ] as const)(
    'notices once that it keeps its shape when the phone was %s',
    (_, display, turned) => {
      watch.displayRead(display);
      watch.elementsRead(elements(turned));
      vi.advanceTimersByTime(1_900);
      expect(stuck).toBe(0);
      vi.advanceTimersByTime(200);
      expect(stuck).toBe(1);
      // It did not help: once is enough.
      watch.elementsRead(elements(turned));
      vi.advanceTimersByTime(10_000);
      expect(stuck).toBe(1);
    },
  );

  it('is silent after the end', () => {
    watch.elementsRead(elements(3));
    watch.end();
    vi.advanceTimersByTime(10_000);
    expect(stuck).toBe(0);
  });
});
