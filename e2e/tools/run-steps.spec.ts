/** Several calls in one: run_steps, from the agent to the phone and into the console. */
import type { Locator, Page } from '@playwright/test';
import { connectAgent, type ProgressNotification } from '../agents.ts';
import { bridgeFile, startBridge } from '../bridge-process.ts';
import { consoleUrl, setRule, waitForBridge, waitForPhone } from '../console-page.ts';
import { expect, test } from '../fixtures.ts';

const openNotes = {
  tool: 'open_app',
  arguments: { package_id: 'Notes', fresh: true },
  expect: { selector: ':text("New note")', timeout: 10_000 },
};
const newNote = {
  tool: 'click_element',
  arguments: { selector: ':text("New note")' },
  expect: { selector: '@edit_title', timeout: 10_000 },
};
const typeTitle = {
  tool: 'set_text',
  arguments: { selector: '@edit_title', text: 'Milk' },
  expect: { selector: ':text("Milk")', timeout: 10_000 },
};
const home = { tool: 'press_home' };
const missing = { tool: 'click_element', arguments: { selector: ':text("Nowhere")' } };

const calls = (page: Page): Locator => page.getByTestId('calls').getByRole('option');

/** The tools of the timeline's calls, oldest first. */
async function toolsInTimeline(page: Page): Promise<readonly (string | null)[]> {
  const all = await calls(page).all();
  const tools = await Promise.all(all.map((call) => call.getAttribute('data-tool')));
  return tools.toReversed();
}

async function openTimeline(page: Page): Promise<void> {
  await waitForBridge(page);
  await page.getByRole('tab', { name: /^Timeline/ }).click();
}

test('opens an app, types and expects; the timeline has every step, and a run repeats each once', async ({
  console: page,
  agents,
}) => {
  await openTimeline(page);
  const agent = await agents('v1', '/claude');
  const reports: ProgressNotification[] = [];
  const onprogress = (report: ProgressNotification) => reports.push(report);
  const steps = [openNotes, newNote, typeTitle];
  const { isError, text } = await agent.call('run_steps', { steps }, { onprogress });
  expect(text).toMatch(
    /^1\. `open_app`: .*; as expected after \d+ms\n2\. `click_element`: .*; as expected after \d+ms\n3\. `set_text`: .*; as expected after \d+ms\n/,
  );
  expect(isError).toBe(false);
  expect(text).toMatch(/"?Milk"?[^]*\nsnapshot:s\d+/);
  const positions = reports.map(({ progress }) => progress);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(reports.at(-1)?.message).toMatch(/^step 3 of 3: /);

  await expect(calls(page)).toHaveCount(7);
  expect(await toolsInTimeline(page)).toEqual([
    'run_steps',
    ...steps.flatMap(({ tool }) => [tool, 'wait_for_element']),
  ]);
  await page.getByTestId('open-steps').click();
  const repeated = page.getByTestId('steps-list').getByRole('listitem');
  await expect(repeated).toHaveText([
    /Open app/,
    /Wait for element.*New note/s,
    /Tap “New note”/,
    /Wait for element.*@edit_title/s,
    /Set text/,
    /Wait for element.*Milk/s,
  ]);
  await page.getByTestId('run-steps').click();
  await expect(page.getByTestId('steps-message')).toHaveText(/All 6 steps done/);
});

test(
  'stops where a step fails, says what did not run, and shows the screen',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await openTimeline(page);
    const agent = await agents('v2');
    const picture = { tool: 'get_screen_state', arguments: { include_screenshot: true } };
    const steps = [picture, missing, home, home];
    const failed = await agent.call('run_steps', { steps, observe: 'compact' });
    expect(failed.isError).toBe(true);
    expect(failed.text).toMatch(
      /^1\. `get_screen_state`: .*… \(its screenshot is left out\)\n2\. `click_element`: .*Nowhere.*\nnote:step 2 of 4 failed; steps 3 to 4 did not run\n\[Screen: /,
    );
    expect(failed.images).toEqual([]);

    const unmet = { ...home, expect: { selector: ':text("Nowhere")', timeout: 500 } };
    const stopped = await agent.call('run_steps', { steps: [unmet, home], observe: 'none' });
    expect(stopped.isError).toBe(true);
    expect(stopped.text).toMatch(
      /^1\. `press_home`: .*; but then: Operation timed out after 500ms .*\nnote:step 1 of 2 failed; step 2 did not run$/,
    );
    const wait = { tool: 'wait_for_element', arguments: unmet.expect };
    const waited = await agent.call('run_steps', { steps: [wait, home], observe: 'none' });
    expect(waited.isError).toBe(true);
    expect(waited.text).toMatch(
      /^1\. `wait_for_element`: Operation timed out after 500ms .*\nnote:step 1 of 2 failed; step 2 did not run$/,
    );
    await expect(calls(page)).toHaveCount(8);
    expect(await toolsInTimeline(page)).toEqual([
      ...['run_steps', 'get_screen_state', 'click_element'],
      ...['run_steps', 'press_home', 'wait_for_element'],
      ...['run_steps', 'wait_for_element'],
    ]);
  },
);

