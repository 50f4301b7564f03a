import type { ServerResponse } from 'node:http';
import { whenClosed } from '../http/when-closed.ts';

/** The messages of each agent that are open, so that none takes all of the bridge. */
export class InFlight {
  readonly #limit: number;
  readonly #open = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many the agent has open. */
  of(agent: string): number {
    return this.#open.get(agent) ?? 0;
  }

  /** Whether the agent may have so many more; their places are then taken until the response has closed. */
  enter(agent: string, response: ServerResponse, places = 1): boolean {
    const open = this.of(agent) + places;
    if (open > this.#limit) return false;
    this.#open.set(agent, open);
    whenClosed(response, () => this.#leave(agent, places));
    return true;
  }

  #leave(agent: string, places: number): void {
    const open = this.of(agent) - places;
    if (open <= 0) this.#open.delete(agent);
    else this.#open.set(agent, open);
  }
}
