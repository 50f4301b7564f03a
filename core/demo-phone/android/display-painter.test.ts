import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createNodeCanvas } from '../../../e2e/node-canvas.ts';
import { createTestPhone } from './testing/boot.ts';

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
