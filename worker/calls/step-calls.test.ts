import { afterEach, describe, expect, it } from 'vitest';
import { defaultPolicy } from '#core/link/policy.ts';
import { asksBeforeActing, createRunnerHarness, type RunnerHarness } from './testing/harness.ts';

let harness: RunnerHarness | undefined;
afterEach(() => harness?.close());

async function setUp(): Promise<RunnerHarness> {
  harness = await createRunnerHarness();
  return harness;
}

const home = { tool: 'press_home' };
const openNotes = {
  tool: 'click_element',
  arguments: { selector: ':text("Notes")' },
  expect: { selector: ':text("Groceries")', timeout: 3_000 },
};

describe('run_steps', () => {
  it('runs the steps in order, and answers with a line for each and the screen', async () => {
    const { call, records } = await setUp();
    const { isError, text } = await call('run_steps', { steps: [home, openNotes] });
    expect(isError).toBe(false);
    const lines = text.split('\n');
    expect(lines[0]).toBe('1. press_home: Home button press executed successfully');
    expect(lines[1]).toMatch(
      /^2\. click_element: Click performed on element .*; as expected after \d+ms$/,
    );
    expect(text).toContain('Groceries');
    expect(text).toMatch(/snapshot:s\d+$/);
    // Each step is a call of its own, recorded before the whole.
    expect(records.map(({ tool }) => tool)).toEqual([
      'press_home',
      'click_element',
      'wait_for_element',
      'run_steps',
    ]);
  });

  it('stops at the first step that fails', async () => {
    const { call, records } = await setUp();
    const missing = { tool: 'click_element', arguments: { selector: ':text("Nowhere")' } };
    const { isError, text } = await call('run_steps', { steps: [home, missing, home, home] });
    expect(isError).toBe(true);
    expect(text).toMatch(/^1\. press_home: .*\n2\. click_element: .*Nowhere/);
    expect(text).toContain('note:step 2 of 4 failed; steps 3 to 4 did not run');
    expect(records.filter(({ tool }) => tool === 'press_home')).toHaveLength(1);
  });

  it('stops where the expectation does not come true', async () => {
    const { call } = await setUp();
    const step = { ...home, expect: { selector: ':text("Nowhere")', timeout: 200 } };
    const { isError, text } = await call('run_steps', { steps: [step, home], observe: 'none' });
    expect(isError).toBe(true);
    expect(text).toMatch(/^1\. press_home: .*; but then: Operation timed out after 200ms waiting/);
    expect(text).toMatch(/note:step 1 of 2 failed; step 2 did not run$/);
  });

  it.each([
    [[home, { tool: 'fly' }], /^Step 2 \(fly\): Tool fly not found\..*No step has run\./],
    [
      [home, { tool: 'tap', arguments: { x: 'left', y: 1 } }],
      /^Step 2 \(tap\): Parameter 'x' must be a number/,
    ],
    [[home, { ...home, expect: { by: 'text' } }], /^Step 2 \(expect\): Missing required/],
    [[{ tool: 'list_phones' }], /^Step 1 \(list_phones\): list_phones can't be a step\./],
    [
      [{ tool: 'run_steps', arguments: { steps: [home] } }],
      /^Step 1 \(run_steps\): run_steps can't be a step\./,
    ],
    [[], /^Parameter 'steps' must hold at least one step/],
    [Array(51).fill(home), /^Parameter 'steps' may hold at most 50 steps, got: 51/],
  ])('checks all steps before the first runs: %#', async (steps, message) => {
    const { call, records } = await setUp();
    const { isError, text } = await call('run_steps', { steps });
    expect(isError).toBe(true);
    expect(text).toMatch(message);
    expect(records.map(({ tool }) => tool)).toEqual(['run_steps']);
  });

  it('asks about each step, and refuses what the policy refuses before anything runs', async () => {
    const { call, policyGuard, questions, records } = await setUp();
    policyGuard.setPolicy(asksBeforeActing);
    const running = call('run_steps', { steps: [home, home], observe: 'none' });
    await expect.poll(questions).toMatchObject([{ tool: 'press_home' }]);
    policyGuard.answer(questions()[0]?.id ?? 0, 'once');
    await expect.poll(() => records.length).toBe(1);
    await expect.poll(questions).toMatchObject([{ tool: 'press_home' }]);
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    expect((await running).text).toMatch(/\n2\. press_home: The person said no to/);

    policyGuard.setPolicy({ ...defaultPolicy, toolRules: { press_home: 'off' } });
    const { text } = await call('run_steps', { steps: [{ tool: 'press_back' }, home] });
    expect(text).toMatch(/^Step 2 \(press_home\): The person has switched the tool/);
  });

  it('keeps the texts secret that its steps type, unless a step found that they are not', async () => {
    const { call, world } = await setUp();
    world.startActivity('com.android.settings/.Settings');
    const typing = { tool: 'input_text', arguments: { text: 'hunter2' } };
    const invalid = await call('run_steps', { steps: [{ tool: 'fly' }, typing] });
    expect(invalid.record.secrets).toEqual(['hunter2']);
  });

  it('asks about the whole where the tool has a rule of its own', async () => {
    const { call, policyGuard, questions, records } = await setUp();
    policyGuard.setPolicy({ ...defaultPolicy, toolRules: { run_steps: 'ask' } });
    const running = call('run_steps', { steps: [home], observe: 'none' });
    await expect.poll(() => questions().map(({ tool }) => tool)).toEqual(['run_steps']);
    policyGuard.answer(1, 'no');
    expect((await running).text).toMatch(/^The person said no to `run_steps`/);
    expect(records.map(({ tool }) => tool)).toEqual(['run_steps']);
    const allowed = call('run_steps', { steps: [home], observe: 'none' });
    await expect.poll(() => questions().length).toBe(1);
    policyGuard.answer(2, 'once');
    expect((await allowed).isError).toBe(false);
  });

  it('lets other agents act between two steps', async () => {
    const { call, records } = await setUp();
    const steps = Array.from({ length: 6 }, () => ({ tool: 'press_home' }));
    const running = call('run_steps', { steps, observe: 'none' });
    await expect.poll(() => records.length).toBeGreaterThan(0);
    await call('press_back', {}, { agent: 'claude' });
    const stepsBefore = records.filter(({ tool }) => tool === 'press_home').length;
    expect(stepsBefore).toBeLessThan(6);
    expect((await running).isError).toBe(false);
  });
});
