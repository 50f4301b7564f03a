import type { ServerResponse } from 'node:http';
import { whenClosed } from '../http/when-closed.ts';

/** The requests that each agent has open, so that none takes all of the bridge. */
export class InFlight {
  readonly #limit: number;
  readonly #open = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the agent may have one more; its place is then taken until the response has closed. */
  enter(agent: string, response: ServerResponse): boolean {
    const open = this.#open.get(agent) ?? 0;
    if (open >= this.#limit) return false;
    this.#open.set(agent, open + 1);
    whenClosed(response, () => this.#leave(agent));
    return true;
  }

  #leave(agent: string): void {
    const open = (this.#open.get(agent) ?? 1) - 1;
    if (open === 0) this.#open.delete(agent);
    else this.#open.set(agent, open);
  }
}
