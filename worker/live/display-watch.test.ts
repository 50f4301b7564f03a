import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { DisplayWatch } from './display-watch.ts';

describe('DisplayWatch', () => {
  useDrivenClock();

  let watch: DisplayWatch | undefined;
  afterEach(() => watch?.end());

  /** A phone with a settable display, and the changes that were reported. */
  function openDisplay() {
    const phone: { awake: boolean | null; reads: number } = { awake: true, reads: 0 };
    const changes: boolean[] = [];
    const watching = new DisplayWatch({
      readAwake: () => {
        phone.reads++;
        return Promise.resolve(phone.awake);
      },
      onChange: () => changes.push(watching.isOn),
    });
    watch = watching;
    return { phone, changes, watch: watching };
  }

  it('asks after an input without a frame, and again after the next frame', async () => {
    const { phone, changes, watch } = openDisplay();
    phone.awake = false;
    const inputAtMs = performance.now();
    watch.onInput();
    await expect.poll(() => changes).toEqual([false]);
    const frameAtMs = performance.now();
    phone.awake = true;
    watch.onFrame();
    await expect.poll(() => changes).toEqual([false, true]);
    // Without inputs and frames it asks every five seconds.
    expect(frameAtMs - inputAtMs).toBeLessThan(2_000);
    expect(performance.now() - frameAtMs).toBeLessThan(500);
  });

  it('does not mistake the frame of a dozing phone for a display that is on', async () => {
    const { phone, changes, watch } = openDisplay();
    phone.awake = false;
    watch.onInput();
    await expect.poll(() => changes).toEqual([false]);
    const before = phone.reads;
    const frameAtMs = performance.now();
    watch.onFrame();
    await expect.poll(() => phone.reads).toBeGreaterThan(before);
    expect(performance.now() - frameAtMs).toBeLessThan(500);
    expect(watch.isOn).toBe(false);
  });

  it('assumes that the display is on if the phone does not report it', async () => {
    const { phone, watch } = openDisplay();
    phone.awake = null;
    watch.onInput();
    await expect.poll(() => phone.reads).toBeGreaterThan(0);
    expect(watch.isOn).toBe(true);
  });

  it('asks without an input too, and stops at the end', async () => {
    const { phone, changes, watch } = openDisplay();
    phone.awake = false;
    await expect.poll(() => changes).toEqual([false]);
    watch.end();
    const before = phone.reads;
    watch.onFrame();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(phone.reads).toBe(before);
  });
});
