/** A console served by another host, and the bridge on this computer. */
import type { BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import { connectAgent } from './agents.ts';
import { axeViolations } from './axe.ts';
import { bridgeFile, startBridge, type Bridge } from './bridge-process.ts';
import { setRule, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, inFullBrowser, test } from './fixtures.ts';
import { hostedFile, rawRequest, startStaticHost } from './local-http.ts';

/** The fragment of the printed URL, with the bridge's host and port. */
const fragment = ({ url, port }: Bridge, at = `127.0.0.1:${port}`): string =>
  `${new URL(url).hash}&at=${at}`;

/** Whether the bridge reports a connected console. */
async function hasConsole({ port }: Bridge): Promise<boolean> {
  const { body } = await rawRequest(port, { path: '/healthz' });
  return z.object({ console: z.boolean() }).parse(JSON.parse(body)).console;
}

/** Serves the built console for every browser request to this origin. */
async function serveConsoleAt(context: BrowserContext, origin: string): Promise<void> {
  await context.route(`${origin}/**`, async (route) => {
    const file = await hostedFile(new URL(route.request().url()).pathname, '/');
    await route.fulfill(file ?? { status: 404 });
  });
}

/** Accepts joining the bridge that the link names. */
const acceptJoin = (page: Page): Promise<void> =>
  page.getByTestId('bridge-question').getByRole('button', { name: 'Connect' }).click();

test('joins if the bridge was started for this origin, and otherwise says how', async ({
  page,
}) => {
  const host = await startStaticHost('/');
  const closed = await startBridge();
  const open = await startBridge(bridgeFile, ['--allow-origin', host.origin]);
  try {
    await page.goto(`${host.origin}/?phone=demo&live=off${fragment(closed)}`);
    await waitForPhone(page);
    await acceptJoin(page);
    await page.getByRole('tab', { name: /^Agents/ }).click();
    const problem = page.getByTestId('bridge-link').getByTestId('problem');
    await expect(problem).toContainText(
      `npm start -- --port ${new URL(closed.url).port} --allow-origin ${host.origin}`,
    );

    // The link is pasted into the open console; the earlier bridge is forgotten.
    await page.goto(`${host.origin}/?phone=demo&live=off${fragment(open)}`);
    await acceptJoin(page);
    await waitForBridge(page);
    expect(page.url()).toBe(`${host.origin}/?phone=demo&live=off`);
    const agent = await connectAgent('v1', open);
    expect((await agent.call('get_screen_state')).isError).toBe(false);
    await agent.close();
    await page.reload();
    await waitForBridge(page);

    // The agents' token is shown only by the bridge's own page.
    const stored = z.string().parse(await page.evaluate('JSON.stringify(localStorage)'));
    expect(stored + (await page.content())).not.toContain(open.token);
  } finally {
    host.close();
    await closed.stop();
    await open.stop();
  }
});

test('asks the user before it connects to another bridge than the known one', async ({ page }) => {
  const host = await startStaticHost('/');
  // Records requests, as the bridge of another program could.
  const trap = await startStaticHost('/');
  const allow = ['--allow-origin', host.origin];
  const [known, other] = await Promise.all([
    startBridge(bridgeFile, allow),
    startBridge(bridgeFile, allow),
  ]);
  const at = (fragment: string): string => `${host.origin}/?phone=demo&live=off${fragment}`;
  const question = page.getByTestId('bridge-question');
  try {
    await page.goto(at(fragment(known)));
    await expect(question).toContainText(`the bridge at 127.0.0.1:${known.port}`);
    expect(await axeViolations(page)).toEqual([]);
    await acceptJoin(page);
    await waitForBridge(page);
    await page.getByRole('tab', { name: /^Agents/ }).click();

    await test.step('refusing changes nothing', async () => {
      for (const isOpen of [true, false]) {
        if (!isOpen) await page.goto('about:blank');
        await page.goto(at(fragment(other, new URL(trap.origin).host)));
        await expect(question).toContainText(
          `A link asks Handset to connect to the bridge at ${new URL(trap.origin).host}`,
        );
        await expect(question).toContainText(
          `disconnect from the bridge at 127.0.0.1:${known.port}`,
        );
        await waitForBridge(page);
        await question.getByRole('button', { name: 'Cancel' }).click();
        await expect(question).toBeHidden();
      }
      await page.reload();
      await waitForBridge(page);
      expect(await hasConsole(known)).toBe(true);
      expect(trap.requests).toEqual([]);
    });

    await test.step('a bridge that rejects the page does not replace the known one', async () => {
      await page.goto(at(`#bridge=${'x'.repeat(43)}&at=127.0.0.1:${other.port}`));
      await acceptJoin(page);
      await expect(page.getByTestId('link-error')).toContainText('This link is out of date.');
      await waitForBridge(page);
      expect([await hasConsole(known), await hasConsole(other)]).toEqual([true, false]);
    });

    await test.step('the user can go back from a bridge that does not answer', async () => {
      await page.goto(at(fragment(other, new URL(trap.origin).host)));
      await acceptJoin(page);
      await expect(page.getByTestId('bridge-status')).toHaveText('Bridge disconnected');
      await page.getByRole('button', { name: `Back to 127.0.0.1:${known.port}` }).click();
      await waitForBridge(page);
      expect(await hasConsole(known)).toBe(true);
    });

    await test.step('after Join and connecting, the other bridge is the known one', async () => {
      await setRule(page, 'act', 'Ask me');
      const [before, after] = await Promise.all([
        connectAgent('v1', known),
        connectAgent('v1', other),
      ]);
      const trusted = before.call('press_home');
      await page.getByRole('button', { name: 'Allow actions' }).click();
      expect((await trusted).isError).toBe(false);
      await expect(page.getByTestId('agents-seen')).toContainText('Allowed to act without asking');

      await page.goto(at(fragment(other)));
      await expect(question).toBeVisible();
      expect(await hasConsole(other)).toBe(false);
      await acceptJoin(page);
      await waitForBridge(page);
      // Trust does not carry over to an agent of another bridge.
      await expect(page.getByTestId('agents-seen')).not.toContainText(
        'Allowed to act without asking',
      );
      const pendingCall = after.call('press_home');
      await page.getByTestId('question').getByRole('button', { name: 'Deny', exact: true }).click();
      expect((await pendingCall).text).toContain('The user denied');
      await Promise.all([before.close(), after.close()]);
      await page.reload();
      await waitForBridge(page);
      expect([await hasConsole(known), await hasConsole(other)]).toEqual([false, true]);
      await page.goto('about:blank');
      await page.goto(at(fragment(other)));
      await waitForBridge(page);
      await expect(question).toBeHidden();
    });
  } finally {
    host.close();
    trap.close();
    await Promise.all([known.stop(), other.stop()]);
  }
});

test('never sends the secret to another computer', async ({ page, bridge }) => {
  const host = await startStaticHost('/');
  // The name resolves to this computer, but is not one of the three that the console accepts.
  const trap = new URL(host.origin).port;
  try {
    await page.goto(`${host.origin}/${fragment(bridge, `localhost.:${trap}`)}`);
    await expect(page.getByTestId('bridge-status')).toHaveText('Refused by bridge');
    expect(page.url()).toBe(`${host.origin}/`);
    const stored = z.string().parse(await page.evaluate('JSON.stringify(localStorage)'));
    expect(stored).not.toContain(new URL(bridge.url).hash.slice('#bridge='.length));
    expect(host.requests).not.toContain('/socket');
  } finally {
    host.close();
  }
});

test(
  'explains Chrome’s prompt before it connects to the bridge',
  { tag: [inFullBrowser.tag, '@more'] },
  async ({ page, context }) => {
    const origin = 'https://phone.example';
    await serveConsoleAt(context, origin);
    const bridge = await startBridge(bridgeFile, ['--allow-origin', origin]);
    try {
      await page.goto(`${origin}/?phone=demo&live=off${fragment(bridge)}`);
      await acceptJoin(page);
      const note = page.getByTestId('local-network');
      await expect(note).toContainText('Chrome will ask');
      // A socket opened without waiting would have failed by now: Chrome would count it as denied.
      await waitForPhone(page);
      await expect(page.getByTestId('bridge-status')).toHaveText('Bridge connecting');
      expect(await hasConsole(bridge)).toBe(false);
      await page.getByTestId('local-network-continue').click();
      await expect(note).toHaveCount(0);
      // A headless Chrome cannot prompt and denies.
      await page.getByRole('tab', { name: /^Agents/ }).click();
      await expect(page.getByTestId('local-network-denied')).toBeVisible();
      expect(await hasConsole(bridge)).toBe(false);
      await context.grantPermissions(['local-network-access'], { origin });
      await waitForBridge(page);
      await expect(page.getByTestId('local-network-denied')).toHaveCount(0);
      expect(await hasConsole(bridge)).toBe(true);
    } finally {
      await bridge.stop();
    }
  },
);

test(
  'the built console works from a sub-path of any static host',
  { tag: '@more' },
  async ({ page, pageErrors }) => {
    const host = await startStaticHost('/some/where/');
    try {
      await page.goto(`${host.origin}/some/where/`);
      await page.getByTestId('connect-demo').click();
      await waitForPhone(page);
      await expect(page.getByTestId('screen-picture')).toBeVisible();
      await expect(page.getByTestId('bridge-status')).not.toContainText('connected');
      expect(pageErrors).toEqual([]);
    } finally {
      host.close();
    }
  },
);
