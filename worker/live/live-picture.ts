import { HandsetError } from '#core/errors.ts';
import type { Size } from '#core/geometry.ts';
import type { LiveMotion } from '#core/link/live.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { Luma } from '#core/screen/luma.ts';
import { JpegEncoder } from '../paint/jpeg-encoder.ts';
import { LumaReader, sizeOf } from '../paint/luma.ts';

/**
 * A picture that arrives this long after the last drawing is drawn at once; an earlier one waits until the
 * thread is idle. Without a GPU, drawing takes 2 ms and, on a busy machine, several times as
 * long, in the thread that also runs the agents' calls.
 */
const drawAtOnceAfterMs = 50;

/**
 * The current live picture and the canvases that show it. It holds one frame until the next
 * arrives, because decoders have few frames. Holding one is free; a copy of each would take 2 ms.
 */
export class LivePicture {
  #image: VideoFrame | ImageBitmap | null = null;
  readonly #encoder = new JpegEncoder();
  /** The last encoded picture; several calls often need the same one. */
  #encoded: {
    readonly source: VideoFrame | ImageBitmap;
    readonly jpeg: Promise<PictureData | null>;
  } | null = null;
  readonly #canvases = new Set<OffscreenCanvasRenderingContext2D>();
  #isPageVisible = true;
  #drawnAtMs = -Infinity;
  #isDrawingSoon = false;

  /** The picture, which the caller must not close; null if there is none. */
  get image(): VideoFrame | ImageBitmap | null {
    return this.#image;
  }

  /** Whether a visible canvas shows it. */
  get isShown(): boolean {
    return this.#isPageVisible && this.#canvases.size > 0;
  }

  /** Sets whether the page is visible; when it becomes visible, the newest picture is drawn at once. */
  setPageVisible(visible: boolean): void {
    this.#isPageVisible = visible;
    this.#draw();
  }

  /** Shows this picture, takes ownership of it, and closes it when it is replaced. */
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
   * with `internal` if the canvas has no 2d context.
   */
  async show(canvas: OffscreenCanvas, signal: AbortSignal): Promise<void> {
    // Measured for 720 by 1600 without a GPU: 2.0 ms a frame, 2.7 ms through a bitmap.
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw noCanvas();
    if (signal.aborted) return;
    this.#canvases.add(context);
    // After a GPU reset the canvas is empty, and a still screen sends no new frame.
    canvas.addEventListener('contextrestored', () => this.#draw(), { signal });
    this.#draw();
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#canvases.delete(context);
  }

  /**
   * The picture as a JPEG of at most 540 pixels on the shorter side; null if there is none. It is encoded
   * once for all callers, in another worker.
   */
  async jpeg(): Promise<PictureData | null> {
    const image = this.#image;
    if (image === null) return null;
    if (this.#encoded?.source !== image)
      this.#encoded = { source: image, jpeg: this.#encoder.encode(image) };
    const jpeg = await this.#encoded.jpeg;
    // The next call tries again, because a still screen sends no other frame.
    if (jpeg === null) this.#encoded = null;
    return jpeg;
  }

  /** Draws the newest picture at once or, while pictures arrive fast, when the thread is idle. */
  #drawSoon(): void {
    if (performance.now() - this.#drawnAtMs > drawAtOnceAfterMs) return this.#draw();
    if (this.#isDrawingSoon) return;
    this.#isDrawingSoon = true;
    whenIdle(() => {
      // A later picture may have been drawn already.
      if (this.#isDrawingSoon) this.#draw();
    });
  }

  /** Draws on all canvases; does nothing while the page is hidden, to save CPU for the agents' calls. */
  #draw(): void {
    this.#isDrawingSoon = false;
    if (this.#image === null || !this.#isPageVisible) return;
    this.#drawnAtMs = performance.now();
    for (const context of this.#canvases) draw(context, this.#image);
  }
}

/** Calls back when the thread is idle; in Safari, which has no scheduler, after the tasks that are already queued. */
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

/** Sets the size only if it differs, because setting it clears the canvas. */
function resizeCanvas(canvas: OffscreenCanvas, { width, height }: Size): void {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
}

/**
 * A cell has changed if it differs by more than this. An encoder that refines a still picture changes
 * a cell's mean by one or two; a caret that appears or disappears changes its cell by forty.
 */
const tolerance = 6;
/** A change of more than this share of the cells is large; a caret is one cell, a clock a few. */
const largeShare = 0.05;
/** Changes further apart than this belong to separate motions; a caret blinks every half second. */
const motionGapMs = 300;

/** Tracks how long a picture has not changed. Times are in ms of one clock. */
export class ChangeTracker {
  #last: Luma | null = null;
  /** The picture at the last large change, so that many small changes add up to a large one. */
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

  /** Compares the next picture; returns whether it has changed. A picture that can't be read (null) counts as changed. */
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

/** The share of cells that have changed; 1 if the pictures can't be compared. */
function changedShare(a: Luma | null, b: Luma | null): number {
  if (a === null || b === null || a.cells.length !== b.cells.length) return 1;
  const changed = a.cells.filter((cell, i) => Math.abs(cell - (b.cells[i] ?? 0)) > tolerance);
  return changed.length / a.cells.length;
}

/** A picture that has not changed for this long is at rest. */
const restMs = 300;

/** Watches whether the live picture moves; repeated frames do not count as motion. */
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

  /** Whether some received frames have not been compared yet. */
  get isBehind(): boolean {
    return this.#isReading;
  }

  /** Compares the picture soon; if frames arrive too fast, only the newest one. */
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

  /** Treats the next picture as a change, because until then the contents of the screen are unknown. */
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
