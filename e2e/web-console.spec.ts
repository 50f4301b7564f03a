/** The console on the web: a static https host with a sub-path, whose address Chrome takes for a public one. */
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test';
import { connectAgent } from './agents.ts';
import { bridgeFile, startBridge } from './bridge-process.ts';
import { launchOptions } from './chromium.ts';
import { waitForBridge, waitForPhone } from './console-page.ts';
import { expect, test as base } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { noHttpsReason, startHttpsHost } from './https-host.ts';

interface WebFixtures {
  readonly host: Awaited<ReturnType<typeof startHttpsHost>>;
  /** `https://phone.example:12345`; `other.phone.example` is another origin of the same host. */
  readonly origin: string;
  readonly otherOrigin: string;
  /** The console's address. */
  readonly url: string;
  readonly web: BrowserContext;
}

interface WebWorkerFixtures {
  /** The host's port, which the browser takes for one of a public address. */
  readonly port: number;
  /** A browser that knows these names and trusts the host's certificate, also for service workers. */
  readonly webBrowser: Browser;
}

const subPath = '/some/where/';

const test = base.extend<WebFixtures, WebWorkerFixtures>({
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  host: [
    async ({ port }, use) => {
      const host = await startHttpsHost(subPath, port);
      await use(host);
      host.close();
    },
    { auto: true },
  ],
  origin: async ({ port }, use) => use(`https://phone.example:${port}`),
  otherOrigin: async ({ port }, use) => use(`https://other.phone.example:${port}`),
  url: async ({ origin }, use) => use(origin + subPath),
  web: async ({ webBrowser }, use) => {
    const context = await webBrowser.newContext({ serviceWorkers: 'allow' });
    await use(context);
    await context.close();
  },
  webBrowser: [
    async ({ port }, use) => {
      const browser = await chromium.launch({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--ignore-certificate-errors',
          '--host-resolver-rules=MAP *.example 127.0.0.1',
          `--ip-address-space-overrides=127.0.0.1:${port}=public`,
        ],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

// One worker, so that its browser starts once.
test.describe.configure({ mode: 'default' });

test.skip(noHttpsReason !== undefined, noHttpsReason);

/** Waits until the service worker answers for the page. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('the demo phone works there without a bridge, and without the host', async ({
  web,
  url,
  host,
}) => {
  const page = await web.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${url}?phone=demo`);
  await waitForPhone(page);
  await expect(page.getByTestId('screen-picture')).toBeVisible();
  for (const name of ['Tools', 'Timeline', 'Logs', 'Agents', 'Elements']) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByRole('tabpanel').getByTestId('problem')).toHaveCount(0);
  }
  await waitForServiceWorker(page);
  expect(errors).toEqual([]);
  expect(host.requests.filter((path) => !path.startsWith(subPath))).toEqual([]);

  host.close();
  await page.reload();
  await waitForPhone(page);
});

test('its pages forbid what a header would', async ({ web, url, otherOrigin, host }) => {
  const page = await web.newPage();
  await page.goto(url);
  await page.evaluate(async (foreign) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      document.body.append(`forbidden: ${effectiveDirective}; `),
    );
    await fetch(`${foreign}/stolen`).catch(() => undefined);
    const script = document.createElement('script');
    script.textContent = 'document.body.append("injected")';
    document.body.append(script);
  }, otherOrigin);
  await expect(page.locator('body')).toContainText('forbidden: connect-src; ');
  await expect(page.locator('body')).toContainText('forbidden: script-src-elem; ');
  await expect(page.locator('body')).not.toContainText('injected');
  expect(host.requests).not.toContain('/stolen');
});

test(
  'from the second load on, its service worker adds the other headers',
  { tag: '@more' },
  async ({ web, url, otherOrigin }) => {
    const other = await web.newPage();
    const frameConsole = async (): Promise<void> => {
      await other.goto(`${otherOrigin}/blank`);
      await other.evaluate((address) => {
        document.body.innerHTML = `<iframe src="${address}"></iframe>`;
      }, url);
    };
    await frameConsole();
    await expect(other.frameLocator('iframe').locator('#app')).toBeVisible();

    const page = await web.newPage();
    await page.goto(`${url}?phone=demo&live=off`);
    await waitForServiceWorker(page);
    const answer = await page.reload();
    expect(answer?.headers()).toMatchObject({
      'content-security-policy': "frame-ancestors 'self'",
    });
    await waitForPhone(page);
    const [worker] = page.workers();
    const policy = await page.evaluate(
      async (script) => (await fetch(script)).headers.get('content-security-policy'),
      worker?.url() ?? '',
    );
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);

    await frameConsole();
    await expect(other.frameLocator('iframe').locator('#sub-frame-error-details')).toBeVisible();
  },
);

test('a wrong address leads back to the console', { tag: '@more' }, async ({ web, url }) => {
  const page = await web.newPage();
  const answer = await page.goto(`${url}no/such/page.html`);
  expect(answer?.status()).toBe(404);
  const link = page.getByRole('link', { name: 'Open Handset' });
  await expect(link).toHaveJSProperty('href', url);
  await link.click();
  await expect(page.getByTestId('connect-demo')).toBeVisible();
});

test(
  'joins a bridge on this computer after both consents',
  { tag: '@more' },
  async ({ web, url, origin }) => {
    const bridge = await startBridge(bridgeFile, ['--allow-origin', origin]);
    try {
      const page = await web.newPage();
      await page.goto(
        `${url}?phone=demo&live=off${new URL(bridge.url).hash}&at=127.0.0.1:${bridge.port}`,
      );
      await waitForPhone(page);
      await page.getByTestId('bridge-question').getByRole('button', { name: 'Connect' }).click();
      // Until the user agrees, nothing is sent: Chrome would count it as denied.
      await expect(page.getByTestId('local-network')).toContainText('Chrome will ask');
      await expect(page.getByTestId('bridge-status')).toHaveText('Bridge connecting');
      await web.grantPermissions(['local-network-access'], { origin: origin });
      await waitForBridge(page);
      const agent = await connectAgent('v1', bridge);
      expect((await agent.call('get_screen_state')).isError).toBe(false);
      await agent.close();
    } finally {
      await bridge.stop();
    }
  },
);
