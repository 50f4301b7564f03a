import type { Point } from '../../geometry.ts';
import { motionAction } from './control-message.ts';

/** As many fingers as one gesture may have (PointersState.java). */
const maxPointers = 10;

/** What one event does to the screen. `pointer` is the finger's number there, 0 to 9. */
interface PointerChange {
  readonly pointer: number;
  readonly action: 'down' | 'move' | 'up' | 'cancel';
}

interface Pointer {
  readonly id: bigint;
  readonly localId: number;
}

/**
 * The fingers that the client has down, by its own 64-bit numbers, and of them those that Android
 * knows of: an event that does not fit what came before is dropped by its InputDispatcher.
 */
export class Pointers {
  #known: readonly Pointer[] = [];
  /** Local ids that the screen has seen go down in the gesture under way. */
  readonly #down = new Set<number>();

  /** Whether a gesture is under way. */
  get touching(): boolean {
    return this.#down.size > 0;
  }

  /** The client's pointer; undefined when there are too many. One that is new stays until it goes up. */
  find(id: bigint): Pointer | undefined {
    const known = this.#known.find((pointer) => pointer.id === id);
    if (known !== undefined || this.#known.length >= maxPointers) return known;
    const used = this.#known.map(({ localId }) => localId);
    const localId = Array.from({ length: maxPointers }, (_, i) => i).find((i) => !used.includes(i));
    const pointer = { id, localId: localId ?? 0 };
    this.#known = [...this.#known, pointer];
    return pointer;
  }

  /** What this event means on the screen: nothing when it does not fit. Forgets a pointer that went up. */
  change(pointer: Pointer, action: number): readonly PointerChange[] {
    const inEvent = this.#known.map(({ localId }) => localId);
    if (action === motionAction.up) {
      this.#known = this.#known.filter((known) => known !== pointer);
    }
    const { localId } = pointer;
    if (action === motionAction.down) return this.#press(localId, inEvent);
    if (!this.#fits(inEvent)) return [];
    if (action === motionAction.move) return [{ pointer: localId, action: 'move' }];
    if (action === motionAction.up) {
      this.#down.delete(localId);
      return [{ pointer: localId, action: 'up' }];
    }
    if (action !== motionAction.cancel) return [];
    this.#down.clear();
    return [{ pointer: localId, action: 'cancel' }];
  }

  /** ACTION_DOWN starts anew, whatever was before; ACTION_POINTER_DOWN adds to a gesture. */
  #press(localId: number, inEvent: readonly number[]): readonly PointerChange[] {
    const alone = inEvent.length === 1;
    const others = inEvent.filter((id) => id !== localId);
    if (!alone && (this.#down.has(localId) || !this.#fits(others))) return [];
    const before: PointerChange[] =
      alone && this.touching ? [{ pointer: localId, action: 'cancel' }] : [];
    if (alone) this.#down.clear();
    this.#down.add(localId);
    return [...before, { pointer: localId, action: 'down' }];
  }

  #fits(ids: readonly number[]): boolean {
    return ids.length === this.#down.size && ids.every((id) => this.#down.has(id));
  }
}

/** A finger that moves farther drags (ViewConfiguration's touch slop, 8 dp, at this phone's density). */
const slopPx = 21;

/** Tells taps from all else that fingers do. */
export class TapWatch {
  #from: Point | null = null;

  /** Where the tap was that ends with this change; undefined for any other. */
  ended({ pointer, action }: PointerChange, { x, y }: Point): Point | undefined {
    const from = this.#from;
    if (action === 'down') this.#from = pointer === 0 ? { x, y } : null;
    if (from === null || action === 'down') return undefined;
    if (Math.hypot(x - from.x, y - from.y) > slopPx || action === 'cancel') this.#from = null;
    if (action !== 'up') return undefined;
    this.#from = null;
    return Math.hypot(x - from.x, y - from.y) > slopPx ? undefined : from;
  }
}
