import type { RunningCall } from '../../core/link/messages.ts';

type NamedCaller = Pick<RunningCall, 'agent' | 'from'>;

/** Tells callers apart: names are free, and the same one may come by another way. */
export function whoCalls({ agent, from }: NamedCaller): string {
  return `${from} ${agent}`;
}

/** The agent's name as the person sees it: `you` is the person's own, which the page writes `You`. */
export function shownName({ agent, from }: NamedCaller): string {
  const isPosing = from !== 'person' && agent.toLowerCase() === 'you';
  return isPosing ? `${agent} (an agent)` : agent;
}
