import type { PlayedGesture } from '../../../../core/link/aim.ts';
import type { WorkerLink } from '../../../../core/link/link.ts';

/** How long a touch is seen after its fingers have left: a tap itself is over before anybody looks. */
export const fadeMs = 600;
/** Of agents that tap faster than marks fade. */
const mostShown = 12;

/** A gesture of a call while it is seen. */
export interface ShownTouch extends PlayedGesture {
  /** By `performance.now()`. */
  readonly startedAtMs: number;
  /** From its beginning until the last finger leaves. */
  readonly lastsMs: number;
}

/** What the fingers of calls do to the phone, each gesture from its beginning until it has faded. */
export class TouchesState {
  /** The last begun last. */
  shown = $state.raw<readonly ShownTouch[]>([]);

  constructor(link: WorkerLink) {
    link.on('gesture', (gesture) => this.#show(gesture));
    link.on('gestureFailed', ({ id }) => this.#drop(id));
  }

  /** To be called when another worker counts the gestures from one again. */
  clear(): void {
    this.shown = [];
  }

  #show(gesture: PlayedGesture): void {
    const lastsMs = Math.max(0, ...gesture.strokes.map((stroke) => stroke.at(-1)?.timeMs ?? 0));
    const touch = { ...gesture, startedAtMs: performance.now(), lastsMs };
    this.shown = [...this.shown, touch].slice(-mostShown);
    setTimeout(() => (this.shown = this.shown.filter((each) => each !== touch)), lastsMs + fadeMs);
  }

  #drop(id: number): void {
    this.shown = this.shown.filter((touch) => touch.id !== id);
  }
}
