/** Full round trips: agent, bridge, page, worker, ADB, demo phone and back, without simulated latency. */
import { chromium } from '@playwright/test';
import { type Agent, type ToolCallResult, connectAgent } from '../agents.ts';
import { startBridge } from '../bridge-process.ts';
import { launchOptions } from '../chromium.ts';
import { waitForBridge, consoleUrl, waitForPhone } from '../console-page.ts';
import { rowsOf } from '../tools/phone-under-test.ts';
import { type Timing, time } from './timing.ts';

/** Calls a tool; throws if it fails. */
export type CallTool = (tool: string, args?: Record<string, unknown>) => Promise<ToolCallResult>;

/** Opens the demo phone with this activity in front, and connects an agent for `use`. */
export async function withAgent<Result>(
  activity: string,
  use: (call: CallTool, agent: Agent) => Promise<Result>,
): Promise<Result> {
  const bridge = await startBridge();
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', latency: 'none', activity }));
    await Promise.all([waitForPhone(page), waitForBridge(page)]);
    const agent = await connectAgent('v1', bridge);
    const call: CallTool = async (tool, args = {}) => {
      const answer = await agent.call(tool, args);
      if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
      return answer;
    };
    const result = await use(call, agent);
    await agent.close();
    return result;
  } finally {
    await browser.close();
    await bridge.stop();
  }
}

export async function timeRoundTrips(): Promise<Timing[]> {
  return await withAgent('com.android.calculator2/.Calculator', async (call, agent) => {
    const readTimings = [
      await time('list the tools (no phone)', () => agent.listTools()),
      await time('get_screen_state', () => call('get_screen_state')),
      await time('get_screen_state with screenshot', () =>
        call('get_screen_state', { include_screenshot: true }),
      ),
      await time('get_screen_tree compact', () => call('get_screen_tree', { compact: true })),
      await time('summarize_screen', () => call('summarize_screen')),
    ];
    return [...readTimings, ...(await timeInput(call))];
  });
}

async function timeInput(call: CallTool): Promise<Timing[]> {
  const key = rowsOf((await call('get_screen_state')).text).find(({ text }) => text === '5');
  if (key === undefined) throw new Error('No key 5 on the calculator');
  const { left, top } = key.bounds;
  const pressTimings = [
    await time('tap', () => call('tap', { x: left + 5, y: top + 5 })),
    await time('click_element', () => call('click_element', { element_id: key.id })),
  ];
  await call('press_home');
  await call('click_element', { selector: ':text("Notes")' });
  await call('click_element', { selector: '@fab_new_note' });
  const selector = '@edit_title';
  // A new text each time; the same text would be a no-op.
  const write = (run: number) => call('set_text', { selector, text: `Milk ${run + 100}` });
  return [...pressTimings, await time('set_text', write)];
}
