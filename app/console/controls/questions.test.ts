import { expect, it } from 'vitest';
import type { Question } from '../../../core/link/messages.ts';
import { missedAmong } from './questions.svelte.ts';

const question = (id: number, deadlineEpochMs: number): Question => ({
  id,
  agent: 'claude',
  from: 'bridge',
  tool: 'tap',
  argumentsJson: '{}',
  deadlineEpochMs,
  aim: null,
});

it('tells an expired question from a withdrawn one', () => {
  const missed = missedAmong([question(1, 10_000), question(2, 30_000)], 10_000);
  expect(missed.map(({ question: { id }, why }) => [id, why])).toEqual([
    [2, 'withdrawn'],
    [1, 'expired'],
  ]);
});

it('counts a message just before the deadline as expired', () => {
  expect(missedAmong([question(1, 10_000)], 9_900)[0]?.why).toBe('expired');
});
