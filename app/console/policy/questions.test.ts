import { expect, it } from 'vitest';
import type { PermissionRequest } from '#core/link/messages.ts';
import { missedQuestions } from './questions.svelte.ts';

const question = (id: number, deadlineEpochMs: number): PermissionRequest => ({
  id,
  agent: 'claude',
  from: 'bridge',
  tool: 'tap',
  argumentsJson: '{}',
  deadlineEpochMs,
  touchPreview: null,
  risk: null,
});

it('tells an expired question from a withdrawn one', () => {
  const missed = missedQuestions([question(1, 10_000), question(2, 30_000)], 10_000);
  expect(missed.map(({ question: { id }, reason }) => [id, reason])).toEqual([
    [2, 'withdrawn'],
    [1, 'expired'],
  ]);
});

it('counts a message just before the deadline as expired', () => {
  expect(missedQuestions([question(1, 10_000)], 9_900)[0]?.reason).toBe('expired');
});
