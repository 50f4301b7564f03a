import { HandsetError, describeThrown, toWire, type WireError } from '../../../core/errors.ts';
import type { Size } from '../../../core/geometry.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type {
  ActingWay,
  LiveFigures,
  LiveStatus,
  Motion,
  PersonInput,
} from '../../../core/link/live.ts';
import { screenWords } from './strings.ts';

/** The last live picture that the canvas received. */
export interface ShownPicture {
  /** In the phone's rotation. */
  readonly size: Size;
  /** When the stream stopped, so until when the picture was current; Infinity while it runs. */
  readonly endedAtEpochMs: number;
}

/** The live view: its status, its canvas, and input on it. */
export class LiveState {
  motion = $state.raw<Motion>({ moving: false, changedAtEpochMs: 0 });
  figures = $state.raw<LiveFigures | null>(null);
  acting = $state.raw<ActingWay>({ way: null, whyNotScrcpy: null });
  /** Increases whenever a new canvas element is needed: each can be transferred only once. */
  canvasNumber = $state(0);
  #told = $state.raw<LiveStatus>({ state: 'off' });
  /** Why the canvas could not be transferred; overrides the reported status. */
  #notShown = $state.raw<WireError | null>(null);
  readonly status: LiveStatus = $derived(
    this.#notShown === null || this.#told.state === 'off'
      ? this.#told
      : { state: 'failed', error: this.#notShown },
  );
  /** The picture on the canvas, which keeps the last one after the stream ends; null before the first. */
  shown = $state.raw<ShownPicture | null>(null);
  /** The live picture's size in the phone's current rotation; null without one. */
  readonly size = $derived('size' in this.status ? this.status.size : null);

  readonly #link: WorkerLink;
  readonly #handedOver = new WeakSet<HTMLCanvasElement>();

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('live', (status) => {
      this.#told = status;
      this.#keepShown();
      if (status.state !== 'video') this.figures = null;
    });
    link.on('motion', (motion) => (this.motion = motion));
    link.on('figures', (figures) => (this.figures = figures));
    link.on('acting', (acting) => (this.acting = acting));
  }

  /** Switches the live picture off and on, to try again after a failure. */
  retry(): void {
    if (this.#notShown !== null) this.#takeAnotherCanvas();
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
  setSeen(seen: boolean): void {
    void this.#link.call('setSeen', { seen });
  }

  /**
   * Shows the picture on a canvas that has not been drawn on; returns a function that stops it. A
   * canvas that was already transferred is replaced by a new one; a failure becomes the status.
   */
  show(element: HTMLCanvasElement): () => void {
    const ended = new AbortController();
    if (this.#handedOver.has(element)) this.#takeAnotherCanvas();
    else void this.#handOver(element, ended.signal);
    return () => ended.abort();
  }

  /** Call when the worker was replaced: the new one needs its own canvas. */
  begin(): void {
    this.#takeAnotherCanvas();
  }

  /** Sends input to the phone. Rejects when the phone did not accept it. */
  async send(input: PersonInput): Promise<void> {
    await this.#link.call('sendInput', input);
  }

  /** Copies or cuts the phone's selection; resolves to its clipboard text, null when it holds none. */
  async copySelection(how: 'copy' | 'cut'): Promise<string | null> {
    return (await this.#link.call('copySelection', { how })).text;
  }

  async #handOver(element: HTMLCanvasElement, ended: AbortSignal): Promise<void> {
    const number = this.canvasNumber;
    try {
      const canvas = toOffscreen(element);
      // The new canvas is still empty.
      this.shown = null;
      this.#keepShown();
      this.#handedOver.add(element);
      await this.#link.call('showLive', { canvas }, ended);
    } catch (thrown) {
      // By now another canvas is in use.
      if (ended.aborted || number !== this.canvasNumber) return;
      this.#notShown = toWire(thrown);
      this.shown = null;
    }
  }

  #keepShown(): void {
    if (this.size !== null) this.shown = { size: this.size, endedAtEpochMs: Infinity };
    else if (this.shown?.endedAtEpochMs === Infinity) {
      this.shown = { size: this.shown.size, endedAtEpochMs: Date.now() };
    }
  }

  #takeAnotherCanvas(): void {
    this.#notShown = null;
    this.canvasNumber++;
  }
}

function toOffscreen(element: HTMLCanvasElement): OffscreenCanvas {
  try {
    return element.transferControlToOffscreen();
  } catch (cause) {
    const message = screenWords.notShown(describeThrown(cause));
    throw new HandsetError('unsupported', message, { hint: screenWords.notShownHelp, cause });
  }
}
