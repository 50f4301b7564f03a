import { type ConnectedPhone, type Phone, withShown } from '#core/phone.ts';
import { ShownElements, Snapshots } from '#core/screen/snapshots.ts';

/** A phone as one agent sees it. */
export interface AgentView {
  readonly phone: Phone;
  readonly snapshots: Snapshots;
  /** What was found out about its calls after their replies, for its next reply. */
  readonly lateNotes: string[];
}

/** What is kept for one agent and one phone. */
type AgentRecord = Omit<AgentView, 'phone'> & Pick<Phone, 'shown'>;

/** The most pairs of agent and phone that are kept: names are free, and screens take memory. */
const maxPairs = 32;

/** The screens that each agent was shown of each phone. They are kept across a replug. */
export class AgentViews {
  readonly #nextRef: () => string;
  /** Ordered by last use, the latest last. */
  readonly #byPair = new Map<string, AgentRecord>();

  constructor(nextRef: () => string) {
    this.#nextRef = nextRef;
  }

  /** This phone as this agent, given by its `callerKey`, sees it. */
  forAgent(who: string, phone: ConnectedPhone): AgentView {
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
    const { shown, ...view } = kept;
    return { ...view, phone: withShown(phone, shown) };
  }
}
