import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { defaultPolicy } from '#core/link/policy.ts';
import type { CallProgress } from '#core/tools/shared/tool.ts';
import { asksBeforeActing, createRunnerHarness, type RunnerHarness } from './testing/harness.ts';

useDrivenClock();

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
    const { call, calls } = await setUp();
    const { isError, text } = await call('run_steps', { steps: [home, openNotes] });
    expect(isError).toBe(false);
    const lines = text.split('\n');
    expect(lines[0]).toBe('1. `press_home`: Home button press executed successfully');
    expect(lines[1]).toMatch(
      /^2\. `click_element`: Click performed on e\d+ TextView "Notes"; as expected after \d+ms$/,
    );
    expect(text).toContain('Groceries');
    expect(text).toMatch(/snapshot:s\d+$/);
    // Each step is its own call, recorded before the whole call.
    expect(calls.map(({ tool }) => tool)).toEqual([
      'press_home',
      'click_element',
      'wait_for_element',
      'run_steps',
    ]);
  });

  it('keeps each step within the limits of the agent’s token', async () => {
    const { call, policyGuard, questions } = await setUp();
    const limits = { grade: 'ask', phone: null } as const;
    const running = call('run_steps', { steps: [home] }, { limits });
    await expect.poll(questions).toMatchObject([{ tool: 'press_home' }]);
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    expect((await running).text).toContain('The user denied `press_home`');
    const read = { ...limits, grade: 'read' } as const;
    expect((await call('run_steps', { steps: [home] }, { limits: read })).text).toContain(
      "This agent's token is read-only, and `run_steps` acts on the phone.",
    );
  });

  it('stops at the first step that fails', async () => {
    const { call, calls } = await setUp();
    const missing = { tool: 'click_element', arguments: { selector: ':text("Nowhere")' } };
    const { isError, text } = await call('run_steps', { steps: [home, missing, home, home] });
    expect(isError).toBe(true);
    expect(text).toMatch(/^1\. `press_home`: .*\n2\. `click_element`: .*Nowhere/);
    expect(text).toContain('note:step 2 of 4 failed; steps 3 to 4 did not run');
    expect(calls.filter(({ tool }) => tool === 'press_home')).toHaveLength(1);
  });

  it('stops at an expectation that is not met', async () => {
    const { call } = await setUp();
    const open = { tool: 'open_app', arguments: { package_id: 'com.handset.notes' } };
    const step = { ...open, expect: { selector: ':text("Nowhere")', timeout: 200 } };
    const { isError, text } = await call('run_steps', { steps: [step, home], observe: 'none' });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^1\. `open_app`: .* In the foreground: \.MainActivity; but then: Operation timed out after 200ms waiting for element \(selector=:text\("Nowhere"\)\)\.$/m,
    );
    expect(text).toMatch(/note:step 1 of 2 failed; step 2 did not run$/);
  });

  it.each([
    [[home, { tool: 'fly' }], /^Step 2 \(`fly`\): Tool fly not found\..*No step has run\./],
    [
      [home, { tool: 'tap', arguments: { x: 'left', y: 1 } }],
      /^Step 2 \(`tap`\): Parameter 'x' must be a number/,
    ],
    [[home, { ...home, expect: { by: 'text' } }], /^Step 2 \(expect\): Missing required/],
    [[{ tool: 'list_phones' }], /^Step 1 \(`list_phones`\): list_phones can't be a step\./],
    [
      [{ tool: 'run_steps', arguments: { steps: [home] } }],
      /^Step 1 \(`run_steps`\): run_steps can't be a step\./,
    ],
    [[], /^Parameter 'steps' must hold at least one step/],
    [Array(51).fill(home), /^Parameter 'steps' may hold at most 50 steps, got: 51/],
  ])('checks all steps before the first runs: %#', async (steps, message) => {
    const { call, calls } = await setUp();
    const { isError, text } = await call('run_steps', { steps });
    expect(isError).toBe(true);
    expect(text).toMatch(message);
    expect(calls.map(({ tool }) => tool)).toEqual(['run_steps']);
  });

  it('lists the offered tools that a step can call', async () => {
    const { call, policyGuard } = await setUp();
    const steps = [{ tool: 'fly' }];
    const { text } = await call('run_steps', { steps });
    expect(text).toMatch(/ Known tools: get_screen_state, .* press_home, /);
    expect(text).not.toMatch(/set_device|list_phones|run_steps/);
    policyGuard.setPolicy({ ...defaultPolicy, toolRules: { press_home: 'off' } });
    expect((await call('run_steps', { steps })).text).not.toContain('press_home');
    const own = await call('run_steps', { steps }, { agent: 'you', from: 'person' });
    expect(own.text).toContain('set_device');
  });

  it('asks about each step, and refuses forbidden steps before anything runs', async () => {
    const { call, policyGuard, questions, calls } = await setUp();
    policyGuard.setPolicy(asksBeforeActing);
    const app = { tool: 'open_app', arguments: { package_id: 'com.handset.notes' } };
    const steps = [home, home, openNotes, app, home];
    const running = call('run_steps', { steps, observe: 'none' });
    const { tool, arguments: args } = openNotes;
    const later = { tool: 'press_home', argumentsJson: '{}' };
    const openApp = { tool: 'open_app', app: 'Notes' };
    const next = [later, { tool, argumentsJson: JSON.stringify(args) }, openApp];
    await expect
      .poll(questions)
      .toMatchObject([{ tool: 'press_home', plan: { number: 1, total: 5, next } }]);
    const [step, whole] = questions()[0]?.callIds ?? [];
    expect(step).toBeGreaterThan(whole ?? Infinity);
    policyGuard.answer(questions()[0]?.id ?? 0, 'once');
    await expect.poll(() => calls.length).toBe(1);
    await expect.poll(questions).toMatchObject([{ tool: 'press_home' }]);
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    expect((await running).text).toMatch(/\n2\. `press_home`: The user denied/);

    policyGuard.setPolicy({ ...defaultPolicy, toolRules: { press_home: 'off' } });
    const { text } = await call('run_steps', { steps: [{ tool: 'press_back' }, home] });
    expect(text).toMatch(/^Step 2 \(`press_home`\): The user has turned off the tool/);
  });

  it('asks once about the whole call if it has its own rule', async () => {
    const { call, policyGuard, questions, calls } = await setUp();
    policyGuard.setPolicy({ ...defaultPolicy, toolRules: { run_steps: 'ask' } });
    const steps = [home, { tool: 'press_back' }];
    const running = call('run_steps', { steps, observe: 'none' });
    await expect.poll(questions).toMatchObject([{ tool: 'run_steps', risk: null }]);
    expect(JSON.parse(questions()[0]?.argumentsJson ?? '')).toMatchObject({ steps });
    expect(calls).toEqual([]);
    policyGuard.answer(questions()[0]?.id ?? 0, 'once');
    expect((await running).isError).toBe(false);
    expect(questions()).toEqual([]);

    const refused = call('run_steps', { steps });
    await expect.poll(questions).toHaveLength(1);
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    const { isError, text, recorded } = await refused;
    expect([isError, recorded.refused]).toEqual([true, true]);
    expect(text).toMatch(/^The user denied `run_steps` .* Nothing was done\./);
    expect(calls.filter(({ tool }) => tool === 'press_home')).toHaveLength(1);

    const invalid = await call('run_steps', { steps: [{ tool: 'fly' }] });
    expect(invalid.text).toMatch(/^Step 1 \(`fly`\)/);
    const own = await call('run_steps', { steps }, { agent: 'you', from: 'person' });
    expect(own.isError).toBe(false);
  });

  it('asks about a step that has its own rule, after the whole call', async () => {
    const { call, policyGuard, questions } = await setUp();
    policyGuard.setPolicy({
      ...defaultPolicy,
      toolRules: { run_steps: 'ask', press_home: 'ask' },
    });
    const running = call('run_steps', { steps: [home], observe: 'none' });
    await expect.poll(questions).toMatchObject([{ tool: 'run_steps' }]);
    policyGuard.answer(questions()[0]?.id ?? 0, 'once');
    await expect.poll(questions).toMatchObject([{ tool: 'press_home' }]);
    policyGuard.answer(questions()[0]?.id ?? 0, 'no');
    expect((await running).text).toMatch(/^1\. `press_home`: The user denied/);
  });

  it('keeps the texts secret that its steps type, unless a step finds that they are not secret', async () => {
    const { call, world } = await setUp();
    world.startActivity('com.android.settings/.Settings');
    const typing = { tool: 'input_text', arguments: { text: 'hunter2' } };
    const invalid = await call('run_steps', { steps: [{ tool: 'fly' }, typing] });
    expect(JSON.stringify(invalid.recorded)).not.toContain('hunter2');
  });

  it('records each step as a part of the whole call', async () => {
    const { call, calls } = await setUp();
    const { recorded } = await call('run_steps', { steps: [home, openNotes], observe: 'none' });
    expect(recorded.stepOf).toBeUndefined();
    expect(calls.map(({ stepOf }) => stepOf)).toEqual([
      recorded.id,
      recorded.id,
      recorded.id,
      undefined,
    ]);
  });

  it('does not continue on another phone', async () => {
    const { call, connectOther, policyGuard, questions, calls } = await setUp();
    policyGuard.setPolicy({ ...defaultPolicy, toolRules: { press_back: 'ask' } });
    const steps = [home, { tool: 'press_back' }, home];
    const running = call('run_steps', { steps, observe: 'none' });
    await expect.poll(questions).toHaveLength(1);
    await connectOther();
    policyGuard.answer(questions()[0]?.id ?? 0, 'once');
    const { isError, text } = await running;
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^1\. `press_home`: .*\n2\. `press_back`: The steps began on the phone DEMO14, but the phone DEMO11 is connected now\./,
    );
    expect(text).toContain('note:step 2 of 3 failed; step 3 did not run');
    expect(calls.filter(({ tool }) => tool === 'press_home')).toHaveLength(1);
  });

  it('keeps the lines of earlier steps if a later one can’t even begin', async () => {
    const { call, policyGuard } = await setUp();
    policyGuard.setPolicy({ ...defaultPolicy, toolRules: { press_back: 'ask' } });
    const others = new AbortController();
    const waiting: Promise<unknown>[] = [];
    const onProgress = ({ message }: CallProgress): void => {
      // 63 calls that wait for the user, as the second step begins.
      if (message !== 'step 2 of 3: press_home') return;
      for (let i = 0; i < 63; i++) waiting.push(call('press_back', {}, { signal: others.signal }));
    };
    const steps = [home, home, home];
    const { isError, text } = await call('run_steps', { steps, observe: 'none' }, { onProgress });
    others.abort();
    await Promise.all(waiting);
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^1\. `press_home`: Home .*\n2\. `press_home`: This agent has 64 calls .*\nnote:step 2 of 3 failed; step 3 did not run$/,
    );
  });

  it('reports the progress of its steps in increasing values', async () => {
    const { call, progress } = await setUp();
    const wait = { selector: ':text("Nowhere")', timeout: 1_500 };
    const steps = [home, { tool: 'wait_for_element', arguments: wait }];
    await call('run_steps', { steps, observe: 'none' });
    const reports = progress();
    expect(reports.slice(0, 2)).toEqual([
      { done: 0, total: 2, message: 'step 1 of 2: press_home' },
      { done: 1, total: 2, message: 'step 2 of 2: wait_for_element' },
    ]);
    // The first report of a step covers half of it.
    expect(reports[2]?.done).toBe(1.5);
    for (const [index, { done, message }] of reports.slice(2).entries()) {
      expect(message).toMatch(/^step 2 of 2: \S/);
      expect(done).toBeGreaterThan(reports[index + 1]?.done ?? 0);
      expect(done).toBeLessThan(2);
    }
  });

  it('says what it leaves out of the answer of a step', async () => {
    const { call } = await setUp();
    const steps = [
      { tool: 'get_screen_state' },
      { tool: 'press_home', arguments: { observe: 'compact' } },
    ];
    const { text } = await call('run_steps', { steps, observe: 'none' });
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^1\. `get_screen_state`: .{1,500}…$/);
    expect(lines[1]).toBe(
      '2. `press_home`: Home button press executed successfully (its screen is left out)',
    );
  });

  it('keeps the notes of a step', async () => {
    const { call } = await setUp();
    const steps = [{ tool: 'press_home', arguments: { observe: 'diff' } }];
    const { text } = await call('run_steps', { steps, observe: 'none' });
    expect(text).toMatch(
      /\(its screen is left out\)\nnote:step 1: there is no earlier screen to compare with/,
    );
  });

  it.each([0, 1])('cuts a long answer between two characters: %d', async (shift) => {
    const { call } = await setUp();
    const long = `${'x'.repeat(shift)}${'\u{1f600}'.repeat(400)}`;
    const steps = [{ tool: 'set_clipboard', arguments: { text: long } }, { tool: 'get_clipboard' }];
    const { text } = await call('run_steps', { steps, observe: 'none' });
    expect(text).toMatch(/\u{1f600}…$/u);
    expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it('lets other agents act between two steps', async () => {
    const { call, calls } = await setUp();
    const steps = Array.from({ length: 6 }, () => ({ tool: 'press_home' }));
    const running = call('run_steps', { steps, observe: 'none' });
    await call('press_back', {}, { agent: 'claude' });
    const stepsBefore = calls.filter(({ tool }) => tool === 'press_home').length;
    expect(stepsBefore).toBeLessThan(6);
    expect((await running).isError).toBe(false);
  });
});