test(
  'checks all arguments before the first step runs, and refuses nesting',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await openTimeline(page);
    const agent = await agents('v1');
    const cases = [
      [{ tool: 'tap', arguments: { x: 'left', y: 1 } }, /^Step 2 \(`tap`\): Parameter 'x' must be/],
      [{ tool: 'fly' }, /^Step 2 \(`fly`\): Tool fly not found/],
      [
        { tool: 'run_steps', arguments: { steps: [home] } },
        /^Step 2 \(`run_steps`\): run_steps can't be a step\./,
      ],
      [{ ...home, expect: { by: 'text' } }, /^Step 2 \(expect\): Missing required/],
    ] as const;
    for (const [step, message] of cases) {
      const { isError, text } = await agent.call('run_steps', { steps: [home, step] });
      expect(isError).toBe(true);
      expect(text).toMatch(message);
      expect(text).toContain('No step has run.');
    }
    await expect(calls(page)).toHaveCount(cases.length);
    expect(await toolsInTimeline(page)).toEqual(cases.map(() => 'run_steps'));
  },
);

test('asks about a step, or once about the whole, and stops at a refusal', async ({
  console: page,
  agents,
}) => {
  await waitForBridge(page);
  await page.getByRole('tab', { name: /^Agents/ }).click();
  const agent = await agents('v1', '/claude');
  const question = page.getByTestId('question');
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click();
  const steps = [home, { tool: 'press_back' }, home];

  await page.getByRole('heading', { name: 'Individual tools' }).click();
  await page.getByTestId('tool-rule-press_back').selectOption('Ask me');
  const running = agent.call('run_steps', { steps, observe: 'none' });
  await expect(question).toContainText(/claude.*wants to\s+press Back/s);
  await answer('Deny');
  const { isError, text } = await running;
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^1\. `press_home`: .*\n2\. `press_back`: The user denied `press_back` .*\nnote:step 2 of 3 failed; step 3 did not run$/,
  );

  await page.getByTestId('tool-rule-press_back').selectOption('');
  await page.getByTestId('tool-rule-run_steps').selectOption('Ask me');
  const whole = agent.call('run_steps', { steps, observe: 'none' });
  await expect(question).toContainText(
    /wants to\s+run several steps.*1\. press home.*2\. press back/s,
  );
  await answer('Allow once');
  expect((await whole).isError).toBe(false);
  const refused = agent.call('run_steps', { steps });
  await expect(question).toHaveCount(1);
  await answer('Deny');
  expect((await refused).text).toMatch(
    /^The user denied `run_steps` in the Handset console\. Nothing was done\./,
  );

  // Without a rule of its own, the steps ask for themselves.
  await page.getByTestId('tool-rule-run_steps').selectOption('');
  await setRule(page, 'act', 'Ask me');
  const asking = agent.call('run_steps', { steps: [home], observe: 'none' });
  await expect(question).toContainText('wants to press Home');
  await answer('Allow once');
  expect((await asking).isError).toBe(false);
});

test('Stop in the console ends the run', { tag: '@more' }, async ({ console: page, agents }) => {
  await openTimeline(page);
  const agent = await agents('v1');
  const wait = { tool: 'wait_for_element', arguments: { selector: ':text("Nowhere")' } };
  const steps = [home, { ...wait, arguments: { ...wait.arguments, timeout: 30_000 } }, home];
  const running = agent.call('run_steps', { steps, observe: 'none' });
  const shown = page.getByTestId('running-calls').getByRole('listitem');
  await expect(shown.filter({ hasText: 'Wait for element' })).toHaveCount(1);
  await page.getByTestId('stop').click();
  const { isError, text } = await running;
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^1\. `press_home`: .*\n2\. `wait_for_element`: The user stopped everything in the Handset console\..*\nnote:step 2 of 3 failed; step 3 did not run\n/,
  );
  await expect(shown).toHaveCount(0);
  await expect(calls(page)).toHaveCount(3);
  expect(await toolsInTimeline(page)).toEqual(['run_steps', 'press_home', 'wait_for_element']);
});

test(
  'with a tool prefix, names have it and texts of the phone have not',
  { tag: '@more' },
  async ({ page }) => {
    const bridge = await startBridge(bridgeFile, ['--tool-prefix', 'p_']);
    const agent = await connectAgent('v1', bridge);
    try {
      await page.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
      await waitForPhone(page);
      const title = { selector: '@edit_title', text: 'open_app' };
      const steps = [
        openNotes,
        newNote,
        { ...typeTitle, arguments: title, expect: null },
        { tool: 'tap', arguments: { x: 540, y: 100 } },
        missing,
      ].map((step) => ({ ...step, tool: `p_${step.tool}` }));
      const { isError, text } = await agent.call('p_run_steps', { steps, observe: 'state' });
      expect(isError).toBe(true);
      expect(text).toMatch(
        /^1\. `p_open_app`: .*\n2\. `p_click_element`: .*\n3\. `p_set_text`: [^]*\n4\. `p_tap`: .*\n5\. `p_click_element`: /,
      );
      expect(text).toContain('\topen_app\t');
      expect(text.match(/open_app/g)).toHaveLength(2);
    } finally {
      await agent.close();
      await bridge.stop();
    }
  },
);
