import { expect, it } from 'vitest';
import { newStepFacts } from './recorded-steps.ts';
import { keyLeft, withPresentFacts } from './last-change.ts';
import { notRun, type ListedStep } from './run-steps.ts';

const step = (key: number, facts: Partial<ListedStep> = {}): ListedStep => ({
  ...newStepFacts,
  ...notRun,
  callId: null,
  key,
  tool: `tool ${key}`,
  arguments: {},
  chosen: true,
  typedTexts: {},
  ...facts,
});

it('keeps current results, screens and typed texts, but no result of other arguments', () => {
  const now = { state: 'done', typedTexts: { a: 'b' }, chosen: false } as const;
  const before = [step(1), step(2)];
  const [first, second] = before.map((each) => ({ ...each, ...now }));
  if (first === undefined || second === undefined) throw new Error('There are no steps.');
  expect(withPresentFacts(before, [{ ...first, tool: 'other' }, second])).toEqual([
    { ...first, ...notRun },
    second,
  ]);
});

it.each<[string, number[], number[], number | null, number | null]>([
  ['a step at the end is added', [1, 2], [1, 2, 3], null, null],
  ['the recorded step is deleted', [1, 2, 3], [1, 3], 2, 1],
  ['another one is deleted', [1, 2, 3], [1, 2], 2, 2],
  ['the recorded step is moved', [1, 2, 3], [2, 1, 3], 2, 2],
  ['no step before it is left', [1, 2], [2], 1, null],
])('finds where recording continues when %s', (_, before, list, key, place) => {
  const toSteps = (keys: readonly number[]) => keys.map((each) => ({ key: each }));
  expect(keyLeft(toSteps(list), toSteps(before), key)).toBe(place);
});
