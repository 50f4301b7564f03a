import { afterEach, expect, it } from 'vitest';
import { DisplayWatch } from './display-watch.ts';

let watch: DisplayWatch | undefined;
afterEach(() => watch?.end());

/** A phone whose display is as it says, and what is told of it. */
function open() {
  const phone: { awake: boolean | null; asked: number } = { awake: true, asked: 0 };
  const told: boolean[] = [];
  const watching = new DisplayWatch({
    readAwake: () => {
      phone.asked++;
      return Promise.resolve(phone.awake);
    },
    onChange: () => told.push(watching.isOn),
  });
  watch = watching;
  return { phone, told, watch: watching };
}

it('finds out after an input that no frame followed, and by the next frame that it is on again', async () => {
  const { phone, told, watch } = open();
  phone.awake = false;
  watch.input();
  await expect.poll(() => told).toEqual([false]);
  phone.awake = true;
  watch.frame();
  await expect.poll(() => told).toEqual([false, true]);
});

it('does not take the frame of a phone that dozes for a display that is on', async () => {
  const { phone, told, watch } = open();
  phone.awake = false;
  watch.input();
  await expect.poll(() => told).toEqual([false]);
  const before = phone.asked;
  watch.frame();
  await expect.poll(() => phone.asked).toBeGreaterThan(before);
  expect(watch.isOn).toBe(false);
});

it('takes a phone that does not say for one that is on', async () => {
  const { phone, watch } = open();
  phone.awake = null;
  watch.input();
  await expect.poll(() => phone.asked).toBeGreaterThan(0);
  expect(watch.isOn).toBe(true);
});

it('finds out by itself, and asks no more when it has ended', async () => {
  const { phone, told, watch } = open();
  phone.awake = false;
  await expect.poll(() => told).toEqual([false]);
  watch.end();
  const before = phone.asked;
  watch.frame();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(phone.asked).toBe(before);
});
