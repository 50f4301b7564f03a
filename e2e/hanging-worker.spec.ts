/** A worker that hangs or fails: the page notices, Stop terminates it, and everything recovers. */
import type { Page } from '@playwright/test';
import { fingersDown, recordTouches, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { workerOf } from './live-picture.ts';

const channelName = 'silent-worker';
test.use({ live: 'on', demo: { record: channelName } });

const longSwipe = { x1: 540, y1: 1_500, x2: 540, y2: 900, duration: 50_000 };

/** Starts this in the worker without waiting for it. */
function runInWorker(page: Page, work: () => void): void {
  // The evaluation may never finish, or its worker may end first.
  workerOf(page)
    .evaluate(work)
    .catch(() => undefined);
}

/** Blocks the worker with an endless loop, in a timer: Chromium interrupts a debugger evaluation when the worker is terminated. */
const hang = (page: Page): void =>
  runInWorker(page, () => {
    setTimeout(() => {
      for (;;);
    });
  });

/** Calls a tool as an agent on this page; its result is in `window.called`. */
async function callFromPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const path = '/embed/handset.js';
    // The part of the script's interface that is used.
    const { connectHandset } = (await import(path)) as {
      connectHandset: (options: object) => Promise<{
        call: (name: string, args: object) => Promise<unknown>;
      }>;
    };
    const phone = await connectHandset({ console: '/', in: window });
    const args = { selector: ':text("Nowhere")', timeout: 30_000 };
    const waiting = phone.call('wait_for_element', args);
    Object.assign(window, { called: waiting.then(() => 'done', String) });
  });
}

const silentMessage = 'Handset’s background worker isn’t responding.';
const mayHaveRun = 'The call may or may not have run';

test('Stop terminates a hanging worker with its active calls, and starts a new one', async ({
  console: page,
  agents,
}) => {
  await waitForBridge(page);
  const touches = await recordTouches(page, channelName);
  const agent = await agents('v1');
  const reader = await agents('v2', '/reader');
  expect((await agent.call('get_screen_tree')).isError).toBe(false);
  await callFromPage(page);
  const swiping = agent.call('swipe', longSwipe);
  await expect.poll(async () => fingersDown(await touches())).toBe(1);
  await expect(page.getByTestId('agent-state')).toContainText('and 1 more');
  hang(page);
  const hungAtMs = Date.now();
  const problem = page.getByTestId('problem').filter({ hasText: silentMessage });
  await expect(problem).toBeVisible();
  // Takes up to 3 s; the rest allows for a busy machine.
  expect(Date.now() - hungAtMs).toBeLessThan(10_000);
  await expect(page.getByTestId('phone-status')).toHaveText('Not responding');
  await expect(page.getByTestId('bridge-status')).toHaveText('Agents get no answer');

  await page.getByTestId('stop').click();
  const { isError, text } = await swiping;
  expect([isError, text]).toEqual([true, expect.stringContaining(mayHaveRun)]);
  await expect(problem).toHaveCount(0);
  const note = page.getByTestId('stop-note');
  await expect(note).toContainText(
    'Some calls didn’t stop, so Handset’s background worker was restarted',
  );
  await expect(note).toContainText('may or may not have run: ');
  await expect(note).toContainText('Swipe (handset-e2e)');
  await expect(note).toContainText('Wait');
  expect(await page.evaluate('window.called')).toContain('during the call, which may or may not');
  await waitForPhone(page);
  await waitForBridge(page);
  await expect(page.getByTestId('live-picture')).toHaveCSS('opacity', '1');
  // The user's policy applies to the new worker from its start.
  expect((await reader.call('get_screen_tree')).text).toMatch(/^The user has paused agents/);
  await page.getByTestId('pause').click();
  await expect.poll(async () => (await reader.call('tap', { x: 9, y: 900 })).isError).toBe(false);
  expect((await agent.call('get_screen_tree')).isError).toBe(false);
  await expect(note).toHaveCount(0);
});

test(
  'a call to a hanging console fails with the reason and the fix',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await waitForBridge(page);
    const agent = await agents('v1');
    hang(page);
    await expect(page.getByTestId('phone-status')).toHaveText('Not responding');
    const calledAtMs = Date.now();
    const { isError, text } = await agent.call('get_screen_tree');
    // Takes up to 10 s; the rest allows for a busy machine.
    expect(Date.now() - calledAtMs).toBeLessThan(20_000);
    expect(isError).toBe(true);
    expect(text).toContain('The Handset console does not answer');
    expect(text).toContain(mayHaveRun);
    expect(text).toContain('click Stop in the Handset console');
  },
);

test(
  'a failed worker restarts; after a second failure in a row the user must restart it',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    await waitForBridge(page);
    const agent = await agents('v1');
    const fail = (): void =>
      runInWorker(page, () => {
        void Promise.reject(new Error('a cosmic ray'));
      });
    fail();
    const note = page.getByTestId('worker-failure');
    await expect(note).toContainText('a cosmic ray');
    await expect(note).toContainText('restarted its background worker');
    await waitForPhone(page);
    await waitForBridge(page);
    expect((await agent.call('get_screen_tree')).isError).toBe(false);
    fail();
    const problem = page.getByTestId('problem').filter({ hasText: 'a cosmic ray' });
    await expect(problem).toContainText('another internal error');
    await expect(page.getByTestId('phone-status')).toHaveText('No phone');
    await expect.poll(() => page.workers()).toHaveLength(0);
    await page.getByTestId('start-worker').click();
    await waitForPhone(page);
    await waitForBridge(page);
    expect((await agent.call('get_screen_tree')).isError).toBe(false);
  },
);
