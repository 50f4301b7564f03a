/** Encodes an animated GIF from frames with small changes. */
import { GifDisposal, GifEncoder, createCanvas, loadImage } from '@napi-rs/canvas';
import type { PageFrame } from './screencast.ts';

/** Size and timing of the GIF. */
interface GifShape {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** How long the last frame is shown, in ms. */
  readonly lastFrameMs: number;
}

/** Browsers round shorter delays up to a tenth of a second. */
const minDelayMs = 20;
/** Video decoding noise, per channel of 256; such differences are ignored. */
const noiseTolerance = 2;

/** Encodes the frames; each contains only the box that changed since the one before. */
export async function encodeGif(frames: readonly PageFrame[], shape: GifShape): Promise<Buffer> {
  const { width, height } = shape;
  const encoder = new GifEncoder(width, height, { repeat: 0, quality: 5 });
  const previousPixels = new Uint8ClampedArray(width * height * 4);
  for (const { frame, delayMs } of atFrameRate(frames, shape)) {
    const box = updatePicture(previousPixels, await scaled(frame.png, shape), width);
    encoder.addFrame(box.pixels, box.width, box.height, {
      delay: Math.max(minDelayMs, Math.round(delayMs / 10) * 10),
      disposal: GifDisposal.Keep,
      left: box.left,
      top: box.top,
    });
  }
  return encoder.finish();
}

interface TimedFrame {
  readonly frame: PageFrame;
  readonly delayMs: number;
}

/** Reduces the frames to the given rate: the latest of each step. */
function atFrameRate(
  frames: readonly PageFrame[],
  { framesPerSecond, lastFrameMs }: GifShape,
): TimedFrame[] {
  const stepMs = 1000 / framesPerSecond;
  const [first] = frames;
  if (first === undefined) return [];
  const latestOfStep = new Map<number, PageFrame>();
  for (const frame of frames)
    latestOfStep.set(Math.floor((frame.atMs - first.atMs) / stepMs), frame);
  const steps = [...latestOfStep];
  return steps.map(([step, frame], index) => {
    const next = steps[index + 1]?.[0];
    return { frame, delayMs: next === undefined ? lastFrameMs : (next - step) * stepMs };
  });
}

async function scaled(png: Buffer, { width, height }: GifShape): Promise<Uint8ClampedArray> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(await loadImage(png), 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function differs(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): boolean {
  for (let channel = at; channel < at + 4; channel++) {
    if (Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) > noiseTolerance) return true;
  }
  return false;
}

/** The smallest box around all changed pixels; one pixel if none changed, since a frame cannot be empty. */
function changedBox(
  previousPixels: Uint8ClampedArray,
  nextPixels: Uint8ClampedArray,
  width: number,
): PixelBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let at = 0; at < nextPixels.length; at += 4) {
    if (!differs(previousPixels, nextPixels, at)) continue;
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
function updatePicture(
  previousPixels: Uint8ClampedArray,
  nextPixels: Uint8ClampedArray,
  width: number,
): PixelBox & { readonly pixels: Uint8Array } {
  const box = changedBox(previousPixels, nextPixels, width);
  const pixels = new Uint8Array(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = ((box.top + y) * width + box.left + x) * 4;
      if (!differs(previousPixels, nextPixels, at)) continue;
      const pixel = nextPixels.subarray(at, at + 4);
      pixels.set(pixel, (y * box.width + x) * 4);
      previousPixels.set(pixel, at);
    }
  }
  return { ...box, pixels };
}
