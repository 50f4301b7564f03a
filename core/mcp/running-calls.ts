/** How a client names one of its calls. */
export interface CallName {
  readonly agent: string;
  /** The session of the client, which tells the clients of one agent apart; null where it has none. */
  readonly session: string | null;
  /** The JSON-RPC id of the request. */
  readonly id: string | number;
}

/** One call that runs. */
export interface RunningCall extends CallName {
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
}

/**
 * The calls that run, so that a client can cancel one by a message of its own. Clients of the
 * 2025 revisions do, and leave the call's connection open.
 */
export class RunningCalls {
  readonly #byKey = new Map<string, Set<AbortController>>();

  /** Does the work under a signal that aborts when the call is cancelled, or its client has gone. */
  async run<Result>(
    call: RunningCall,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { gone } = call;
    const controller = new AbortController();
    const abort = (): void => controller.abort(gone.reason);
    gone.addEventListener('abort', abort, { once: true });
    if (gone.aborted) abort();
    const leave = this.#enter(keyOf(call), controller);
    try {
      return await work(controller.signal);
    } finally {
      gone.removeEventListener('abort', abort);
      leave();
    }
  }

  /**
   * Aborts the call of this name. Clients without a session can't be told apart, and all count their
   * ids from nought: where two of one agent run the same id, nothing happens.
   */
  cancel(name: CallName): void {
    const [call, ...others] = this.#byKey.get(keyOf(name)) ?? [];
    if (others.length === 0) call?.abort();
  }

  #enter(key: string, controller: AbortController): () => void {
    const same = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, same.add(controller));
    return () => {
      same.delete(controller);
      if (same.size === 0) this.#byKey.delete(key);
    };
  }
}

/** Ids 1 and "1" are two. */
function keyOf({ agent, session, id }: CallName): string {
  return JSON.stringify([agent, session, id]);
}
