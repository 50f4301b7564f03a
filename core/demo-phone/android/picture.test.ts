import { describe, expect, it } from 'vitest';
import { createNodeCanvas } from '../../../e2e/node-canvas.ts';
import type { Rotation } from '../../geometry.ts';
import { createWorld } from './create-world.ts';
import { Finger } from './testing/finger.ts';
import { darkTheme, lightTheme } from './ui/theme.ts';

const canvas = createNodeCanvas();
const options = { android: 14, faults: new Set<never>(), latency: 'none', canvas } as const;

function rgbOf(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

describe('dump and pixels agree', () => {
  const rotations: readonly Rotation[] = [0, 1, 2, 3];
  it.each(rotations)(
    'in rotation %i, at every corner of every key of the calculator',
    async (rotation) => {
      const world = await createWorld({
        ...options,
        activity: 'com.android.calculator2/.Calculator',
      });
      world.rotation = rotation;
      const { size, rgba } = await world.pixels();
      const at = (x: number, y: number) => [
        ...rgba.slice((y * size.width + x) * 4, (y * size.width + x) * 4 + 3),
      ];
      const finger = new Finger(world);
      for (const [id, fill] of [
        ['digit_7', lightTheme.card],
        ['digit_0', lightTheme.card],
        ['op_add', lightTheme.tint],
        ['clr', lightTheme.accent],
        ['eq', lightTheme.primary],
      ] as const) {
        const { left, top, right, bottom } = finger.get(id).bounds;
        const x = Math.floor((left + right) / 2);
        const y = Math.floor((top + bottom) / 2);
        // The key's colour is just inside the four edges, the page's colour just outside.
        for (const inside of [
          [left + 2, y],
          [right - 3, y],
          [x, top + 2],
          [x, bottom - 3],
        ] as const) {
          expect([id, at(...inside)]).toEqual([id, rgbOf(fill)]);
        }
        for (const outside of [
          [left - 3, y],
          [right + 2, y],
          [x, top - 3],
          [x, bottom + 2],
        ] as const) {
          expect([id, at(...outside)]).toEqual([id, rgbOf(lightTheme.background)]);
        }
      }
    },
  );

  it('the dark theme changes the background', async () => {
    const world = await createWorld({
      ...options,
      activity: 'com.android.settings/.Settings$DisplaySettingsActivity',
    });
    new Finger(world).tap('Dark theme');
    const { rgba } = await world.pixels();
    expect([...rgba.slice(0, 3)]).toEqual(rgbOf(darkTheme.background));
  });
});
