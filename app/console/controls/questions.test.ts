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

it('tells a question whose time ran out from one that is asked no longer', () => {
  const missed = missedAmong([question(1, 10_000), question(2, 30_000)], 10_000);
  expect(missed.map(({ question: { id }, why }) => [id, why])).toEqual([
    [2, 'withdrawn'],
    [1, 'expired'],
  ]);
});

it('takes a message that comes a moment early for the end of the time', () => {
  expect(missedAmong([question(1, 10_000)], 9_900)[0]?.why).toBe('expired');
});
