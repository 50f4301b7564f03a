/** By which way a call came: the person's own, through the bridge, or from an agent in this browser. */
export type CallerWay = 'person' | 'bridge' | 'page';

/** Who calls, and by which way. */
export interface Caller {
  /** The name in the agent's address, or the one of its door. */
  readonly agent: string;
  /** By which way the call came. The person's own calls pass all controls, whatever an agent calls itself. */
  readonly from: CallerWay;
  /** The serial number of the phone the agent chose; null when it follows the person's choice. */
  readonly chosenPhone: string | null;
  /** Tells apart the MessagePorts of agents that came by one; absent for all others. */
  readonly port?: number;
  /** The session of the client, which tells the clients of one agent apart; null or absent where it has none. */
  readonly session?: string | null;
}
