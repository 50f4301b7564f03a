import type { Agent } from './agents.ts';
import { bridgeConnected } from './console-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ demo: { activity: 'com.android.calculator2/.Calculator' } });

/** The `app:` line of a call that succeeds, else its error. */
async function appInFront(agent: Agent): Promise<string> {
  const { isError, text } = await agent.call('get_screen_state');
  return isError ? text : (/^app:.*$/m.exec(text)?.[0] ?? text);
}

const calculator = 'app:com.android.calculator2 activity:.Calculator';

/** What a call is told whose console went before it answered. */
const consoleClosed =
  'The Handset console closed during the call. The call may or may not have run; look at the screen before you repeat it.';

for (const kind of ['v1', 'v2', 'v2-auto', 'stdio'] as const) {
  test(`${kind}: a reload of the page disturbs no later call`, async ({
    console: page,
    agents,
  }) => {
    await bridgeConnected(page);
    const agent = await agents(kind);
    expect(await appInFront(agent)).toBe(calculator);
    await page.reload();
    // The socket of the page before may outlive it by a moment; a call on it is told so.
    expect([calculator, consoleClosed]).toContain(await appInFront(agent));
    await bridgeConnected(page);
    expect(await appInFront(agent)).toBe(calculator);
  });
}

for (const kind of ['v1', 'v2', 'v2-auto', 'stdio'] as const) {
  test(`${kind}: a restart of the bridge disturbs nobody`, async ({
    console: page,
    bridge,
    agents,
  }) => {
    await bridgeConnected(page);
    const agent = await agents(kind);
    expect(await appInFront(agent)).toBe(calculator);
    await bridge.restart();
    await bridgeConnected(page);
    expect(await appInFront(agent)).toBe(calculator);
  });
}

test('the console says that the bridge is away, and comes back by itself', async ({
  console: page,
  bridge,
  agents,
}) => {
  await bridgeConnected(page);
  await bridge.pause();
  await expect(page.getByTestId('bridge-status')).not.toHaveText('Bridge connected');
  await bridge.resume();
  await bridgeConnected(page);
  expect(await appInFront(await agents('v1'))).toBe(calculator);
});
