import type { Question } from '../../../core/link/messages.ts';

/** A question that ended without an answer. */
export interface Missed {
  readonly question: Question;
  readonly atEpochMs: number;
  /** Its time ran out, or the agent waits for it no longer. */
  readonly why: 'expired' | 'withdrawn';
}

/** The worker's timer and its message may come a little before the deadline as this page's clock tells it. */
const toleranceMs = 500;

/** What became of questions that went without an answer, the last asked first. */
export function missedAmong(gone: readonly Question[], nowEpochMs: number): Missed[] {
  return gone
    .map((question): Missed => ({
      question,
      atEpochMs: nowEpochMs,
      why: nowEpochMs >= question.deadlineEpochMs - toleranceMs ? 'expired' : 'withdrawn',
    }))
    .reverse();
}
