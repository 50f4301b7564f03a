import { Snapshots } from '../../core/screen/snapshots.ts';

/** Pairs of agent and phone whose screens are kept; names are free, and every screen takes memory. */
const maxPairs = 32;

/** The screens that each agent was shown on each phone. They outlast a replug: it is the same phone. */
export class AgentSnapshots {
  /** The pair that called last stands last. */
  readonly #byPair = new Map<string, Snapshots>();

  /** The snapshots of this agent, by what tells it from others, on the phone of this serial number. */
  of(who: string, serial: string): Snapshots {
    const pair = JSON.stringify([who, serial]);
    const snapshots = this.#byPair.get(pair) ?? new Snapshots();
    this.#byPair.delete(pair);
    this.#byPair.set(pair, snapshots);
    const [silent] = this.#byPair.keys();
    if (this.#byPair.size > maxPairs && silent !== undefined) this.#byPair.delete(silent);
    return snapshots;
  }
}
