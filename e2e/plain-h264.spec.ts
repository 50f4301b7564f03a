/**
 * Checks the tests' H.264 encoder with the browser's decoder: the video that the demo phone streams
 * in Node is valid for any client.
 */
import { expect } from '@playwright/test';
import { createWorld } from '#core/demo-phone/android/world.ts';
import type { DemoPhoneOptions } from '#core/demo-phone/options.ts';
import { PlainH264 } from '#core/demo-phone/testing/plain-h264.ts';
import { test } from './fixtures.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';

/** Not multiples of 16, so that the decoder must crop the last macroblocks. */
const size = { width: 360, height: 800 };
/** Tolerance per channel of 255, for limited range and two roundings. */
const rounding = 3;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Paints three frames of the demo phone and encodes them. */
async function encodeFrames() {
  const options: DemoPhoneOptions = {
    android: 14,
    faults: new Set(),
    latency: 'none',
    canvas: createNodeCanvas(),
    activity: 'com.android.settings/.Settings',
  };
  // A fixed clock, so that the status bar is the same in all frames.
  const world = await createWorld(options, () => 0);
  const { canvas, paint } = world.mirror(size);
  const encoder = new PlainH264(size);
  const pictures: Uint8Array[] = [];
  const units: Uint8Array[] = [];
  for (const change of [
    () => undefined,
    () => world.expandSettings(),
    () => world.collapsePanels(),
  ]) {
    change();
    paint();
    pictures.push(Uint8Array.from(canvas.readPixels()));
    units.push(encoder.encode(canvas.readPixels(), units.length === 0));
  }
  return { config: encoder.parameterSets(), units, pictures };
}

/** Runs in the page: decodes the video; each frame is its size and its RGBA in base64. */
async function decode({ config, units }: { config: string; units: readonly string[] }) {
  const bytes = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const frames: string[] = [];
  const failures: string[] = [];
  const decoder = new VideoDecoder({
    output: (frame) => {
      const width = frame.displayWidth;
      const height = frame.displayHeight;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(frame, 0, 0);
      frame.close();
      const rgba = context?.getImageData(0, 0, width, height).data ?? [];
      frames.push(
        `${width}x${height} ${btoa(Array.from(rgba, (b) => String.fromCharCode(b)).join(''))}`,
      );
    },
    error: (error) => failures.push(error.message),
  });
  const parameters = bytes(config);
  const hex = Array.from(parameters.subarray(5, 8), (b) => b.toString(16).padStart(2, '0')).join(
    '',
  );
  decoder.configure({ codec: `avc1.${hex}`, optimizeForLatency: true });
  for (const [index, unit] of units.entries()) {
    const data = index === 0 ? new Blob([parameters, bytes(unit)]) : new Blob([bytes(unit)]);
    const type = index === 0 ? 'key' : 'delta';
    decoder.decode(
      new EncodedVideoChunk({ type, timestamp: index, data: await data.arrayBuffer() }),
    );
  }
  await decoder.flush();
  if (failures.length > 0) throw new Error(failures.join());
  return frames;
}

test('every decoded frame equals the painted one', { tag: '@more' }, async ({ page }) => {
  const { config, units, pictures } = await encodeFrames();
  // WebCodecs needs a secure context.
  await page.route('http://localhost/', (route) => route.fulfill({ body: '<!doctype html>' }));
  await page.goto('http://localhost/');
  const frames = await page.evaluate(decode, { config: base64(config), units: units.map(base64) });
  expect(frames).toHaveLength(pictures.length);
  for (const [index, frame] of frames.entries()) {
    const [dimensions, rgba = ''] = frame.split(' ');
    expect(dimensions).toBe(`${size.width}x${size.height}`);
    const shares = compare(Buffer.from(rgba, 'base64'), pictures[index] ?? new Uint8Array());
    // Chroma has a quarter of the samples of luma, so coloured edges blur.
    expect(shares.brightness).toBeGreaterThan(0.97);
    expect(shares.all).toBeGreaterThan(0.85);
  }
  // The second frame differs from the first; the third equals the first.
  expect(frames[1] === frames[0]).toBe(false);
  expect(frames[2] === frames[0]).toBe(true);
});

/** The shares of pixels that are equal within the tolerance: in luma, and in all three channels. */
function compare(got: Uint8Array, want: Uint8Array) {
  let brightness = 0;
  let all = 0;
  const count = want.length / 4;
  for (let at = 0; at < want.length; at += 4) {
    const off = [0, 1, 2].map((channel) => (got[at + channel] ?? 0) - (want[at + channel] ?? 0));
    const [r = 0, g = 0, b = 0] = off;
    if (Math.abs(0.2126 * r + 0.7152 * g + 0.0722 * b) <= rounding) brightness++;
    if (off.every((difference) => Math.abs(difference) <= rounding)) all++;
  }
  return { brightness: brightness / count, all: all / count };
}
