import type { ConnectedPhone } from '#core/phone/phone.ts';
import { ShownElements, Snapshots } from '#core/screen/snapshots.ts';

/** The state for one agent and one phone. */
export interface AgentView {
  /** The elements that the agent was shown recently. */
  readonly shown: ShownElements;
  readonly snapshots: Snapshots;
  /** Notes on the agent's calls that arrived after their replies, for its next reply. */
  readonly lateNotes: string[];
}

/** The most pairs of agent and phone: agents choose their names freely, and screens take memory. */
const maxPairs = 32;

/** The screens of each phone that each agent was shown. They are kept when a phone is replugged. */
export class AgentViews {
  readonly #nextRef: () => string;
  /** Ordered by last use, the latest last. */
  readonly #byPair = new Map<string, AgentView>();

  constructor(nextRef: () => string) {
    this.#nextRef = nextRef;
  }

  /** The state for this agent, identified by its `callerKey`, and this phone. */
  forAgent(who: string, phone: Pick<ConnectedPhone, 'serial'>): AgentView {
    const pair = JSON.stringify([who, phone.serial]);
    const kept = this.#byPair.get(pair) ?? {
      snapshots: new Snapshots(),
      shown: new ShownElements(this.#nextRef),
      lateNotes: [],
    };
    this.#byPair.delete(pair);
    this.#byPair.set(pair, kept);
    const [leastRecent] = this.#byPair.keys();
    if (this.#byPair.size > maxPairs && leastRecent !== undefined) this.#byPair.delete(leastRecent);
    return kept;
  }
}
