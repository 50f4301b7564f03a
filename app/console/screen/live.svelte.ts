import type { WorkerLink } from '../../../core/link/link.ts';
import type {
  ActingWay,
  LiveFigures,
  LiveStatus,
  Motion,
  PersonInput,
} from '../../../core/link/live.ts';

/** The live picture, and the person's way to act by it. */
export class LiveState {
  status = $state.raw<LiveStatus>({ state: 'off' });
  motion = $state.raw<Motion>({ moving: false, changedAtEpochMs: 0 });
  figures = $state.raw<LiveFigures | null>(null);
  acting = $state.raw<ActingWay>({ way: null, whyNotScrcpy: null });

  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('live', (status) => (this.status = status));
    link.on('motion', (motion) => (this.motion = motion));
    link.on('figures', (figures) => (this.figures = figures));
    link.on('acting', (acting) => (this.acting = acting));
  }

  /** Asks for the live picture, or no longer. */
  setOn(on: boolean): void {
    void this.#link.call('setLive', { on });
  }

  /** Shows the picture on a canvas, which must not have been drawn on; returns what ends it. */
  show(element: HTMLCanvasElement): () => void {
    const ended = new AbortController();
    const canvas = element.transferControlToOffscreen();
    this.#link.call('showLive', { canvas }, ended.signal).catch(() => undefined);
    return () => ended.abort();
  }

  /** Does it to the phone. Rejects with why the phone did not take it. */
  async send(input: PersonInput): Promise<void> {
    await this.#link.call('sendInput', input);
  }
}
