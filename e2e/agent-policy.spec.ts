/** The user's rules for agents, with real agents and clicks; the phone's touch record shows what was done. */
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { runPhoneCommand, setRule } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const channelName = 'agent-policy';

const switchedOff = /^The user has turned off the tool `get_device_logs` .* Nothing was done\./;
const readOnly =
  /^The user has given agents read-only access in the Handset console, .* Nothing was done\./;

async function openAgents(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Agents/ }).click();
}

const touchesSchema = z.array(z.object({ action: z.string(), pointerId: z.number() }));

/** Records touches from now on: how often a finger went down, and how many are still down. */
async function countTouches(page: Page): Promise<() => Promise<{ downs: number; left: number }>> {
  await page.evaluate((name) => {
    const record: unknown[] = [];
    new BroadcastChannel(name).onmessage = ({ data }) => record.push(data);
    Object.assign(window, { record });
  }, channelName);
  return async () => {
    const events = touchesSchema.parse(await page.evaluate('window.record'));
    const left = new Set<number>();
    for (const { action, pointerId } of events) {
      if (action === 'down') left.add(pointerId);
      if (action === 'up') left.delete(pointerId);
      if (action === 'cancel') left.clear();
    }
    return { downs: events.filter(({ action }) => action === 'down').length, left: left.size };
  };
}

const longSwipe = { x1: 540, y1: 1_500, x2: 540, y2: 900, duration: 50_000 };
const point = { x: 540, y: 1_200 };

