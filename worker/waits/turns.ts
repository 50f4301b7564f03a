import { HandsetError } from '../../core/errors.ts';

/** Who waits for a turn: an agent, and one of its ports where it may have several. */
interface TurnTaker {
  readonly agent: string;
  readonly port?: number | undefined;
}

/** The callbacks that start the waiting work of one port, the oldest first. */
type Waiting = Set<() => void>;

/**
 * A mutex, or a semaphore for `atOnce` pieces of work. Agents get turns in rotation, and so do the
 * ports of each agent, so that many requests of one agent never delay another by more than one
 * turn.
 */
export class Turns {
  readonly #atOnce: number;
  #running = 0;
  /** By agent and port. The next one to run is the first entry: a Map keeps its order. */
  readonly #agents = new Map<string, Map<number | undefined, Waiting>>();

  /** `atOnce`: how many pieces of work may run at a time. */
  constructor(atOnce = 1) {
    this.#atOnce = atOnce;
  }

  /**
   * Runs the work when its turn comes; requests of one caller run in their order. Rejects with
   * `cancelled`, and never starts the work, when the signal is aborted before its turn.
   */
  async take<Result>(
    signal: AbortSignal,
    work: () => Promise<Result>,
    taker: TurnTaker = { agent: '' },
  ): Promise<Result> {
    await this.#turnOf(taker, signal);
    try {
      return await work();
    } finally {
      this.#running--;
      // Callers that arrived while this ran go first.
      this.#putLast(taker);
      this.#beginNext();
    }
  }

  #turnOf(taker: TurnTaker, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener('abort', giveUp);
        this.#remove(taker, begin);
      };
      const begin = (): void => {
        leave();
        resolve();
      };
      const giveUp = (): void => {
        leave();
        const message = 'The call was cancelled while it waited its turn.';
        reject(new HandsetError('cancelled', message, { cause: signal.reason }));
      };
      this.#add(taker, begin);
      signal.addEventListener('abort', giveUp);
      if (signal.aborted) giveUp();
      else this.#beginNext();
    });
  }

  #add({ agent, port }: TurnTaker, begin: () => void): void {
    const ports = this.#agents.get(agent) ?? new Map<number | undefined, Waiting>();
    const waiting = ports.get(port) ?? new Set();
    this.#agents.set(agent, ports.set(port, waiting.add(begin)));
  }

  #remove({ agent, port }: TurnTaker, begin: () => void): void {
    const ports = this.#agents.get(agent);
    const waiting = ports?.get(port);
    waiting?.delete(begin);
    if (waiting?.size === 0) ports?.delete(port);
    if (ports?.size === 0) this.#agents.delete(agent);
  }

  #beginNext(): void {
    if (this.#running >= this.#atOnce) return;
    for (const [agent, ports] of this.#agents) {
      for (const [port, [begin]] of ports) {
        this.#running++;
        this.#putLast({ agent, port });
        begin?.();
        return;
      }
    }
  }

  #putLast({ agent, port }: TurnTaker): void {
    const ports = this.#agents.get(agent);
    if (ports === undefined) return;
    putLast(this.#agents, agent);
    putLast(ports, port);
  }
}

function putLast<Key, Value>(map: Map<Key, Value>, key: Key): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
