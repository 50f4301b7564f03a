import { HandsetError } from '#core/errors.ts';

/** Who waits for a turn: an agent, and one of its ports where it may have several; or a token, and one of its agents. */
export interface TurnOwner {
  readonly agent: string;
  readonly port?: Port;
}
type Port = number | string | undefined;

/** The callbacks that start the waiting work of one port, the oldest first. */
type WaitingTasks = Set<() => void>;

/**
 * A mutex, or a semaphore for `maxConcurrent` pieces of work. Agents get turns in rotation, and so do the
 * ports of each agent, so that many requests of one agent never delay another by more than one
 * turn.
 */
export class TurnQueue {
  readonly #maxConcurrent: number;
  #running = 0;
  /** By agent and port. The next one to run is the first entry: a Map keeps its order. */
  readonly #agents = new Map<string, Map<Port, WaitingTasks>>();

  /** `maxConcurrent`: how many pieces of work may run at a time. */
  constructor(maxConcurrent = 1) {
    this.#maxConcurrent = maxConcurrent;
  }

  /**
   * Runs the work when its turn comes; requests of one caller run in their order. Rejects with
   * `cancelled`, and never starts the work, when the signal is aborted before its turn.
   */
  async runExclusive<Result>(
    signal: AbortSignal,
    work: () => Promise<Result>,
    owner: TurnOwner = { agent: '' },
  ): Promise<Result> {
    await this.#waitForTurn(owner, signal);
    try {
      return await work();
    } finally {
      this.#running--;
      // Callers that arrived while this ran go first.
      this.#moveToEnd(owner);
      this.#startNext();
    }
  }

  #waitForTurn(owner: TurnOwner, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        signal.removeEventListener('abort', cancel);
        this.#remove(owner, start);
      };
      const start = (): void => {
        stopWaiting();
        resolve();
      };
      const cancel = (): void => {
        stopWaiting();
        const message = 'The call was canceled while it waited its turn.';
        reject(new HandsetError('cancelled', message, { cause: signal.reason }));
      };
      this.#add(owner, start);
      signal.addEventListener('abort', cancel);
      if (signal.aborted) cancel();
      else this.#startNext();
    });
  }

  #add({ agent, port }: TurnOwner, start: () => void): void {
    const ports = this.#agents.get(agent) ?? new Map<Port, WaitingTasks>();
    const waiting = ports.get(port) ?? new Set();
    this.#agents.set(agent, ports.set(port, waiting.add(start)));
  }

  #remove({ agent, port }: TurnOwner, start: () => void): void {
    const ports = this.#agents.get(agent);
    const waiting = ports?.get(port);
    waiting?.delete(start);
    if (waiting?.size === 0) ports?.delete(port);
    if (ports?.size === 0) this.#agents.delete(agent);
  }

  #startNext(): void {
    if (this.#running >= this.#maxConcurrent) return;
    for (const [agent, ports] of this.#agents) {
      for (const [port, [start]] of ports) {
        this.#running++;
        this.#moveToEnd({ agent, port });
        start?.();
        return;
      }
    }
  }

  #moveToEnd({ agent, port }: TurnOwner): void {
    const ports = this.#agents.get(agent);
    if (ports === undefined) return;
    moveToEnd(this.#agents, agent);
    moveToEnd(ports, port);
  }
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
