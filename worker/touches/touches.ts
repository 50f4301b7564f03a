import type { PlayedGesture } from '../../core/link/aim.ts';
import type { RunningCall } from '../../core/link/messages.ts';
import { strokesOn } from './flatten.ts';
import type { WatchedPhone } from '../adb/adb-phone.ts';

/** Who is told what the fingers of calls do. */
export interface TouchesParts {
  /** Hears of a gesture as it begins. */
  onGesture(gesture: PlayedGesture): void;
  /** Hears that a gesture was not played to its end. */
  onFailed(id: number): void;
}

/** Tells the gestures of calls, each when it begins. Nothing waits for it. */
export class Touches {
  readonly #parts: TouchesParts;
  #lastId = 0;

  constructor(parts: TouchesParts) {
    this.#parts = parts;
  }

  /** From now on what fingers do on this phone is this call's: calls that act take turns. Returns the way to stop. */
  watch(phone: WatchedPhone, { agent, from }: Pick<RunningCall, 'agent' | 'from'>): () => void {
    let id = 0;
    return phone.onGesture({
      began: (gesture, size) => {
        id = ++this.#lastId;
        const strokes = strokesOn(gesture, size);
        if (strokes !== null) this.#parts.onGesture({ id, agent, from, size, strokes });
      },
      failed: () => this.#parts.onFailed(id),
    });
  }
}
