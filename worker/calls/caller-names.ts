import type { RunningCall } from '../../core/link/messages.ts';

type NamedCaller = Pick<RunningCall, 'agent' | 'from'>;

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
