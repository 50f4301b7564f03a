import { HandsetError } from '#core/errors.ts';
import type { Size } from '#core/geometry.ts';
import type { LiveMotion } from '#core/link/live.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { Luma } from '#core/screen/luma.ts';
import { JpegEncoder } from '../paint/jpeg-encoder.ts';
import { LumaReader, sizeOf } from '../paint/luma.ts';

/**
 * A picture that comes this long after the last drawing is drawn at once; before that it waits until the
 * thread is idle. Without a graphics card a drawing takes 2 ms and, on a busy machine, several times as
 * long, in the thread in which a call of an agent has a dozen short steps.
 */
const drawAtOnceAfterMs = 50;

/**
 * The current live picture and the canvases that show it. It holds one frame until the next one
 * comes: decoders have few frames. Holding one is free, while a copy of each would take 2 ms.
 */
export class LivePicture {
  #image: VideoFrame | ImageBitmap | null = null;
  readonly #encoder = new JpegEncoder();
  /** The last picture that was encoded: calls often see the same one. */
  #encoded: {
    readonly source: VideoFrame | ImageBitmap;
    readonly jpeg: Promise<PictureData | null>;
  } | null = null;
  readonly #canvases = new Set<OffscreenCanvasRenderingContext2D>();
  #isPageVisible = true;
  #drawnAtMs = -Infinity;
  #isDrawingSoon = false;

  /** The picture itself, which the caller must not close; null without one. */
  get image(): VideoFrame | ImageBitmap | null {
    return this.#image;
  }

  /** Whether a visible canvas shows it. */
  get isShown(): boolean {
    return this.#isPageVisible && this.#canvases.size > 0;
  }

  /** Sets whether the page is visible; then the newest picture is drawn at once. */
  setPageVisible(visible: boolean): void {
    this.#isPageVisible = visible;
    this.#draw();
  }

  /** Shows this picture from now on, and closes it when it is replaced. */
  replace(image: VideoFrame | ImageBitmap): void {
    this.#image?.close();
    this.#image = image;
    this.#drawSoon();
  }

  /** Closes the picture; the canvases keep showing it. */
  clear(): void {
    if (this.#isDrawingSoon) this.#draw();
    this.#image?.close();
    this.#image = null;
  }

  /**
   * Draws every picture on this canvas, in the picture's own size, until the signal aborts. Rejects
   * with `internal` when the canvas has no 2d context.
   */
  async show(canvas: OffscreenCanvas, signal: AbortSignal): Promise<void> {
    // Measured for 720 by 1600 without a graphics card: 2.0 ms a frame, 2.7 ms through a bitmap.
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw noCanvas();
    if (signal.aborted) return;
    this.#canvases.add(context);
    // After a reset of the graphics card the canvas is empty, and a still screen sends no new frame.
    canvas.addEventListener('contextrestored', () => this.#draw(), { signal });
    this.#draw();
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#canvases.delete(context);
  }

  /**
   * The picture as a JPEG of at most 540 pixels on the shorter side; null without one. It is encoded
   * once for all callers, in another worker.
   */
  async jpeg(): Promise<PictureData | null> {
    const image = this.#image;
    if (image === null) return null;
    if (this.#encoded?.source !== image)
      this.#encoded = { source: image, jpeg: this.#encoder.encode(image) };
    const jpeg = await this.#encoded.jpeg;
    // A still screen sends no other frame with which the next call could try.
    if (jpeg === null) this.#encoded = null;
    return jpeg;
  }

  /** Draws the newest picture at once, or, while pictures come fast, when the thread is idle. */
  #drawSoon(): void {
    if (performance.now() - this.#drawnAtMs > drawAtOnceAfterMs) return this.#draw();
    if (this.#isDrawingSoon) return;
    this.#isDrawingSoon = true;
    whenIdle(() => {
      // A later picture may have been drawn at once.
      if (this.#isDrawingSoon) this.#draw();
    });
  }

  /** Skipped while the page is hidden, to leave the computer to the agent's work. */
  #draw(): void {
    this.#isDrawingSoon = false;
    if (this.#image === null || !this.#isPageVisible) return;
    this.#drawnAtMs = performance.now();
    for (const context of this.#canvases) draw(context, this.#image);
  }
}

/** Calls back when the thread has nothing else to do; in Safari, which can't tell, after the tasks that wait already. */
function whenIdle(callback: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(callback, { priority: 'background' });
  else setTimeout(callback);
}

function noCanvas(): HandsetError {
  return new HandsetError('internal', "The browser couldn't create a canvas for the live video.", {
    hint: "Click Retry. If that doesn't help, close other tabs, then reload the page.",
  });
}

function draw(context: OffscreenCanvasRenderingContext2D, image: VideoFrame | ImageBitmap): void {
  resizeCanvas(context.canvas, sizeOf(image));
  context.drawImage(image, 0, 0);
}

/** Setting a canvas's size clears it, so only where the size differs. */
function resizeCanvas(canvas: OffscreenCanvas, { width, height }: Size): void {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
}

/**
 * A cell has changed when it differs by more than this. An encoder that refines a still picture moves
 * a cell's mean by one or two; a caret that appears or disappears moves its cell by forty.
 */
const tolerance = 6;
/** A screen has changed largely when more of its cells than this have changed; a caret is one cell, a clock a few. */
const largeShare = 0.05;
/** Changes further apart than this belong to two motions; a caret blinks every half second. */
const motionGapMs = 300;

/** Tracks how long a picture has not changed. Times are of one clock, in ms. */
export class ChangeTracker {
  #last: Luma | null = null;
  /** The picture at the last large change, so that many small changes become a large one. */
  #lastLarge: Luma | null = null;
  #changedAtMs = -Infinity;
  #largeChangeAtMs = -Infinity;
  #longestGapMs = 0;

  /** When it last changed; the first picture is a change. */
  get changedAtMs(): number {
    return this.#changedAtMs;
  }

  /** When a large part of it last changed. */
  get largeChangeAtMs(): number {
    return this.#largeChangeAtMs;
  }

  /** The longest pause between two changes of the last motion: a slow phone may pause that long again. */
  get longestGapMs(): number {
    return this.#longestGapMs;
  }

  /** Treats the next picture as a change. */
  reset(): void {
    this.#last = null;
    this.#lastLarge = null;
  }

  /** Compares the next picture; returns whether it is a change. A picture that can't be read (null) counts as one. */
  compare(luma: Luma | null, atMs: number): boolean {
    // Compared with the picture at the last change; otherwise a slow fade would never count.
    if (changedShare(this.#last, luma) === 0) return false;
    const gapMs = atMs - this.#changedAtMs;
    this.#longestGapMs = gapMs > motionGapMs ? 0 : Math.max(this.#longestGapMs, gapMs);
    this.#changedAtMs = atMs;
    this.#last = luma;
    if (changedShare(this.#lastLarge, luma) > largeShare) {
      this.#largeChangeAtMs = atMs;
      this.#lastLarge = luma;
    }
    return true;
  }
}

/** The share of cells that have changed; 1 where the pictures can't be compared. */
function changedShare(a: Luma | null, b: Luma | null): number {
  if (a === null || b === null || a.cells.length !== b.cells.length) return 1;
  const changed = a.cells.filter((cell, i) => Math.abs(cell - (b.cells[i] ?? 0)) > tolerance);
  return changed.length / a.cells.length;
}

/** A picture that has not changed for this long is at rest. */
const restMs = 300;

/** Watches whether the live picture moves; a repeated frame is no motion. */
export class MotionWatch {
  readonly #onMotion: (motion: LiveMotion) => void;
  readonly #onChange: () => void;
  readonly #luma = new LumaReader();
  readonly stillness = new ChangeTracker();
  #isReading = false;
  #next: { readonly frame: VideoFrame; readonly atMs: number } | null = null;
  #restTimer: ReturnType<typeof setTimeout> | null = null;
  #ended = false;

  /** `onChange` is called for every changed frame, `onMotion` when motion starts and stops, and at a large change. */
  constructor(onMotion: (motion: LiveMotion) => void, onChange: () => void) {
    this.#onMotion = onMotion;
    this.#onChange = onChange;
  }

  /** Whether received frames have not been compared yet. */
  get isBehind(): boolean {
    return this.#isReading;
  }

  /** Compares the picture soon: when frames come too fast, only the newest one. */
  addPicture(picture: VideoFrame | ImageBitmap): void {
    const atMs = performance.now();
    if (picture instanceof ImageBitmap) {
      void this.#comparePicture(picture, atMs);
      return;
    }
    this.#next?.frame.close();
    this.#next = { frame: picture.clone(), atMs };
    if (!this.#isReading) void this.#compareQueued();
  }

  /** Treats the next picture as a change: what the screen shows until then is unknown. */
  restart(): void {
    this.stillness.reset();
  }

  end(): void {
    this.#ended = true;
    if (this.#restTimer !== null) clearTimeout(this.#restTimer);
    this.#next?.frame.close();
    this.#next = null;
  }

  async #compareQueued(): Promise<void> {
    this.#isReading = true;
    while (this.#next !== null) {
      const { frame, atMs } = this.#next;
      this.#next = null;
      await this.#comparePicture(frame, atMs);
      frame.close();
    }
    this.#isReading = false;
  }

  async #comparePicture(picture: VideoFrame | ImageBitmap, atMs: number): Promise<void> {
    const luma = await this.#luma.read(picture).catch(() => null);
    if (this.#ended || !this.stillness.compare(luma, atMs)) return;
    this.#onChange();
    if (this.#restTimer === null || this.stillness.largeChangeAtMs === atMs)
      this.#reportMotion(true);
    this.#scheduleRest(restMs);
  }

  #scheduleRest(afterMs: number): void {
    if (this.#restTimer !== null) clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      this.#restTimer = null;
      this.#reportMotion(false);
    }, afterMs);
  }

  #reportMotion(moving: boolean): void {
    const { changedAtMs, largeChangeAtMs } = this.stillness;
    const epochMs = (ms: number): number => Math.round(Date.now() - performance.now() + ms);
    this.#onMotion({
      moving,
      changedAtEpochMs: epochMs(changedAtMs),
      largeChangeAtEpochMs: epochMs(largeChangeAtMs),
    });
  }
}
