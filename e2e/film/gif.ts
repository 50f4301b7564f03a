/** Encodes an animated GIF from frames with small changes. */
import { GifDisposal, GifEncoder, createCanvas, loadImage } from '@napi-rs/canvas';
import type { Frame } from './screencast.ts';

/** Size and timing of the GIF. */
interface GifShape {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** How long the last frame is shown, in ms. */
  readonly restMs: number;
}

/** Browsers round shorter delays up to a tenth of a second. */
const leastDelayMs = 20;
/** Video decoding noise, per channel of 256; such differences are ignored. */
const invisible = 2;

/** Encodes the frames; each contains only the box that changed since the one before. */
export async function encodeGif(frames: readonly Frame[], shape: GifShape): Promise<Buffer> {
  const { width, height } = shape;
  const encoder = new GifEncoder(width, height, { repeat: 0, quality: 5 });
  const shown = new Uint8ClampedArray(width * height * 4);
  for (const { frame, delayMs } of atPace(frames, shape)) {
    const box = update(shown, await scaled(frame.png, shape), width);
    encoder.addFrame(box.pixels, box.width, box.height, {
      delay: Math.max(leastDelayMs, Math.round(delayMs / 10) * 10),
      disposal: GifDisposal.Keep,
      left: box.left,
      top: box.top,
    });
  }
  return encoder.finish();
}

interface Shown {
  readonly frame: Frame;
  readonly delayMs: number;
}

/** Reduces the frames to the given rate: the latest of each step. */
function atPace(frames: readonly Frame[], { framesPerSecond, restMs }: GifShape): Shown[] {
  const stepMs = 1000 / framesPerSecond;
  const [first] = frames;
  if (first === undefined) return [];
  const newest = new Map<number, Frame>();
  for (const frame of frames) newest.set(Math.floor((frame.atMs - first.atMs) / stepMs), frame);
  const steps = [...newest];
  return steps.map(([step, frame], index) => {
    const next = steps[index + 1]?.[0];
    return { frame, delayMs: next === undefined ? restMs : (next - step) * stepMs };
  });
}

async function scaled(png: Buffer, { width, height }: GifShape): Promise<Uint8ClampedArray> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(await loadImage(png), 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function differs(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): boolean {
  for (let channel = at; channel < at + 4; channel++) {
    if (Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) > invisible) return true;
  }
  return false;
}

/** The smallest box around all changed pixels; one pixel if none changed, since a frame cannot be empty. */
function changedBox(before: Uint8ClampedArray, now: Uint8ClampedArray, width: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let at = 0; at < now.length; at += 4) {
    if (!differs(before, now, at)) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Updates `previousPixels` and returns the changed box, whose unchanged pixels are transparent,
 * which compresses far better.
 */
function update(
  shown: Uint8ClampedArray,
  now: Uint8ClampedArray,
  width: number,
): Box & { readonly pixels: Uint8Array } {
  const box = changedBox(shown, now, width);
  const pixels = new Uint8Array(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = ((box.top + y) * width + box.left + x) * 4;
      if (!differs(shown, now, at)) continue;
      const pixel = now.subarray(at, at + 4);
      pixels.set(pixel, (y * box.width + x) * 4);
      shown.set(pixel, at);
    }
  }
  return { ...box, pixels };
}
