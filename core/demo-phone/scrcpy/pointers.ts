import type { Point } from '../../geometry.ts';
import { motionAction } from './control-message.ts';

/** Maximum number of pointers (PointersState.java). */
const maxPointers = 10;

/** The effect of one event on the screen. `pointer` is the pointer id there, 0 to 9. */
interface PointerChange {
  readonly pointer: number;
  readonly action: 'down' | 'move' | 'up' | 'cancel';
}

interface Pointer {
  readonly id: bigint;
  readonly localId: number;
}

/**
 * Tracks the client's pointers by their 64-bit ids, and which of them are down on the screen:
 * Android's InputDispatcher drops events that are inconsistent with previous ones.
 */
export class PointerTracker {
  #known: readonly Pointer[] = [];
  /** Local ids that are down in the current gesture. */
  readonly #down = new Set<number>();

  /** Whether a gesture is in progress. */
  get touching(): boolean {
    return this.#down.size > 0;
  }

  /** Finds or adds the client's pointer; undefined if there are too many. A new one stays until its up event. */
  find(id: bigint): Pointer | undefined {
    const existing = this.#known.find((pointer) => pointer.id === id);
    if (existing !== undefined || this.#known.length >= maxPointers) return existing;
    const used = this.#known.map(({ localId }) => localId);
    const localId = Array.from({ length: maxPointers }, (_, i) => i).find((i) => !used.includes(i));
    const pointer = { id, localId: localId ?? 0 };
    this.#known = [...this.#known, pointer];
    return pointer;
  }

  /** The changes that this event causes on the screen; none if it is inconsistent. Removes a pointer on its up event. */
  change(pointer: Pointer, action: number): readonly PointerChange[] {
    const inEvent = this.#known.map(({ localId }) => localId);
    if (action === motionAction.up) {
      this.#known = this.#known.filter((known) => known !== pointer);
    }
    const { localId } = pointer;
    if (action === motionAction.down) return this.#pressPointer(localId, inEvent);
    if (!this.#matchesPressed(inEvent)) return [];
    if (action === motionAction.move) return [{ pointer: localId, action: 'move' }];
    if (action === motionAction.up) {
      this.#down.delete(localId);
      return [{ pointer: localId, action: 'up' }];
    }
    if (action !== motionAction.cancel) return [];
    this.#down.clear();
    return [{ pointer: localId, action: 'cancel' }];
  }

  /** ACTION_DOWN starts a new gesture and cancels a previous one; ACTION_POINTER_DOWN adds to the gesture. */
  #pressPointer(localId: number, inEvent: readonly number[]): readonly PointerChange[] {
    const alone = inEvent.length === 1;
    const others = inEvent.filter((id) => id !== localId);
    if (!alone && (this.#down.has(localId) || !this.#matchesPressed(others))) return [];
    const before: PointerChange[] =
      alone && this.touching ? [{ pointer: localId, action: 'cancel' }] : [];
    if (alone) this.#down.clear();
    this.#down.add(localId);
    return [...before, { pointer: localId, action: 'down' }];
  }

  #matchesPressed(ids: readonly number[]): boolean {
    return ids.length === this.#down.size && ids.every((id) => this.#down.has(id));
  }
}

/** A pointer that moves farther is dragging (ViewConfiguration's touch slop, 8 dp, at this phone's density). */
const slopPx = 21;

/** Detects taps among the pointer changes. */
export class TapDetector {
  #from: Point | null = null;

  /** The position of the tap that ends with this change; undefined if none does. */
  tapEndedBy({ pointer, action }: PointerChange, { x, y }: Point): Point | undefined {
    const from = this.#from;
    if (action === 'down') this.#from = pointer === 0 ? { x, y } : null;
    if (from === null || action === 'down') return undefined;
    if (Math.hypot(x - from.x, y - from.y) > slopPx || action === 'cancel') this.#from = null;
    if (action !== 'up') return undefined;
    this.#from = null;
    return Math.hypot(x - from.x, y - from.y) > slopPx ? undefined : from;
  }
}