test.describe('a phone that answers at once', () => {
  shareConsole({ record: channelName, live: 'off' });

  test.beforeEach(async ({ console: page }) => {
    await openAgents(page);
    await page.getByTestId('single-tools').evaluate((tools) => tools.removeAttribute('open'));
    const hidden = { name: 'Reset all', includeHidden: true };
    await page.getByRole('button', hidden).dispatchEvent('click');
    await setRule(page, 'act', 'Allow');
    await setRule(page, 'risk', 'Ask me');
    await runPhoneCommand(page, channelName, 'input keyevent HOME');
  });

  test('paused agents can do nothing; switched-off tools are neither listed nor callable', async ({
    console: page,
    agents,
  }) => {
    const touchCounts = await countTouches(page);
    const agent = await agents('v1');
    await page.getByTestId('pause').click();
    await expect(page.getByTestId('pause')).toHaveText('Resume');
    const paused = await agent.call('tap', point);
    expect(paused.isError).toBe(true);
    expect(paused.text).toMatch(/^The user has paused agents .* Nothing was done\./);
    await page.getByTestId('pause').click();
    await expect(page.getByTestId('pause')).toHaveText('Pause');

    await openAgents(page);
    const all = await agent.listTools();
    await page.getByRole('heading', { name: 'Individual tools' }).click();
    await page.getByTestId('tool-rule-get_device_logs').selectOption('Off');
    await setRule(page, 'act', 'Off');
    const offered = await agent.listTools();
    expect(offered).toContain('get_screen_state');
    expect(offered).toContain('list_phones');
    for (const name of ['tap', 'set_text', 'press_home', 'get_device_logs']) {
      expect(all).toContain(name);
      expect(offered).not.toContain(name);
    }
    expect((await agent.call('get_device_logs')).text).toMatch(switchedOff);
    expect((await agent.call('tap', point)).text).toMatch(readOnly);
    expect((await agent.call('get_screen_tree')).isError).toBe(false);
    expect((await touchCounts()).downs).toBe(0);
    await setRule(page, 'act', 'Allow');
    await page.getByTestId('tool-rule-get_device_logs').selectOption('');
    expect(await agent.listTools()).toEqual(all);
    expect((await agent.call('tap', point)).isError).toBe(false);
    await expect.poll(touchCounts).toEqual({ downs: 1, left: 0 });
  });

  test('a call that acts waits for the user’s answer', async ({ console: page, agents }) => {
    const touchCounts = await countTouches(page);
    const agent = await agents('v2-auto');
    const other = await agents('v1', '/other');
    await openAgents(page);
    await setRule(page, 'act', 'Ask me');
    const question = page.getByTestId('question');
    const answerButton = (name: string): Locator =>
      question.getByRole('button', { name, exact: true });

    expect((await agent.call('get_screen_tree')).isError).toBe(false);
    const progressMessages: string[] = [];
    const onprogress = ({ message }: { message?: string | undefined }) =>
      progressMessages.push(message ?? '');
    const once = agent.call('tap', point, { onprogress });
    await expect(question).toContainText('1200');
    expect((await touchCounts()).downs).toBe(0);
    await answerButton('Allow once').click();
    expect((await once).isError).toBe(false);
    expect(progressMessages).toContain("Waiting for the user's approval in the Handset console");
    await expect.poll(touchCounts).toEqual({ downs: 1, left: 0 });

    const refused = agent.call('tap', point);
    await answerButton('Deny').click();
    const { isError, text } = await refused;
    expect(isError).toBe(true);
    expect(text).toMatch(/^The user denied `tap` in the Handset console\. Nothing was done\./);

    const trusted = agent.call('press_back');
    await answerButton('Allow actions').click();
    expect((await trusted).isError).toBe(false);
    expect((await agent.call('tap', point)).isError).toBe(false);
    const controller = new AbortController();
    const cancelled = other.call('tap', point, { signal: controller.signal });
    const failed = expect(cancelled).rejects.toThrow();
    await expect(question).toContainText('other');
    controller.abort();
    await failed;
    await expect(question).toHaveCount(0);
    expect((await touchCounts()).downs).toBe(2);
  });

  test('a risky call waits for a yes of its own, which says what may happen', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await openAgents(page);
    const question = page.getByTestId('question');
    const link = { url: 'tel:555-0104' };
    const risk =
      'The app that opens it may place a call, send a message or do something else with it.';

    const refused = agent.call('open_link', link);
    await expect(question.getByTestId('risk-line')).toHaveText(risk);
    await expect(question.getByRole('button', { name: /^Allow (reads|actions)$/ })).toHaveCount(0);
    await question.getByRole('button', { name: 'Deny', exact: true }).click();
    expect((await refused).text).toMatch(/^The user denied `open_link` /);
    expect((await agent.call('get_screen_state')).text).not.toContain('DialtactsActivity');

    const allowed = agent.call('open_link', link);
    await question.getByRole('button', { name: 'Allow once' }).click();
    expect((await allowed).text).toContain('URI opened successfully: tel:555-0104');

    // The yes was for one call. What is not risky needs none.
    const again = agent.call('open_link', link);
    await expect(question.getByTestId('risk-line')).toHaveText(risk);
    await setRule(page, 'risk', 'Off');
    const refusal = `The user has turned off risky calls (those that may delete data or have effects outside the phone) in the Handset console. This call to \`open_link\` is risky: ${risk} Nothing was done.`;
    expect((await again).text).toContain(refusal);
    await expect(question).toHaveCount(0);
    expect((await agent.call('open_link', link)).text).toContain(refusal);
    expect(await agent.listTools()).toContain('open_link');
    expect((await agent.call('press_home')).isError).toBe(false);

    await setRule(page, 'risk', 'Allow');
    expect((await agent.call('open_link', link)).isError).toBe(false);
  });

  test(
    "a tool's own rule replaces the rules of the risk levels",
    { tag: '@more' },
    async ({ console: page, agents }) => {
      const touchCounts = await countTouches(page);
      const agent = await agents('v2-auto');
      await openAgents(page);
      const question = page.getByTestId('question');
      await page.getByRole('heading', { name: 'Individual tools' }).click();
      await page.getByTestId('tool-rule-open_link').selectOption('Allow');
      expect((await agent.call('open_link', { url: 'tel:555-0104' })).isError).toBe(false);

      // Trust in the agent does not cover a tool that has a rule of its own.
      await page.getByTestId('tool-rule-tap').selectOption('Ask me');
      await setRule(page, 'act', 'Ask me');
      const trusted = agent.call('press_home');
      await question.getByRole('button', { name: 'Allow actions' }).click();
      expect((await trusted).isError).toBe(false);
      const tap = agent.call('tap', point);
      await expect(question).toContainText('1200');
      await expect(question.getByRole('button', { name: /^Allow (reads|actions)$/ })).toHaveCount(
        0,
      );
      expect((await touchCounts()).downs).toBe(0);
      await question.getByRole('button', { name: 'Allow once' }).click();
      expect((await tap).isError).toBe(false);
      await expect.poll(touchCounts).toEqual({ downs: 1, left: 0 });
      expect((await agent.call('press_back')).isError).toBe(false);

      // A change of one tool's rule ends the trust, as the panel says.
      await page.getByTestId('tool-rule-tap').selectOption('');
      const call = agent.call('press_back');
      await question.getByRole('button', { name: 'Deny', exact: true }).click();
      expect((await call).text).toMatch(/^The user denied `press_back` /);
    },
  );

  test('stopping everything lifts the finger of a gesture and cancels waiting calls', async ({
    console: page,
    agents,
  }) => {
    const touchCounts = await countTouches(page);
    const agent = await agents('v1');
    const other = await agents('v2', '/other');
    const swiping = agent.call('swipe', longSwipe);
    await expect.poll(touchCounts).toEqual({ downs: 1, left: 1 });
    const queued = other.call('tap', point);
    await expect(page.getByTestId('agent-state')).toContainText('and 1 more');
    await page.getByTestId('stop').click();
    const stopped = await swiping;
    expect(stopped.isError).toBe(true);
    expect(stopped.text).toBe(
      'The user stopped everything in the Handset console. The call may or may not have run; look at the screen before you repeat it. Ask them before you continue.',
    );
    await expect.poll(touchCounts).toEqual({ downs: 1, left: 0 });
    expect((await queued).text).toMatch(/Nothing was done\./);
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    await expect(page.getByTestId('call-counts')).toHaveText(/\b2 stopped$/);
    // Stopping pauses, too.
    expect((await agent.call('get_screen_tree')).text).toMatch(/^The user has paused agents/);
    await page.getByTestId('pause').click();
    await expect.poll(async () => (await agent.call('get_screen_tree')).isError).toBe(false);
    expect((await touchCounts()).downs).toBe(1);
  });

  test(
    'stopping everything ends what an agent was allowed',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      const agent = await agents('v1');
      await openAgents(page);
      await setRule(page, 'act', 'Ask me');
      const question = page.getByTestId('question');
      const allowed = agent.call('press_back');
      await question.getByRole('button', { name: 'Allow actions' }).click();
      expect((await allowed).isError).toBe(false);
      expect((await agent.call('press_back')).isError).toBe(false);

      await page.getByTestId('stop').click();
      await page.getByTestId('pause').click();
      const asked = agent.call('press_back');
      await question.getByRole('button', { name: 'Deny', exact: true }).click();
      expect((await asked).text).toContain('The user denied');
      await expect(page.getByTestId('agent-state')).toHaveText('Agents ask first');
    },
  );
});

