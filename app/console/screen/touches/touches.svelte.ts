import type { PlayedGesture } from '#core/link/call.ts';
import type { WorkerLink } from '#core/link/link.ts';

/** How long a touch stays visible after its fingers are up, because a tap is too short to see. */
export const fadeMs = 600;
/** Most touches shown at once, for agents that tap faster than touches fade. */
const maxShown = 12;

/** An agent's gesture while it is shown. */
export interface ShownTouch extends PlayedGesture {
  /** By `performance.now`. */
  readonly startedAtMs: number;
  /** From the start until the last finger is up. */
  readonly durationMs: number;
}

/** The gestures of agents' calls, each from its start until it has faded out. */
export class TouchesState {
  /** Newest last. */
  shown = $state.raw<readonly ShownTouch[]>([]);

  constructor(link: WorkerLink) {
    link.on('gesture', (gesture) => this.#addGesture(gesture));
    link.on('gestureFailed', ({ id }) => this.#removeGesture(id));
  }

  /** Call when the worker was replaced: the new one counts gesture ids from 1 again. */
  clear(): void {
    this.shown = [];
  }

  #addGesture(gesture: PlayedGesture): void {
    const durationMs = Math.max(0, ...gesture.strokes.map((stroke) => stroke.at(-1)?.timeMs ?? 0));
    const touch = { ...gesture, startedAtMs: performance.now(), durationMs };
    this.shown = [...this.shown, touch].slice(-maxShown);
    setTimeout(
      () => (this.shown = this.shown.filter((each) => each !== touch)),
      durationMs + fadeMs,
    );
  }

  #removeGesture(id: number): void {
    this.shown = this.shown.filter((touch) => touch.id !== id);
  }
}
