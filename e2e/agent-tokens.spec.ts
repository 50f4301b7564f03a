/** The Agents panel makes, limits and revokes tokens of single agents; real clients use what it shows. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { type Agent, connectAgent } from './agents.ts';
import { axeViolations } from './axe.ts';
import { consoleUrl, giveAdbKey, setRule, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, ownBridge, test } from './fixtures.ts';

ownBridge();

const configSchema = z.object({
  mcpServers: z.object({
    handset: z.object({ url: z.url(), headers: z.object({ Authorization: z.string() }) }),
  }),
});

const section = (page: Page) => page.getByTestId('section-tokens');
const rowOf = (page: Page, agent: string) => section(page).locator(`[data-token-of="${agent}"]`);
const seen = (page: Page, agent: string) =>
  page.getByTestId('agents-seen').locator(`[data-agent="${agent}"]`);

async function openTokens(page: Page): Promise<void> {
  await waitForBridge(page);
  await page.getByRole('tab', { name: /^Agents/ }).click();
  await section(page).getByRole('heading', { name: 'Agent tokens' }).click();
}

/** Makes a token in the panel and returns what its configuration for any client has. */
async function makeToken(
  page: Page,
  agent: string,
  more: { grade?: string; phone?: string; until?: string } = {},
) {
  await section(page).getByRole('button', { name: 'New agent token' }).click();
  await page.getByTestId('token-name').fill(agent);
  if (more.grade !== undefined) await page.getByTestId('token-grade').selectOption(more.grade);
  if (more.phone !== undefined) await page.getByTestId('token-phone').selectOption(more.phone);
  if (more.until !== undefined) await page.getByTestId('token-until').fill(more.until);
  await page.getByRole('button', { name: 'Make token' }).click();
  const made = page.getByTestId('made-token');
  await expect(made).toContainText(`Token of ${agent}`);
  await made.getByText('Another client, address, token').click();
  await made.getByText('Any other client').click();
  await made.getByTestId('reveal-token').click();
  const text = await made.getByTestId('client-config').innerText();
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(made).toHaveCount(0);
  const { url, headers } = configSchema.parse(JSON.parse(text)).mcpServers.handset;
  return { url, token: headers.Authorization.replace('Bearer ', '') };
}

const point = { x: 540, y: 1_200 };

test('an agent with a token of its own: its name can’t be borrowed, and revoking ends it', async ({
  console: page,
  bridge,
  agents,
}) => {
  await openTokens(page);
  await expect(section(page)).toContainText('None');
  await section(page).getByRole('button', { name: 'New agent token' }).click();
  await page.getByTestId('token-name').fill('two words');
  await expect(page.getByTestId('token-name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('button', { name: 'Make token' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const { url, token } = await makeToken(page, 'reader', { grade: 'Read only' });
  expect(url).toBe(bridge.mcp);
  expect(await page.content()).not.toContain(token);
  await expect(rowOf(page, 'reader')).toContainText('Read only');
  await expect(rowOf(page, 'reader')).toContainText('Never used');
  // The page's address and storage do not have it either.
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain(token);

  // What it calls itself does not matter.
  const own = await connectAgent('v1', { ...bridge, token }, '/somebody');
  const tools = await own.listTools();
  expect(tools).toContain('get_screen_tree');
  expect(tools).not.toContain('tap');
  expect((await own.call('get_screen_tree')).isError).toBe(false);
  expect((await own.call('tap', point)).text).toMatch(
    /^This agent's token is read-only, and `tap` acts on the phone\. Nothing was done\./,
  );
  await expect(seen(page, 'reader')).toContainText('2 calls, 1 denied');
  await expect(seen(page, 'reader')).toContainText('With a token of its own');
  await expect(seen(page, 'somebody')).toHaveCount(0);
  await expect(rowOf(page, 'reader')).toContainText('Connected');

  // Another program that claims the name gets neither the name nor what goes by it.
  const other = await agents('v1', '/reader');
  expect((await other.call('tap', point)).isError).toBe(false);
  await expect(seen(page, 'reader-shared')).toContainText('1 call');
  await expect(seen(page, 'reader-shared')).not.toContainText('With a token of its own');
  await page.getByRole('button', { name: 'Block reader', exact: true }).click();
  expect((await own.call('get_screen_tree')).text).toContain('has blocked this agent');
  expect((await other.call('get_screen_tree')).isError).toBe(false);
  await page.getByRole('button', { name: 'Unblock reader', exact: true }).click();

  const running = own.call('wait_for_element', { by: 'text', value: 'Nowhere', timeout: 30_000 });
  await expect(seen(page, 'reader')).toContainText('running since');
  await rowOf(page, 'reader').getByRole('button', { name: 'Revoke the token of reader' }).click();
  const question = page.getByTestId('revoke-token');
  await expect(question).toContainText('Its running calls end');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'reader')).toHaveCount(1);
  await rowOf(page, 'reader').getByRole('button', { name: 'Revoke the token of reader' }).click();
  await question.getByTestId('confirm').click();
  expect((await running).text).toMatch(
    /^The user has revoked this agent's token\. The call may or may not have run\./,
  );
  await expect(rowOf(page, 'reader')).toHaveCount(0);
  await expect(own.call('get_screen_tree')).rejects.toThrow(/it was revoked/);
  await expect(connectAgent('v1', { ...bridge, token })).rejects.toThrow(/it was revoked/);
  await own.close();
});

