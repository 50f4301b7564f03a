import type { CallerWay } from '../../core/link/call.ts';
import type { CallRecord, ToolInfo } from '../../core/link/messages.ts';
import { plainText } from './plain-text.ts';

/** As much as is shown of a name that no tool has; agents may call anything. */
const longestUnknown = 64;

/** A tool as a person calls it; what the agent called where there is no such tool. */
export function toolTitle(tools: readonly ToolInfo[], name: string): string {
  const title = tools.find((tool) => tool.name === name)?.title;
  return title ?? plainText(name.slice(0, longestUnknown));
}

/** How a call ended: `refused` where the person, or a rule of theirs, said no. */
export type CallEnd = 'done' | 'failed' | 'refused';

/** How this call ended. */
export function endOf({ isError, refused }: Pick<CallRecord, 'isError' | 'refused'>): CallEnd {
  if (!isError) return 'done';
  return refused ? 'refused' : 'failed';
}

/** How a call ended, in a word. */
export const endWords = { done: 'done', failed: 'failed', refused: 'refused' } as const;

/** The label of a switch that shows what a call's mask hides. */
export const showSecrets = 'Show passwords and clipboard';

/** How many calls did not end well. */
export interface BadEnds {
  readonly failed: number;
  readonly refused: number;
}

/** How many of these calls failed, and how many were refused. */
export function countEnds(calls: readonly Pick<CallRecord, 'isError' | 'refused'>[]): BadEnds {
  const ends = calls.map(endOf);
  const count = (end: CallEnd): number => ends.filter((each) => each === end).length;
  return { failed: count('failed'), refused: count('refused') };
}

/** `1 failed`, `2 refused`; only what there is. */
export function badEnds({ failed, refused }: BadEnds): readonly string[] {
  return [
    ...(failed > 0 ? [`${failed} ${endWords.failed}`] : []),
    ...(refused > 0 ? [`${refused} ${endWords.refused}`] : []),
  ];
}

/** `1 call`, `3 calls` */
export function countWords(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** `85 ms`, `1.4 s` */
export function durationWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `14:03:27` in the reader's time zone. */
export function clockWords(epochMs: number): string {
  return new Date(epochMs).toLocaleTimeString('en-GB');
}

/** Who made a call: the agent by its name, or the person. */
export function callerWords(agent: string): string {
  return agent === 'you' ? 'You' : agent;
}

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
