import type { RunningCall } from '../../core/link/messages.ts';
import type { ToolCall } from './tool-call.ts';

type NamedCaller = Pick<RunningCall, 'agent' | 'from'>;

/** Tells callers apart: names are free, and the same one may come by another way. */
export function whoCalls({ agent, from }: NamedCaller): string {
  return `${from} ${agent}`;
}

/** The person, in their own calls and with their hands on the live picture. */
export const person = { agent: 'you', from: 'person' } as const;

/** Who takes turns with others and has a number of calls of its own: a port, or else all that call under one name. */
export function callerKey(call: Pick<ToolCall, 'agent' | 'from' | 'port'>): string {
  return call.port === undefined ? whoCalls(call) : `port ${call.port}`;
}

/** The agent's name as the person sees it: `you` is the person's own, which the page writes `You`. */
export function shownName({ agent, from }: NamedCaller): string {
  const isPosing = from !== 'person' && agent.toLowerCase() === 'you';
  return isPosing ? `${agent} (an agent)` : agent;
}
