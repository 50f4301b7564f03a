import type { UserInputEvent } from '#core/link/live.ts';

/** The user's input, and copying the selection. */
export type InputRequest = UserInputEvent | { readonly kind: 'copy'; readonly how: 'copy' | 'cut' };

/** Input that was not sent to the phone yet. */
export interface QueuedInput {
  readonly input: InputRequest;
  /** When the user made it, by `performance.now`. */
  readonly atMs: number;
  /** To call when the phone has received it, with the text if it was copied. */
  readonly resolve: (copied: string | null) => void;
  readonly reject: (error: unknown) => void;
  /** Settles with these. */
  readonly done: Promise<unknown>;
}

/**
 * Keeps the user's input in order until it is sent to the phone. Repeated input is merged
 * meanwhile: moves of the same finger, turns of the wheel, letters of a text.
 */
export class InputQueue {
  #entries: QueuedInput[] = [];
  #onArrival: () => void = () => undefined;
  #onInput: (input: InputRequest) => void = () => undefined;

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Resolves when the phone has received it, with the text if it was copied; rejects with why not. */
  async enqueue(input: InputRequest, atMs: number): Promise<string | null> {
    let resolve: QueuedInput['resolve'] = () => undefined;
    let reject: QueuedInput['reject'] = () => undefined;
    const done = new Promise<string | null>((onReceived, onFailure) => {
      resolve = onReceived;
      reject = onFailure;
    });
    this.#mergeOrPush({ input, atMs, resolve, reject, done });
    this.#onArrival();
    this.#onInput(input);
    return await done;
  }

  /** Calls back for the input that waits and for all that arrives. Returns a function that stops it. */
  watch(onInput: (input: InputRequest) => void): () => void {
    for (const { input } of this.#entries) onInput(input);
    this.#onInput = onInput;
    return () => (this.#onInput = () => undefined);
  }

  /** Removes and returns the oldest; undefined when there is none. */
  dequeue(): QueuedInput | undefined {
    return this.#entries.shift();
  }

  /** Resolves when there is input, after that time, or when the signal aborts. */
  async waitForInput(forMs: number, signal: AbortSignal): Promise<void> {
    if (!this.isEmpty || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, forMs);
      signal.addEventListener('abort', end, { once: true });
      this.#onArrival = end;
    });
  }

  /** Rejects all waiting input. */
  rejectAll(error: unknown): void {
    const all = this.#entries;
    this.#entries = [];
    for (const { reject } of all) reject(error);
  }

  #mergeOrPush(last: QueuedInput): void {
    const index = this.#entries.findLastIndex(({ input }) => !areIndependent(input, last.input));
    const before = this.#entries[index];
    const input = before && mergeInputs(before.input, last.input);
    if (before === undefined || input === null || input === undefined) this.#entries.push(last);
    else this.#entries[index] = settleTogether({ ...before, input }, last);
  }
}

/** Whether the order of the two does not matter: moves of different fingers. */
function areIndependent(a: InputRequest, b: InputRequest): boolean {
  if (a.kind !== 'touch' || b.kind !== 'touch') return false;
  return a.action === 'move' && b.action === 'move' && a.finger !== b.finger;
}

/** The two as one input; null when they can't be merged. */
function mergeInputs(a: InputRequest, b: InputRequest): InputRequest | null {
  if (a.kind === 'touch' && b.kind === 'touch') {
    return a.action === 'move' && b.action === 'move' ? b : null;
  }
  if (a.kind === 'text' && b.kind === 'text') return { kind: 'text', text: a.text + b.text };
  if (a.kind === 'wheel' && b.kind === 'wheel') {
    return { ...b, right: a.right + b.right, down: a.down + b.down };
  }
  return null;
}

/** The first entry, which also settles the second. */
function settleTogether(first: QueuedInput, second: QueuedInput): QueuedInput {
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
