/** A console that another host served, and the bridge on this computer. */
import type { BrowserContext } from '@playwright/test';
import { z } from 'zod';
import { openAgent } from './agents.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { bridgeConnected, phoneConnected } from './console-page.ts';
import { expect, inFullBrowser, test } from './fixtures.ts';
import { rawRequest } from './raw-http.ts';
import { hostedFile, startStaticHost } from './static-host.ts';

/** The fragment of the printed address, with the bridge's place. */
const fragment = ({ url, port }: Bridge, at = `127.0.0.1:${port}`): string =>
  `${new URL(url).hash}&at=${at}`;

/** Every request of the browser for this host is answered with the built console. */
async function hostAt(context: BrowserContext, origin: string): Promise<void> {
  await context.route(`${origin}/**`, async (route) => {
    const file = await hostedFile(new URL(route.request().url()).pathname, '/');
    await route.fulfill(file ?? { status: 404 });
  });
}

test('joins when the bridge was started for it, and else says how', async ({ page }) => {
  const host = await startStaticHost('/');
  const closed = await startBridge();
  const open = await startBridge(bridgeFile, ['--allow-origin', host.origin]);
  try {
    await page.goto(`${host.origin}/?phone=demo${fragment(closed)}`);
    await phoneConnected(page);
    await page.getByRole('tab', { name: /^Agents/ }).click();
    const problem = page.getByTestId('bridge-link').getByTestId('problem');
    await expect(problem).toContainText(`npm start -- --allow-origin ${host.origin}`);

    // Pasted where the console is open; what it named before is forgotten.
    await page.goto(`${host.origin}/?phone=demo${fragment(open)}`);
    await bridgeConnected(page);
    expect(page.url()).toBe(`${host.origin}/?phone=demo`);
    const agent = await openAgent('v1', open);
    expect((await agent.call('get_screen_state')).isError).toBe(false);
    await agent.close();
    await page.reload();
    await bridgeConnected(page);

    // The token is for agents that the person sets up at the bridge's own page.
    const stored = z.string().parse(await page.evaluate('JSON.stringify(localStorage)'));
    expect(stored + (await page.content())).not.toContain(open.token);
  } finally {
    host.close();
    await closed.stop();
    await open.stop();
  }
});

test('never takes the secret anywhere but to this computer', async ({ page, bridge }) => {
  const host = await startStaticHost('/');
  // By this name it would be reached, but it is not one of the three that a bridge answers to.
  const trap = new URL(host.origin).port;
  try {
    await page.goto(`${host.origin}/${fragment(bridge, `localhost.:${trap}`)}`);
    await expect(page.getByTestId('bridge-status')).toHaveText('Bridge refused');
    expect(page.url()).toBe(`${host.origin}/`);
    const stored = z.string().parse(await page.evaluate('JSON.stringify(localStorage)'));
    expect(stored).not.toContain(new URL(bridge.url).hash.slice('#bridge='.length));
    expect(host.requests).not.toContain('/socket');
  } finally {
    host.close();
  }
});

test(
  'explains what Chrome will ask, and only then reaches for the bridge',
  inFullBrowser,
  async ({ page, context }) => {
    const origin = 'https://phone.example';
    await hostAt(context, origin);
    const bridge = await startBridge(bridgeFile, ['--allow-origin', origin]);
    const reached = async (): Promise<unknown> =>
      JSON.parse((await rawRequest(bridge.port, { path: '/healthz' })).body);
    try {
      await page.goto(`${origin}/?phone=demo${fragment(bridge)}`);
      const note = page.getByTestId('local-network');
      await expect(note).toContainText('Chrome will ask');
      // Time enough for a socket that would not wait: Chrome would have taken it for a no.
      await phoneConnected(page);
      await expect(page.getByTestId('bridge-status')).toHaveText('Bridge connecting');
      expect(await reached()).toMatchObject({ console: false });
      await page.getByTestId('local-network-continue').click();
      await expect(note).toHaveCount(0);
      // Without a window to ask in, Chrome takes it for a no.
      await page.getByRole('tab', { name: /^Agents/ }).click();
      await expect(page.getByTestId('local-network-denied')).toBeVisible();
      expect(await reached()).toMatchObject({ console: false });
      await context.grantPermissions(['local-network-access'], { origin });
      await bridgeConnected(page);
      await expect(page.getByTestId('local-network-denied')).toHaveCount(0);
      expect(await reached()).toMatchObject({ console: true });
    } finally {
      await bridge.stop();
    }
  },
);
