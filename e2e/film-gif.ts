/** Records frames of a page with DevTools. */
import type { CDPSession, Page } from '@playwright/test';
import { createCanvas, GifDisposal, GifEncoder, loadImage } from '@napi-rs/canvas';

/** One frame of the page. */
interface PageFrame {
  readonly png: Buffer;
  /** When the frame was painted, in ms since the epoch. */
  readonly atMs: number;
}

/** A recording in progress. */
interface Screencast {
  /** Ends the recording and returns the frames, oldest first. */
  stop(): Promise<readonly PageFrame[]>;
}

/** Starts recording a page: one frame for each change that the browser paints. */
export async function startScreencast(page: Page): Promise<Screencast> {
  const session = await page.context().newCDPSession(page);
  const frames: PageFrame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ png: Buffer.from(data, 'base64'), atMs: (metadata.timestamp ?? 0) * 1000 });
    // Without an acknowledgement the browser sends no more frames. It may fail once the page is closed.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  return { stop: () => stop(session, frames) };
}

async function stop(
  session: CDPSession,
  frames: readonly PageFrame[],
): Promise<readonly PageFrame[]> {
  await session.send('Page.stopScreencast');
  await session.detach();
  return frames;
}

/** Runs in the page: draws the mouse pointer, which screencast frames lack. */
export function drawPointer(): void {
  const arrow = document.createElement('div');
  arrow.ariaHidden = 'true';
  arrow.style.cssText =
    'position:fixed;z-index:99;left:0;top:0;width:20px;height:20px;pointer-events:none;visibility:hidden;' +
    'background:#101216;border:0;clip-path:polygon(0 0,0 78%,22% 60%,38% 94%,52% 88%,37% 55%,66% 55%);' +
    'filter:drop-shadow(0 0 1px #fff)';
  addEventListener('DOMContentLoaded', () => document.documentElement.append(arrow));
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      arrow.style.visibility = 'visible';
      arrow.style.transform = `translate(${clientX}px, ${clientY}px)`;
    },
    true,
  );
}

// Encodes an animated GIF from frames with small changes.

/** From when on the film shows which part of the page, in CSS pixels; of the GIF's proportions. */
export interface Cut {
  /** In ms since the epoch. */
  readonly atMs: number;
  readonly part: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

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
const noiseTolerance = 4;

/**
 * Encodes the frames; each contains only the box that changed since the one before. The first cut is at
 * the beginning or before it.
 */
export async function encodeGif(
  frames: readonly PageFrame[],
  cuts: readonly Cut[],
  shape: GifShape,
): Promise<Buffer> {
  const { width, height } = shape;
  const encoder = new GifEncoder(width, height, { repeat: 0, quality: 5 });
  const previousPixels = new Uint8ClampedArray(width * height * 4);
  let shownCut: Cut | undefined;
  for (const { frame, delayMs } of atFrameRate(withCuts(frames, cuts), shape)) {
    const cut = cuts.findLast(({ atMs }) => atMs <= frame.atMs) ?? cuts[0];
    if (cut === undefined) throw new Error('The film shows no part of the page.');
    // Pixels within the tolerance would stay as a shadow of the part before.
    if (cut !== shownCut) previousPixels.fill(0);
    shownCut = cut;
    const box = updatePicture(previousPixels, await scaled(frame.png, cut, shape), width);
    encoder.addFrame(box.pixels, box.width, box.height, {
      delay: Math.max(minDelayMs, Math.round(delayMs / 10) * 10),
      disposal: GifDisposal.Keep,
      left: box.left,
      top: box.top,
    });
  }
  return encoder.finish();
}

/** The frames, and one at each cut, where the page may not have changed. */
function withCuts(frames: readonly PageFrame[], cuts: readonly Cut[]): readonly PageFrame[] {
  const atCuts = cuts.flatMap(({ atMs }) => {
    const shown = frames.findLast((frame) => frame.atMs <= atMs);
    return shown === undefined ? [] : [{ ...shown, atMs }];
  });
  return [...frames, ...atCuts].sort((a, b) => a.atMs - b.atMs);
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

async function scaled(
  png: Buffer,
  { part }: Cut,
  { width, height }: GifShape,
): Promise<Uint8ClampedArray> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  const image = await loadImage(png);
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height);
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
  let left = Infinity;
  let top = Infinity;
  let right = -1;
  let bottom = -1;
  for (let at = 0; at < nextPixels.length; at += 4) {
    if (!differs(previousPixels, nextPixels, at)) continue;
    const x = (at / 4) % width;
    const y = Math.floor(at / 4 / width);
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
