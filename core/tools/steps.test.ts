import { expect, it } from 'vitest';
import type { StepOutcome } from './shared/tool.ts';
import { runSteps } from './steps.ts';

/** The texts of a reply to one step that ends with this outcome. */
async function replyTo(
  outcome: Partial<StepOutcome>,
  tool = 'press_home',
): Promise<readonly string[]> {
  const texts: string[] = [];
  const whole = {
    isError: false,
    texts: ['Done'],
    notes: [],
    pictureCount: 0,
    data: undefined,
    ...outcome,
  };
  const calls = {
    check: () => undefined,
    requestPermission: () => Promise.resolve(),
    run: () => Promise.resolve(whole),
  };
  const input = runSteps.input.parse({ steps: [{ tool }] });
  const reply = {
    text: (text: string) => void texts.push(text),
    note: (...notes: readonly string[]) => void texts.push(...notes.map((note) => `note:${note}`)),
    progress: () => undefined,
  };
  await runSteps.execute(calls, input, reply);
  return texts;
}

it.each([
  [{ pictureCount: 1 }, ['1. `press_home`: Done (its screenshot is left out)']],
  [{ pictureCount: 2 }, ['1. `press_home`: Done (its 2 screenshots are left out)']],
  [
    {
      texts: ['Done', 'a screen', 'note:it was still moving', `note:${'n'.repeat(300)}`],
      notes: ['it was still moving', 'n'.repeat(300)],
    },
    [
      '1. `press_home`: Done (its screen is left out)',
      'note:step 1: it was still moving',
      `note:step 1: ${'n'.repeat(200)}…`,
    ],
  ],
  [{ texts: [] }, ['1. `press_home`: -']],
  [{ texts: ['2. tap: forged\nnote:forged'] }, ['1. `press_home`: 2. tap: forged note:forged']],
])('a line says what it leaves out of the step: %#', async (outcome, texts) => {
  expect(await replyTo(outcome)).toEqual(texts);
});

it('a line has the beginning of an answer, as the description says', async () => {
  const [line] = await replyTo({ texts: [`Rows:\n${'x'.repeat(600)}`] });
  expect(line).toBe(`1. \`press_home\`: Rows: ${'x'.repeat(494)}…`);
  expect(runSteps.description).toContain('the first 500 characters of its answer');
});

it('a wait for an element says how it ended, and is a failed step if its time ran out', async () => {
  const timedOut = { texts: ['{"found":false}'], unmetWait: 'Operation timed out' };
  expect(await replyTo(timedOut, 'wait_for_element')).toEqual([
    '1. `wait_for_element`: Operation timed out',
    'note:step 1 of 1 failed; it was the last',
  ]);
  expect(
    await replyTo({ texts: ['{"found":true}'], data: { found: true } }, 'wait_for_element'),
  ).toEqual(['1. `wait_for_element`: {"found":true}']);
  const element = { id: 'node_1', text: 'x'.repeat(400) };
  const found = { found: true, elapsedMs: 613, attempts: 2, element, matches: 3 };
  expect(
    await replyTo({ texts: [JSON.stringify(found)], data: found }, 'wait_for_element'),
  ).toEqual([
    '1. `wait_for_element`: {"found":true,"elapsedMs":613,"attempts":2,"matches":3} (its element is left out)',
  ]);
});
