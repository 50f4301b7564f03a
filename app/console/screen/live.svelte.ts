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
  /** The picture's own size in the phone's rotation; null without one. */
  readonly size = $derived('size' in this.status ? this.status.size : null);

  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('live', (status) => {
      this.status = status;
      if (status.state !== 'video') this.figures = null;
    });
    link.on('motion', (motion) => (this.motion = motion));
    link.on('figures', (figures) => (this.figures = figures));
    link.on('acting', (acting) => (this.acting = acting));
  }

  /** Asks for the live picture anew: what failed may work now. */
  retry(): void {
    this.setOn(false);
    this.setOn(true);
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

  /** Copies or cuts what is selected on the phone; the text, null when its clipboard holds none. */
  async copySelection(how: 'copy' | 'cut'): Promise<string | null> {
    return (await this.#link.call('copySelection', { how })).text;
  }
}
