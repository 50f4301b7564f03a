import { expect, it } from 'vitest';
import type { CallQuestion } from '#core/link/messages.ts';
import { missedQuestions } from './questions.svelte.ts';

const question = (id: number, changes: Partial<CallQuestion> = {}): CallQuestion => ({
  id,
  agent: 'claude',
  from: 'bridge',
  tool: 'tap',
  argumentsJson: '{}',
  deadlineEpochMs: 10_000,
  touchPreview: null,
  isTargetGone: false,
  app: null,
  risk: null,
  grants: 'act',
  isAskedAgain: false,
  callIds: [],
  plan: null,
  ...changes,
});
const trustsNobody = (): undefined => undefined;

it('tells an expired question from a withdrawn one', () => {
  const ended = [question(1), question(2, { deadlineEpochMs: 30_000 })];
  const missed = missedQuestions(ended, trustsNobody, 10_000);
  expect(missed.map(({ question: { id }, reason }) => [id, reason])).toEqual([
    [2, 'withdrawn'],
    [1, 'expired'],
  ]);
});

it('counts a message just before the deadline as expired', () => {
  expect(missedQuestions([question(1)], trustsNobody, 9_900)[0]?.reason).toBe('expired');
});

it('of a trusted agent, lists the questions that trust does not cover', () => {
  const risky = question(2, { risk: 'Deletes all data of com.example.', grants: null });
  const looks = question(4, { agent: 'codex', grants: 'look' });
  const ended = [question(1), risky, question(3, { agent: 'codex' }), looks];
  const missed = missedQuestions(
    ended,
    ({ agent }) => (agent === 'claude' ? 'act' : 'look'),
    10_000,
  );
  expect(missed.map(({ question: { id } }) => id)).toEqual([3, 2]);
});
