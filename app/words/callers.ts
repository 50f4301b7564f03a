import type { CallerWay } from '../../core/link/messages.ts';
import { plainText } from '../console/plain-text.ts';
import { callerWords, clockWords, countWords, durationWords } from './states.ts';

const ways = { person: 'by you', bridge: 'through the bridge', page: 'in this browser' } as const;

/** By which way a call came, in plain words. */
function wayWords(from: CallerWay): string {
  return ways[from];
}

/** Who made a call, and by which way: `claude, through the bridge`. */
export function whoWords({
  agent,
  from,
}: {
  readonly agent: string;
  readonly from: CallerWay;
}): string {
  const name = plainText(callerWords(agent));
  return from === 'person' ? name : `${name}, ${wayWords(from)}`;
}

/** What an agent asks of the person. */
export const questionWords = {
  asks: (title: string) => `asks: ${title}?`,
  way: {
    person: 'From you.',
    bridge: 'It comes through the bridge.',
    page: 'It is in this browser.',
  },
  thenNo: 'Then it counts as a no',
  others: (count: number) => `${count} more waiting behind this one`,
  covered: 'This question is not fully in view; uncover it to allow.',
  once: 'Allow once',
  agent: 'Allow this agent',
  no: 'Refuse',
} as const;

/** An agent that has called, and its last call. */
export const seenWords = {
  way: { person: 'You', bridge: 'Through the bridge', page: 'In this browser' },
  calls: (calls: number, failures: number) =>
    `${countWords(calls, 'call')}${failures > 0 ? `, ${failures} failed` : ''}`,
  last: (last: {
    readonly title: string;
    readonly startedAtEpochMs: number;
    readonly durationMs: number;
    readonly isError: boolean;
  }) =>
    `${last.title} at ${clockWords(last.startedAtEpochMs)} ${last.isError ? 'failed after' : 'took'} ${durationWords(last.durationMs)}`,
  running: (title: string, sinceEpochMs: number) => `${title} since ${clockWords(sinceEpochMs)}`,
  trusted: (sinceEpochMs: number) => `Acts without asking since ${clockWords(sinceEpochMs)}.`,
  show: 'Calls',
  showOf: (name: string) => `Show the calls of ${name}`,
} as const;
