import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { createTestPhone, Finger } from './testing/test-phone.ts';
import type { Rotation } from '../../geometry.ts';
import { createWorld } from './world.ts';
import { darkTheme, lightTheme } from './ui/theme.ts';

const hash = (pixels: ArrayLike<number>): string =>
  createHash('sha256').update(Uint8Array.from(pixels)).digest('hex');

it('a mirror shows what a screenshot shows, at any size', async () => {
  const { world } = await createTestPhone({ activity: 'com.android.settings/.Settings' });
  const same = world.mirror(world.screenSize);
  const small = world.mirror({ width: 72, height: 160 });
  for (const { paint } of [same, small]) paint();
  expect(hash(same.canvas.readPixels())).toBe(hash((await world.pixels()).rgba));
  const before = hash(small.canvas.readPixels());
  world.expandSettings();
  expect(hash(small.canvas.readPixels())).toBe(before);
  small.paint();
  expect(hash(small.canvas.readPixels())).not.toBe(before);
});

it('a mirror is black while the display is off, and where a window is secure', async () => {
  const { world } = await createTestPhone({ faults: ['secure-window'] });
  const { canvas, paint } = world.mirror({ width: 72, height: 160 });
  const middle = () => [...canvas.readPixels().subarray((80 * 72 + 36) * 4, (80 * 72 + 37) * 4)];
  world.startActivity('com.android.settings/.Settings');
  paint();
  expect(middle()).toEqual([0, 0, 0, 255]);
  world.expandSettings();
  paint();
  expect(middle()).not.toEqual([0, 0, 0, 255]);
  world.displayOn = false;
  paint();
  expect(canvas.readPixels().every((value, at) => value === (at % 4 === 3 ? 255 : 0))).toBe(true);
});

it('a screenshot that is still being encoded does not contain later changes', async () => {
  const { world } = await createTestPhone({ activity: 'com.android.settings/.Settings' });
  const { rgba, size } = await world.pixels();
  const expectedHash = hash(rgba);
  const { paint } = world.mirror({ width: 72, height: 160 });
  const png = world.screenshot();
  world.expandSettings();
  paint();
  const shown = createNodeCanvas().createCanvas(size.width, size.height);
  const image = await createNodeCanvas().decodePng(await png);
  shown.context.drawImage(image, 0, 0, size.width, size.height);
  expect(hash(shown.readPixels())).toBe(expectedHash);
});

it('the content key changes with everything that may change pixels', async () => {
  const { world } = await createTestPhone({ activity: 'com.android.settings/.Settings' });
  const moments = [world.contentKey];
  for (const act of [
    () => world.expandSettings(),
    () => (world.rotation = 1),
    () => (world.overrideDensity = 300),
    () => (world.displayOn = false),
  ]) {
    act();
    expect(moments).not.toContain(world.contentKey);
    moments.push(world.contentKey);
  }
});

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
