import { devicePixelRatio } from 'svelte/reactivity/window';
import { HandsetError, describeThrown, toWire, type WireError } from '#core/errors.ts';
import type { Size } from '#core/geometry.ts';
import { fileNameOf } from '#core/link/file-name.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type {
  InputBackendStatus,
  LiveMetrics,
  LiveMotion,
  LiveStatus,
  UserInputEvent,
} from '#core/link/live.ts';
import type { ReadingStatus } from '#core/link/phone-status.ts';
import { downloadFile } from '../../ui/save-file.ts';
import { recall, remember } from '../../ui/storage.ts';

const strings = {
  screenshotSaved: 'Screenshot saved',
  screenshotCopied: 'Screenshot copied',
  screenshotNotCopied: 'The browser doesn’t let this page copy the screenshot.',
  noCanvas: (why: string) =>
    `The browser couldn’t create a canvas for the live video: ${why.replace(/\.$/, '')}.`,
  noCanvasHint: 'Click Retry. If that doesn’t help, close other tabs, then reload the page.',
} as const;

/** The last live picture that the canvas received. */
export interface ShownPicture {
  /** In the phone's rotation. */
  readonly size: Size;
  /** When the stream stopped, until which the picture was current; Infinity while it runs. */
  readonly endedAtEpochMs: number;
}

/** The live view: its status, its canvas, and input on it. */
export class LiveState {
  motion = $state.raw<LiveMotion>({
    moving: false,
    changedAtEpochMs: 0,
    largeChangeAtEpochMs: 0,
  });
  figures = $state.raw<LiveMetrics | null>(null);
  inputBackend = $state.raw<InputBackendStatus>({ backend: null, scrcpyProblem: null });
  /** How the elements are read; null if there is no phone. */
  reading = $state.raw<ReadingStatus | null>(null);
  /** Whether the user lets Handset use the element reader; kept in this browser. */
  usesElementReader = $state(recall('screen-reader') !== 'off');
  /** Increases whenever a new canvas element is needed: each can be transferred only once. */
  canvasNumber = $state(0);
  #reportedStatus = $state.raw<LiveStatus>({ state: 'off' });
  /** Why the canvas could not be transferred; overrides the reported status. */
  #canvasError = $state.raw<WireError | null>(null);
  readonly status: LiveStatus = $derived(
    this.#canvasError === null || this.#reportedStatus.state === 'off'
      ? this.#reportedStatus
      : { state: 'failed', error: this.#canvasError },
  );
  /** The canvas with the live picture; null while it is not on the page. */
  canvas = $state.raw<HTMLCanvasElement | null>(null);
  /** The picture on the canvas, which keeps the last one after the stream ends; null before the first. */
  shown = $state.raw<ShownPicture | null>(null);
  /** The live picture's size in the phone's current rotation; null if there is no live picture. */
  readonly size = $derived('size' in this.status ? this.status.size : null);

  /** How often the user has sent input to a phone. */
  inputCount = $state(0);

  readonly #link: WorkerLink;
  #isPageVisible = true;
  /** Canvases of other windows that show the picture. */
  #mirrorCount = 0;
  readonly #transferredCanvases = new WeakSet<HTMLCanvasElement>();

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('live', (status) => {
      this.#reportedStatus = status;
      this.#updateShown();
      if (status.state !== 'video') this.figures = null;
    });
    link.on('liveMotion', (motion) => (this.motion = motion));
    link.on('liveMetrics', (figures) => (this.figures = figures));
    link.on('inputBackend', (inputBackend) => (this.inputBackend = inputBackend));
    link.on('reading', (reading) => (this.reading = reading));
    this.sendElementReader();
  }

  /** Sets whether the element reader may be used; if not, elements are read only from dumps. */
  setElementReader(on: boolean): void {
    this.usesElementReader = on;
    remember('screen-reader', on ? null : 'off');
    this.sendElementReader();
  }

  /** Sends the user's choice to a new worker. */
  sendElementReader(): void {
    void this.#link.call('setElementReader', { on: this.usesElementReader });
  }

