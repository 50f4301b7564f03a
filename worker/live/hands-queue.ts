import type { PersonInput } from '../../core/link/live.ts';

/** What the hands do: input, and copying what is selected. */
export type HandInput = PersonInput | { readonly kind: 'copy'; readonly how: 'copy' | 'cut' };

/** What was done and not yet handed to the phone. */
export interface Waiting {
  readonly input: HandInput;
  /** When it was done, on `performance.now`'s clock. */
  readonly atMs: number;
  /** The phone has taken it; with what was copied, if it was that. */
  readonly resolve: (copied: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Keeps what a person does in its order until the phone takes it. What is repeated meanwhile
 * becomes one: moves of the same finger, turns of the wheel, letters of a text.
 */
export class HandsQueue {
  #waiting: Waiting[] = [];
  #arrived: () => void = () => undefined;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Resolves when the phone has taken it, with what was copied; rejects with why not. */
  async add(input: HandInput, atMs: number): Promise<string | null> {
    return await new Promise((resolve, reject) => {
      this.#place({ input, atMs, resolve, reject });
      this.#arrived();
    });
  }

  /** The oldest; undefined when there is none. */
  take(): Waiting | undefined {
    return this.#waiting.shift();
  }

  /** Resolves when something comes, after that time, or when the signal aborts. */
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

  /** Gives up all that waits. */
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

/** The two as one; null when they are two. */
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

/** The first one, which stands for the second, too. */
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