test(
  'a token that asks does so whatever the rules allow, and each time',
  { tag: '@more' },
  async ({ console: page, bridge }) => {
    await openTokens(page);
    const { token } = await makeToken(page, 'asker', { grade: 'Ask before each action' });
    const agent = await connectAgent('v2-auto', { ...bridge, token });
    const question = page.getByTestId('question');
    for (const name of ['Allow once', 'Deny'] as const) {
      const call = agent.call('tap', point);
      await expect(question).toContainText('asker');
      // Only for this call: trust would lift the limit.
      await expect(question.getByRole('button', { name: 'Allow actions' })).toHaveCount(0);
      await question.getByRole('button', { name, exact: true }).click();
      expect((await call).isError).toBe(name === 'Deny');
    }
    await setRule(page, 'act', 'Off');
    expect((await agent.call('tap', point)).text).toMatch(/^The user has given agents read-only/);
    await agent.close();
  },
);

test(
  'a token for one phone reaches no other',
  { tag: '@more' },
  async ({ console: page, bridge, context }) => {
    await openTokens(page);
    const second = await context.newPage();
    await giveAdbKey(second);
    await second.goto(consoleUrl(bridge.url, { phone: 'demo', android: '11', live: 'off' }));
    await waitForPhone(second);
    const phones = page.getByTestId('token-phone').locator('option');
    await section(page).getByRole('button', { name: 'New agent token' }).click();
    await expect(phones).toHaveCount(3);
    const [, own = '', other = ''] = await phones.evaluateAll((options) =>
      options.map((option) => (option as HTMLOptionElement).value),
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
    const { token } = await makeToken(page, 'narrow', { phone: other });
    await expect(rowOf(page, 'narrow')).toContainText(`(${other})`);
    const agent = await connectAgent('v1', { ...bridge, token });
    const list = (await agent.call('list_phones')).text;
    expect(list).toContain(other);
    expect(list).not.toContain(own);
    expect((await agent.call('use_phone', { serial: own })).text).toMatch(
      /^This agent's token is only for the phone .* Nothing was done\./,
    );
    // The default console has the other phone; the call goes where its own is.
    expect((await agent.call('press_home')).isError).toBe(false);
    await expect(seen(second, 'narrow')).toHaveCount(0);
    await second.getByRole('tab', { name: /^Agents/ }).click();
    await expect(seen(second, 'narrow')).toContainText('Home');
    await second.close();
    await expect
      .poll(async () => (await agent.call('press_home')).text, { timeout: 30_000 })
      .toMatch(/^This agent's token is only for the phone/);
    await agent.close();
  },
);

test('a token ends with a day', { tag: '@more' }, async ({ console: page, bridge }) => {
  await openTokens(page);
  await section(page).getByRole('button', { name: 'New agent token' }).click();
  await page.getByTestId('token-name').fill('guest');
  await page.getByTestId('token-until').fill('2020-01-01');
  await page.getByRole('button', { name: 'Make token' }).click();
  await expect(page.getByTestId('new-token-form').getByTestId('problem')).toContainText(
    'can’t end in the past',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  const { token } = await makeToken(page, 'guest', { until: '2099-12-31' });
  await expect(rowOf(page, 'guest')).toContainText('2099');
  const agent = await connectAgent('v1', { ...bridge, token });
  expect((await agent.call('get_screen_tree')).isError).toBe(false);
  await page.clock.setFixedTime('2100-01-01T12:00:00');
  // A new panel looks at the clock at once.
  await page.getByRole('tab', { name: /^Logs/ }).click();
  await page.getByRole('tab', { name: /^Agents/ }).click();
  await expect(rowOf(page, 'guest')).toContainText('Expired');
  await agent.close();
});

test('the shared token serves agents until the user turns that off', async ({
  console: page,
  bridge,
  agents,
}) => {
  await openTokens(page);
  const shared: Agent = await agents('v1', '/old');
  expect((await shared.call('get_screen_tree')).isError).toBe(false);
  const { token } = await makeToken(page, 'new');
  await section(page).getByTestId('own-only').click();
  await expect(section(page).getByTestId('own-only')).toHaveAttribute('aria-checked', 'true');
  await expect(shared.call('get_screen_tree')).rejects.toThrow(
    /Agents need a token of their own here: .*“New agent token” in the Agents panel/,
  );
  const own = await connectAgent('v1', { ...bridge, token });
  expect((await own.call('get_screen_tree')).isError).toBe(false);
  // The console itself needs no agent's token, after a reload neither.
  await page.reload();
  await openTokens(page);
  await page.getByTestId('section-connect').getByRole('heading').click();
  await expect(page.getByTestId('section-connect')).toContainText(
    'You let only agents with a token of their own connect.',
  );
  await section(page).getByTestId('own-only').click();
  await expect(section(page).getByTestId('own-only')).toHaveAttribute('aria-checked', 'false');
  expect((await shared.call('get_screen_tree')).isError).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
  await own.close();
});