  /** Switches the live picture off and on, to retry after a failure. */
  retry(): void {
    if (this.#canvasError !== null) this.#requestNewCanvas();
    this.setOn(false);
    this.setOn(true);
  }

  /** Switches the live picture on or off. */
  setOn(on: boolean): void {
    void this.#link.call('setLive', { on });
  }

  /**
   * Reports whether the page is visible. Only then does the worker draw the picture (agents get it
   * regardless) and retry a phone that another program has claimed.
   */
  setPageVisible(isVisible: boolean): void {
    this.#isPageVisible = isVisible;
    this.#reportVisibility();
  }

  /** Sets the length of the picture's longer side in CSS pixels, which determines the size of the video. */
  setDrawnSize(cssPixels: number): void {
    const pixels = Math.ceil(cssPixels * (devicePixelRatio.current ?? 1));
    void this.#link.call('setDrawnSize', { pixels });
  }

  /**
   * Shows the picture on a canvas that has not been drawn on; returns a function that stops it. A
   * canvas that was already transferred is replaced by a new one; a failure becomes the status.
   */
  showOn(element: HTMLCanvasElement): () => void {
    const controller = new AbortController();
    this.canvas = element;
    if (this.#transferredCanvases.has(element)) this.#requestNewCanvas();
    else void this.#transferCanvas(element, controller.signal);
    return () => {
      controller.abort();
      if (this.canvas === element) this.canvas = null;
    };
  }

  /**
   * Also shows the picture on a canvas of another window, even while the page is hidden; returns a
   * function that stops it.
   */
  mirrorOn(element: HTMLCanvasElement): () => void {
    const controller = new AbortController();
    this.#mirrorCount++;
    this.#reportVisibility();
    // If it fails, the page's own canvas reports why.
    this.#link
      .call('showLive', { canvas: element.transferControlToOffscreen() }, controller.signal)
      .catch(() => undefined);
    return () => {
      controller.abort();
      this.#mirrorCount--;
      this.#reportVisibility();
    };
  }

  /** Call when the worker was replaced: the new one needs its own canvas. */
  reset(): void {
    this.#requestNewCanvas();
  }

  /** Sends input to the phone. Rejects if the phone did not accept it. */
  async send(input: UserInputEvent): Promise<void> {
    this.inputCount++;
    await this.#link.call('sendInput', input);
  }

  /**
   * Saves a screenshot in the phone's own pixels as a file named after the phone's model; resolves to
   * the note to show. Rejects with `screenshot-failed`.
   */
  async saveScreenshot(model: string): Promise<string> {
    downloadFile(await this.#takeScreenshot(), fileNameOf(model, Date.now(), 'png'));
    return strings.screenshotSaved;
  }

  /** Like `saveScreenshot`, but copies to this computer's clipboard. */
  async copyScreenshot(): Promise<string> {
    const screenshot = this.#takeScreenshot();
    try {
      // Passes the promise, because the browser lets a page write only right after a click.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': screenshot })]);
      return strings.screenshotCopied;
    } catch {
      await screenshot;
      return strings.screenshotNotCopied;
    }
  }

  /** Copies or cuts the phone's selection; resolves to the text, or null if the phone's clipboard did not change. */
  async copySelection(mode: 'copy' | 'cut'): Promise<string | null> {
    return (await this.#link.call('copySelection', { mode })).text;
  }

  async #takeScreenshot(): Promise<Blob> {
    const { bytes, mimeType } = await this.#link.call('takeScreenshot', null);
    return new Blob([bytes], { type: mimeType });
  }

  async #transferCanvas(element: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
    const number = this.canvasNumber;
    try {
      const canvas = toOffscreen(element);
      // The new canvas is still empty.
      this.shown = null;
      this.#updateShown();
      this.#transferredCanvases.add(element);
      await this.#link.call('showLive', { canvas }, signal);
    } catch (thrown) {
      // Another canvas may be in use by now.
      if (signal.aborted || number !== this.canvasNumber) return;
      this.#canvasError = toWire(thrown);
      this.shown = null;
    }
  }

  #updateShown(): void {
    if (this.size !== null) this.shown = { size: this.size, endedAtEpochMs: Infinity };
    else if (this.shown?.endedAtEpochMs === Infinity) {
      this.shown = { size: this.shown.size, endedAtEpochMs: Date.now() };
    }
  }

  #reportVisibility(): void {
    const visible = this.#isPageVisible || this.#mirrorCount > 0;
    void this.#link.call('setPageVisible', { visible });
  }

  #requestNewCanvas(): void {
    this.#canvasError = null;
    this.canvasNumber++;
  }
}

function toOffscreen(element: HTMLCanvasElement): OffscreenCanvas {
  try {
    return element.transferControlToOffscreen();
  } catch (cause) {
    const message = strings.noCanvas(describeThrown(cause));
    throw new HandsetError('unsupported', message, { hint: strings.noCanvasHint, cause });
  }
}
