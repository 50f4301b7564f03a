import type { CallerWay } from '../../core/link/call.ts';
import { plainText } from './plain-text.ts';
import { badEnds, callerWords, clockWords, countWords, durationWords } from './state-strings.ts';

const ways = { bridge: 'through the bridge', page: 'in this browser' } as const;

/** By which way a call came, to stand after a name: `, through the bridge`; empty for the person. */
export function wayWords(from: CallerWay): string {
  return from === 'person' ? '' : `, ${ways[from]}`;
}

/** Who made a call, and by which way: `claude, through the bridge`. */
export function whoWords({
  agent,
  from,
}: {
  readonly agent: string;
  readonly from: CallerWay;
}): string {
  return plainText(callerWords(agent)) + wayWords(from);
}

/** What an agent asks of the person. */
export const questionWords = {
  asks: (title: string) => `asks: ${title}?`,
  way: {
    person: 'From you.',
    bridge: 'It comes through the bridge, where any agent may take this name.',
    page: 'It is in this browser.',
  },
  marked: {
    fingers: 'The place is marked on the picture.',
    element: 'It is marked on the picture.',
  },
  thenNo: 'Then it counts as a no',
  others: (count: number) => `${count} more waiting behind this one`,
  covered: 'This question is not fully in view; uncover it to allow.',
  once: 'Allow once',
  agent: 'Allow this agent',
  no: 'Refuse',
} as const;

const lastWords = { done: 'took', failed: 'failed after', refused: 'refused after' } as const;

/** An agent that has called, and its last call. */
export const seenWords = {
  way: { person: 'You', bridge: 'Through the bridge', page: 'In this browser' },
  calls: (agent: {
    readonly calls: number;
    readonly failures: number;
    readonly refusals: number;
  }) =>
    [
      countWords(agent.calls, 'call'),
      ...badEnds({ failed: agent.failures, refused: agent.refusals }),
    ].join(', '),
  last: (last: {
    readonly title: string;
    readonly startedAtEpochMs: number;
    readonly durationMs: number;
    readonly end: 'done' | 'failed' | 'refused';
  }) =>
    `${last.title} at ${clockWords(last.startedAtEpochMs)} ${lastWords[last.end]} ${durationWords(last.durationMs)}`,
  running: (title: string, sinceEpochMs: number) => `${title} since ${clockWords(sinceEpochMs)}`,
  trusted: (sinceEpochMs: number) => `Acts without asking since ${clockWords(sinceEpochMs)}.`,
  show: 'Calls',
  showOf: (name: string) => `Show the calls of ${name}`,
} as const;
