import { expect, it } from 'vitest';
import type { Call } from '#core/call.ts';
import { failedStep, stepResults } from './step-results.ts';

function call(id: number, more: Partial<Call>): Call {
  return {
    id,
    agent: 'you',
    from: 'person',
    tool: 'press_home',
    effect: 'act',
    arguments: {},
    startedAtEpochMs: 0,
    durationMs: 1,
    isError: false,
    text: '',
    pictures: [],
    before: null,
    after: null,
    touch: null,
    droppedPictures: 0,
    ...more,
  };
}

const steps = [
  { tool: 'press_home', expect: { selector: '@clock' } },
  { tool: 'click_element', arguments: { selector: '@gone' } },
  { tool: 'press_back' },
];
const whole = call(9, {
  tool: 'run_steps',
  isError: true,
  arguments: { steps },
});
const home = call(1, { stepOf: 9 });
const wait = call(2, {
  stepOf: 9,
  tool: 'wait_for_element',
  wait: { isMet: true, elapsedMs: 1, reason: '' },
});
const failed = { stepOf: 9, tool: 'click_element', isError: true } as const;
const click = call(3, { ...failed, errorCode: 'element-not-found' });

it.each([
  ['fails', [click, wait, home], 'done failed notRun', 1, 'There is no such element'],
  ['can’t begin', [wait, home], 'done failed notRun', 1, ''],
  [
    'does not bring about what is expected',
    [{ ...wait, wait: { isMet: false, elapsedMs: 1, reason: 'No' } }, home],
    'failed notRun notRun',
    0,
    'The condition',
  ],
])('a step that %s is shown at its place', (_, calls, ends, index, reason) => {
  const results = stepResults(whole, calls);
  expect(results.map(({ end }) => end).join(' ')).toBe(ends);
  expect(failedStep(results)).toMatchObject({ index });
  expect(failedStep(results)?.reason).toContain(reason);
});

it('nothing is said of steps whose calls are not known', () => {
  expect(stepResults(whole, [])).toEqual([]);
  expect(stepResults(whole, [click])).toEqual([]);
  expect(stepResults({ ...whole, isError: false }, [wait, home])).toEqual([]);
});
