import type { BrowserContext, Page } from '@playwright/test';
import type { Agent } from './agents.ts';
import type { Bridge } from './bridge-process.ts';
import { waitForBridge, consoleUrl, waitForPhone } from './console-page.ts';
import { expect, ownBridge, test } from './fixtures.ts';

const calculator = 'com.android.calculator2/.Calculator';
const settings = 'com.android.settings/.Settings';
// The pages do not read the screen, so that no call waits for them.
test.use({ demo: { activity: calculator } });
ownBridge();

/** Opens a second tab with its own demo phone of the same Android version. */
async function openSecond(context: BrowserContext, bridge: Bridge): Promise<Page> {
  const page = await context.newPage();
  const demo = { phone: 'demo', activity: settings, live: 'off' } as const;
  await page.goto(consoleUrl(bridge.url, demo));
  await waitForPhone(page);
  await waitForBridge(page);
  return page;
}

/** The package and activity that the agent's calls see; the error if the call fails. */
async function appInFront(agent: Agent): Promise<string> {
  const { isError, text } = await agent.call('get_screen_state');
  const app = /^app:(\S+) activity:(\S+)$/m.exec(text);
  return isError || app === null ? text : `${app[1]}/${app[2]}`;
}

/** Calls until the agent sees `expected`; fails if any call before saw `never`. */
async function expectOnlyApp(agent: Agent, expected: string, never: string): Promise<void> {
  const seen: string[] = [];
  const recordApp = async (): Promise<string> => {
    const app = await appInFront(agent);
    seen.push(app);
    return app;
  };
  await expect.poll(recordApp).toContain(expected);
  expect(seen).not.toContain(never);
}

interface ListedPhone {
  readonly serial: string;
  readonly console: string;
  readonly current: boolean;
}

/** The agent's list_phones, each as `console 1, current`. */
async function phoneList(agent: Agent): Promise<readonly string[]> {
  const phones = await listPhones(agent);
  return phones.map(({ console, current }) => (current ? `${console}, current` : console));
}

async function listPhones(agent: Agent): Promise<readonly ListedPhone[]> {
  const { data, text } = await agent.call('list_phones');
  // The client has checked the tool's output schema.
  return (data?.['phones'] ?? [text]) as readonly ListedPhone[];
}

async function makeDefault(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Agents' }).click();
  await page.getByTestId('make-default').click();
  await expect(page.getByTestId('make-default')).toBeHidden();
}

test('an agent that chose a phone reaches it; others reach the user’s default', async ({
  console: first,
  bridge,
  context,
  agents,
}) => {
  await waitForBridge(first);
  const chooser = await agents('v2', '/chooser');
  const follower = await agents('v1', '/follower');
  expect(await phoneList(chooser)).toEqual(['console 1, current']);

  // A new console does not take over calls.
  const second = await openSecond(context, bridge);
  await expect.poll(() => phoneList(chooser)).toEqual(['console 1, current', 'console 2']);
  expect(await appInFront(chooser)).toBe(calculator);

  // An agent's choice affects only its own calls.
  const serial = (await listPhones(chooser))[1]?.serial;
  const chosen = await chooser.call('use_phone', { serial });
  expect(chosen.text).toContain(`(serial ${serial}, console 2).`);
  expect([await appInFront(chooser), await appInFront(follower)]).toEqual([settings, calculator]);
  expect(await phoneList(chooser)).toEqual(['console 1', 'console 2, current']);
  expect(await phoneList(follower)).toEqual(['console 1, current', 'console 2']);

  // The choice survives a reload of the chosen page.
  const [reloaded] = await Promise.all([
    second.reload(),
    expectOnlyApp(chooser, settings, calculator),
  ]);
  expect(reloaded?.ok()).toBe(true);
  await waitForPhone(second);
  await expectOnlyApp(chooser, settings, calculator);
  expect(await appInFront(follower)).toBe(calculator);

  // When that page is gone, the agent's calls fail instead of reaching the other phone.
  await second.close();
  const gone = `The phone ${serial} that you chose with use_phone is not connected`;
  await expectOnlyApp(chooser, gone, calculator);
  expect((await chooser.call('press_home')).isError).toBe(true);
  expect(await appInFront(follower)).toBe(calculator);
  expect((await chooser.call('list_phones')).text).toContain('note:your calls fail');
  await chooser.call('use_phone');
  expect(await appInFront(chooser)).toBe(calculator);
});

test(
  'the user chooses the default console, and a reload keeps it',
  { tag: '@more' },
  async ({ console: first, bridge, context, agents }) => {
    await waitForBridge(first);
    const agent = await agents('v2-auto');
    const second = await openSecond(context, bridge);

    // The default page stays the default after a reload.
    await first.reload();
    await waitForBridge(first);
    await waitForPhone(first);
    await expect.poll(() => phoneList(agent)).toEqual(['console 1, current', 'console 2']);

    await makeDefault(second);
    await expect.poll(() => phoneList(agent)).toEqual(['console 1', 'console 2, current']);
    expect(await appInFront(agent)).toBe(settings);
    await second.reload();
    await waitForBridge(second);
    await waitForPhone(second);
    await expect.poll(() => appInFront(agent)).toBe(settings);

    // When the default page is gone, the other one becomes the default.
    await second.close();
    await expect.poll(() => appInFront(agent)).toBe(calculator);
    expect(await phoneList(agent)).toEqual(['console 1, current']);
  },
);