test.describe('a phone that is slow to end a gesture', { tag: '@more' }, () => {
  const faults = 'no-scrcpy,slow';
  test.use({ demo: { record: channelName, faults, latency: 'real' } });

  test('stopping everything does not wait for it', async ({ console: page, agents }) => {
    const touchCounts = await countTouches(page);
    const agent = await agents('v1');
    const swiping = agent.call('swipe', longSwipe);
    await expect.poll(touchCounts).toEqual({ downs: 1, left: 1 });
    const pressedAtMs = Date.now();
    await page.getByTestId('stop').click();
    const { isError, text } = await swiping;
    // Takes up to 3 s; the rest allows for a busy machine.
    expect(Date.now() - pressedAtMs).toBeLessThan(10_000);
    expect([isError, text]).toEqual([true, expect.stringContaining('may or may not have run')]);
    const note = page.getByTestId('stop-note');
    await expect(note).toContainText('Some calls didn’t stop');
    await expect(note).toContainText('Swipe (handset-e2e)');
    await page.getByTestId('pause').click();
    await expect.poll(async () => (await agent.call('list_phones')).isError).toBe(false);
  });
});

test('a panel or a dialog that fails while it is drawn leaves questions and Stop', async ({
  console: page,
  agents,
}) => {
  const agent = await agents('v1');
  await page.evaluate(() => {
    const { prototype } = Date;
    const real = prototype.toLocaleTimeString;
    prototype.toLocaleTimeString = function fail(...args: Parameters<typeof real>) {
      if ('isMended' in window) return real.apply(this, args);
      throw new Error('No time.');
    };
  });
  await agent.call('press_home');
  await page.getByRole('tab', { name: /^Timeline/ }).click();
  const panel = page.getByRole('tabpanel', { name: /^Timeline/ });
  await expect(panel.getByTestId('problem')).toContainText('Handset failed: No time.');
  await page.evaluate(() => Object.assign(window, { isMended: true }));
  await panel.getByTestId('show-again').click();
  await expect(panel.getByTestId('calls')).toBeVisible();

  await page.evaluate('delete window.isMended');
  await page.getByTestId('open-export').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByTestId('problem')).toContainText('Handset failed: No time.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  const asked = agent.call('open_link', { url: 'tel:1' });
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await asked).toMatchObject({ isError: true });
  await page.getByTestId('stop').click();
  await expect(page.getByTestId('stop-note').first()).toBeVisible();
});
