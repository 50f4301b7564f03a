import type { AgentLimits } from './relay/agent-tokens.ts';

/** Where a call comes from: the user of the console, the bridge, or an agent in this browser. */
export type CallOrigin = 'person' | 'bridge' | 'page';

/** One of the clients that may have the same name. */
export interface Client {
  /** The agent's name as the user sees it; `you` for the user. */
  readonly agent: string;
  /** Differs between clients of one name, where they have a session or a MessagePort. */
  readonly id: string;
}

/** Who makes a call, and from where. */
export interface Caller {
  /** The name of the agent's own token; with the shared token the one in its address, or the client's; or the one that its MessagePort was opened with. */
  readonly agent: string;
  /** The agent policy does not apply to the user's own calls, whatever name an agent gives itself. */
  readonly from: CallOrigin;
  /** Serial number of the phone the agent chose; null when it uses the phone of the default console. */
  readonly chosenPhone: string | null;
  /** What the agent's own token allows it at most; null or absent for an agent without one. */
  readonly limits?: AgentLimits | null;
  /** Identifies the agent's MessagePort; absent for agents that use none. */
  readonly port?: number;
  /** The client's MCP session, which distinguishes the clients of one agent; null or absent where it has none. */
  readonly session?: string | null;
  /** Told when a call begins to wait for the user's answer before anything of it has run, and when it no longer waits. */
  readonly onWaiting?: ((waiting: boolean) => void) | undefined;
}

/** The place of a call among the steps of another one. */
export interface StepPlan {
  /** Counts from 1. */
  readonly number: number;
  readonly total: number;
  /** The first of the steps after it. */
  readonly next: readonly PlannedStep[];
}

/** A later step of a call. */
interface PlannedStep {
  readonly tool: string;
  readonly argumentsJson: string;
  /** The name of the app that its arguments name; absent where they name none, or that is not known yet. */
  readonly app?: string | null;
}
