import { afterEach, expect, it } from 'vitest';
import { DisplayWatch } from './display-watch.ts';

let watch: DisplayWatch | undefined;
afterEach(() => watch?.end());

/** A phone with a settable display, and the changes that were reported. */
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

it('asks after an input without a frame, and again at the next frame', async () => {
  const { phone, told, watch } = open();
  phone.awake = false;
  watch.input();
  await expect.poll(() => told).toEqual([false]);
  phone.awake = true;
  watch.frame();
  await expect.poll(() => told).toEqual([false, true]);
});

it('does not mistake the frame of a dozing phone for a display that is on', async () => {
  const { phone, told, watch } = open();
  phone.awake = false;
  watch.input();
  await expect.poll(() => told).toEqual([false]);
  const before = phone.asked;
  watch.frame();
  await expect.poll(() => phone.asked).toBeGreaterThan(before);
  expect(watch.isOn).toBe(false);
});

it('assumes that the display of a phone that does not say is on', async () => {
  const { phone, watch } = open();
  phone.awake = null;
  watch.input();
  await expect.poll(() => phone.asked).toBeGreaterThan(0);
  expect(watch.isOn).toBe(true);
});

it('asks without an input too, and no more after its end', async () => {
  const { phone, told, watch } = open();
  phone.awake = false;
  await expect.poll(() => told).toEqual([false]);
  watch.end();
  const before = phone.asked;
  watch.frame();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(phone.asked).toBe(before);
});
