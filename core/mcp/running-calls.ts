/** One call, as its client names it. */
export interface RunningCall {
  readonly agent: string;
  /** The JSON-RPC id of the request. */
  readonly id: string | number;
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
    { agent, id, gone }: RunningCall,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const controller = new AbortController();
    const abort = (): void => controller.abort(gone.reason);
    gone.addEventListener('abort', abort, { once: true });
    if (gone.aborted) abort();
    const leave = this.#enter(keyOf(agent, id), controller);
    try {
      return await work(controller.signal);
    } finally {
      gone.removeEventListener('abort', abort);
      leave();
    }
  }

  /**
   * Aborts the agent's call of this id. The message does not say which client sent it, and all
   * count their ids from nought: where two clients of one agent run the same id, nothing happens.
   */
  cancel(agent: string, id: string | number | undefined): void {
    if (id === undefined) return;
    const [call, ...others] = this.#byKey.get(keyOf(agent, id)) ?? [];
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
function keyOf(agent: string, id: string | number): string {
  return JSON.stringify([agent, id]);
}
