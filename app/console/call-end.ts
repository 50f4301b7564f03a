import type { CallRecord } from '../../core/link/messages.ts';

/** How a call ended: `refused` where the person, or a rule of theirs, said no. */
export type CallEnd = 'done' | 'failed' | 'refused';

/** How this call ended. */
export function endOf({ isError, refused }: Pick<CallRecord, 'isError' | 'refused'>): CallEnd {
  if (!isError) return 'done';
  return refused ? 'refused' : 'failed';
}

/** How many of these calls failed, and how many were refused. */
export function countEnds(calls: readonly Pick<CallRecord, 'isError' | 'refused'>[]): {
  readonly failed: number;
  readonly refused: number;
} {
  const ends = calls.map(endOf);
  const count = (end: CallEnd): number => ends.filter((each) => each === end).length;
  return { failed: count('failed'), refused: count('refused') };
}
