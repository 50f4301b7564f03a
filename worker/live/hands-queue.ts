import type { PersonInput } from '../../core/link/live.ts';

/** The person's input, and copying the selection. */
export type HandInput = PersonInput | { readonly kind: 'copy'; readonly how: 'copy' | 'cut' };

/** Input that was not sent to the phone yet. */
export interface Waiting {
  readonly input: HandInput;
  /** When the person made it, by `performance.now`. */
  readonly atMs: number;
  /** To call when the phone has received it, with the text if it was copied. */
  readonly resolve: (copied: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Keeps the person's input in order until it is sent to the phone. Repeated input is merged
 * meanwhile: moves of the same finger, turns of the wheel, letters of a text.
 */
export class HandsQueue {
  #waiting: Waiting[] = [];
  #arrived: () => void = () => undefined;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Resolves when the phone has received it, with the text if it was copied; rejects with why not. */
  async add(input: HandInput, atMs: number): Promise<string | null> {
    return await new Promise((resolve, reject) => {
      this.#place({ input, atMs, resolve, reject });
      this.#arrived();
    });
  }

  /** Removes and returns the oldest; undefined when there is none. */
  take(): Waiting | undefined {
    return this.#waiting.shift();
  }

  /** Resolves when there is input, after that time, or when the signal aborts. */
  async somethingOr(forMs: number, signal: AbortSignal): Promise<void> {
    if (!this.isEmpty || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, forMs);
      signal.addEventListener('abort', end, { once: true });
      this.#arrived = end;
    });
  }

  /** Rejects all waiting input. */
  rejectAll(error: unknown): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (const { reject } of all) reject(error);
  }

  #place(last: Waiting): void {
    const index = this.#waiting.findLastIndex(({ input }) => !areApart(input, last.input));
    const before = this.#waiting[index];
    const input = before && merged(before.input, last.input);
    if (before === undefined || input === null || input === undefined) this.#waiting.push(last);
    else this.#waiting[index] = both({ ...before, input }, last);
  }
}

/** Whether the order of the two does not matter: moves of different fingers. */
function areApart(a: HandInput, b: HandInput): boolean {
  if (a.kind !== 'touch' || b.kind !== 'touch') return false;
  return a.phase === 'move' && b.phase === 'move' && a.finger !== b.finger;
}

/** The two as one input; null when they can't be merged. */
function merged(a: HandInput, b: HandInput): HandInput | null {
  if (a.kind === 'touch' && b.kind === 'touch') {
    return a.phase === 'move' && b.phase === 'move' ? b : null;
  }
  if (a.kind === 'text' && b.kind === 'text') return { kind: 'text', text: a.text + b.text };
  if (a.kind === 'wheel' && b.kind === 'wheel') {
    return { ...b, right: a.right + b.right, down: a.down + b.down };
  }
  return null;
}

/** The first entry, which also settles the second. */
function both(first: Waiting, second: Waiting): Waiting {
  return {
    ...first,
    resolve: (copied) => {
      first.resolve(copied);
      second.resolve(copied);
    },
    reject: (error) => {
      first.reject(error);
      second.reject(error);
    },
  };
}
