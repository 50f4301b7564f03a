import { type Agent, agentKinds } from './agents.ts';
import { waitForBridge } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

shareConsole({ activity: 'com.android.calculator2/.Calculator', live: 'off' });
// An agent's program may have taken the bridge's place, and has ended with the agent.
test.afterAll(({ workerBridge }) => workerBridge.restart());

/** The `app:` line of get_screen_state, or its error. */
async function appInFront(agent: Agent): Promise<string> {
  const { isError, text } = await agent.call('get_screen_state');
  return isError ? text : (/^app:.*$/m.exec(text)?.[0] ?? text);
}

const calculator = 'app:com.android.calculator2 activity:.Calculator';

/** The error of a call whose console closed before it returned. */
const consoleClosed =
  'The Handset console closed during the call. The call may or may not have run; look at the screen before you repeat it.';

test('a reload of the page affects no later call of any client', async ({
  console: page,
  agents,
}) => {
  await waitForBridge(page);
  const open = await Promise.all(agentKinds.map((kind) => agents(kind)));
  const seen = (): Promise<string[]> => Promise.all(open.map(appInFront));
  const same = agentKinds.map(() => calculator);
  expect(await seen()).toEqual(same);
  await page.reload();
  // The old page's socket may stay open for a moment; a call on it gets this error.
  for (const app of await seen()) expect([calculator, consoleClosed]).toContain(app);
  await waitForBridge(page);
  expect(await seen()).toEqual(same);
});

test('a new worker gives no ref again that an earlier one gave', async ({
  console: page,
  agents,
}) => {
  await waitForBridge(page);
  const agent = await agents('v1');
  const refs = async (): Promise<string[]> => {
    const { text } = await agent.call('get_screen_tree', { compact: true });
    return [...text.matchAll(/\b([a-z]\d+) (?=[A-Z"])/g)].map(([, ref = '']) => ref);
  };
  const before = await refs();
  expect(before.length).toBeGreaterThan(10);
  await page.reload();
  await waitForBridge(page);
  const { isError, text } = await agent.call('click_element', { element_id: before[0] });
  expect(isError).toBe(true);
  expect(text).toContain(`Element '${before[0]}' not found in accessibility tree.`);
  const after = await refs();
  expect(after.length).toBe(before.length);
  expect(after.filter((ref) => before.includes(ref))).toEqual([]);
});

test('the console shows that the bridge is away, and reconnects automatically', async ({
  console: page,
  bridge,
  agents,
}) => {
  await waitForBridge(page);
  await bridge.pause();
  await expect(page.getByTestId('bridge-status')).not.toHaveText('Bridge connected');
  await bridge.resume();
  await waitForBridge(page);
  expect(await appInFront(await agents('v1'))).toBe(calculator);
});

// The last: the stdio agent serves in place of the bridge from here on.
test('a restart of the bridge affects no client', async ({ console: page, bridge, agents }) => {
  await waitForBridge(page);
  const open = await Promise.all(agentKinds.map((kind) => agents(kind)));
  const seen = (): Promise<string[]> => Promise.all(open.map(appInFront));
  const same = agentKinds.map(() => calculator);
  expect(await seen()).toEqual(same);
  await bridge.restart();
  await waitForBridge(page);
  expect(await seen()).toEqual(same);
});
