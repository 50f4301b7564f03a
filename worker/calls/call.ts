/** A call of a tool while it is under way, and the names of those who call. */
import type { Caller } from '../../core/caller.ts';
import type { PictureData } from '../../core/link/messages.ts';
import type { ToolCall } from '../../core/mcp/call.ts';
import type { CallSecrets } from '../../core/tools/contract/secrets.ts';

/** A call between its beginning and its end. */
export interface ActiveCall extends ToolCall {
  readonly id: number;
  /** The agent’s name as the person sees it. */
  readonly shownAgent: string;
  readonly startedAtEpochMs: number;
  readonly argumentsJson: string;
  /** Aborts when the caller gives up, and when the person stops everything. */
  readonly signal: AbortSignal;
  /** Aborts only when the person stops everything. */
  readonly stopped: AbortSignal;
  /** The next of its stages begins, whose progress counts from nought again. */
  beginStage(): void;
  /** The serial number of the phone for which the person said yes to this call. */
  yesFor: string | null;
  /** Set when the tool itself begins; until then nothing can have happened. */
  began: boolean;
  /** Texts of the arguments and the answer that are not for everybody. */
  readonly secrets: CallSecrets;
  /** The screen when the tool began; null until then. Never rejects. */
  before: Promise<PictureData | null>;
}

type NamedCaller = Pick<Caller, 'agent' | 'from'>;

/** Tells callers apart: names are free, and the same one may come by another way. */
export function whoCalls({ agent, from }: NamedCaller): string {
  return `${from} ${agent}`;
}

/** The person, in their own calls and with their hands on the live picture. */
export const person = { agent: 'you', from: 'person' } as const;

/** The agent's name as the person sees it: `you` is the person's own, which the page writes `You`. */
export function shownName({ agent, from }: NamedCaller): string {
  const isPosing = from !== 'person' && agent.toLowerCase() === 'you';
  return isPosing ? `${agent} (an agent)` : agent;
}
