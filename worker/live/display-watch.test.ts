import { afterEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../adb/acting/testing/bench.ts';
import { DisplayWatch } from './display-watch.ts';

let bench: Bench | undefined;
let watch: DisplayWatch | undefined;
afterEach(async () => {
  watch?.end();
  await bench?.connection.close();
});

async function open() {
  bench = await openBench();
  const { phone, world } = bench;
  const told: boolean[] = [];
  let asked = 0;
  watch = new DisplayWatch({
    readAwake: async (signal) => {
      asked++;
      return await phone.readAwake(signal);
    },
    onChange: () => told.push(watch?.isOn ?? true),
  });
  return { world, told, watch, asked: () => asked };
}

it('finds out after an input that no frame followed, and by the next frame that it is on again', async () => {
  const { world, told, watch } = await open();
  world.awake = false;
  watch.input();
  await expect.poll(() => told, { timeout: 4_000 }).toEqual([false]);
  world.awake = true;
  watch.frame();
  await expect.poll(() => told, { timeout: 4_000 }).toEqual([false, true]);
});

it('does not take the frame of a phone that dozes for a display that is on', async () => {
  const { world, told, watch, asked } = await open();
  world.awake = false;
  watch.input();
  await expect.poll(() => told, { timeout: 4_000 }).toEqual([false]);
  const before = asked();
  watch.frame();
  await expect.poll(asked, { timeout: 4_000 }).toBeGreaterThan(before);
  expect(watch.isOn).toBe(false);
});

it('finds out by itself, and asks no more when it has ended', async () => {
  const { world, told, watch, asked } = await open();
  world.awake = false;
  await expect.poll(() => told, { timeout: 9_000 }).toEqual([false]);
  watch.end();
  const before = asked();
  watch.frame();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked()).toBe(before);
});
