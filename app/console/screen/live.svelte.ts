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

/** The last live picture that the canvas was given. */
export interface ShownPicture {
  /** In the phone's rotation. */
  readonly size: Size;
  /** When the phone was last known to look like that; Infinity while more pictures come. */
  readonly endedAtEpochMs: number;
}

/** The live picture, and the person's way to act by it. */
export class LiveState {
  motion = $state.raw<Motion>({ moving: false, changedAtEpochMs: 0 });
  figures = $state.raw<LiveFigures | null>(null);
  acting = $state.raw<ActingWay>({ way: null, whyNotScrcpy: null });
  /** Counts the canvases: each can be handed over once, so that showing anew takes another one. */
  canvasNumber = $state(0);
  #told = $state.raw<LiveStatus>({ state: 'off' });
  /** Why the canvas shows nothing, whatever comes from the phone. */
  #notShown = $state.raw<WireError | null>(null);
  readonly status: LiveStatus = $derived(
    this.#notShown === null || this.#told.state === 'off'
      ? this.#told
      : { state: 'failed', error: this.#notShown },
  );
  /** What the canvas shows, which keeps its last picture when no more come; null before the first. */
  shown = $state.raw<ShownPicture | null>(null);
  /** The picture's own size in the phone's rotation; null without one. */
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

  /** Asks for the live picture anew: what failed may work now. */
  retry(): void {
    if (this.#notShown !== null) this.#takeAnotherCanvas();
    this.setOn(false);
    this.setOn(true);
  }

  /** Asks for the live picture, or no longer. */
  setOn(on: boolean): void {
    void this.#link.call('setLive', { on });
  }

  /**
   * Says whether the page can be seen. Only then is the picture drawn (agents get it all the same),
   * and a phone tried that another program has.
   */
  setSeen(seen: boolean): void {
    void this.#link.call('setSeen', { seen });
  }

  /**
   * Shows the picture on a canvas, which must not have been drawn on; returns what ends it. One
   * that was handed over before is replaced by a new one; why another can't be shown on is told as
   * the status.
   */
  show(element: HTMLCanvasElement): () => void {
    const ended = new AbortController();
    if (this.#handedOver.has(element)) this.#takeAnotherCanvas();
    else void this.#handOver(element, ended.signal);
    return () => ended.abort();
  }

  /** To be called when another worker is to show the picture, which has no canvas yet. */
  begin(): void {
    this.#takeAnotherCanvas();
  }

  /** Does it to the phone. Rejects with why the phone did not take it. */
  async send(input: PersonInput): Promise<void> {
    await this.#link.call('sendInput', input);
  }

  /** Copies or cuts what is selected on the phone; the text, null when its clipboard holds none. */
  async copySelection(how: 'copy' | 'cut'): Promise<string | null> {
    return (await this.#link.call('copySelection', { how })).text;
  }

  async #handOver(element: HTMLCanvasElement, ended: AbortSignal): Promise<void> {
    const number = this.canvasNumber;
    try {
      const canvas = toOffscreen(element);
      // Nothing is on it yet.
      this.shown = null;
      this.#keepShown();
      this.#handedOver.add(element);
      await this.#link.call('showLive', { canvas }, ended);
    } catch (thrown) {
      // Another worker shows its picture on another canvas.
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
