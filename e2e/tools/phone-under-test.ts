/** Demo phones in consoles of their own, used as an agent does: only by tools. */
import type { Browser, Page } from '@playwright/test';
import {
  type PhoneConsole,
  type PhoneOptions,
  type ToolCases,
  inputBackendOf,
  PhoneUnderTest,
} from '#core/demo-phone/testing/phone-under-test.ts';
import { connectAgent } from '../agents.ts';
import { bridgeFile, startBridge } from '../bridge-process.ts';
import { browserPath } from '../chromium.ts';
import { consoleUrl, giveAdbKey, waitForBridge, waitForPhone } from '../console-page.ts';
import { test as base, noBrowserReason } from '../fixtures.ts';

export interface BrowserPhoneOptions extends PhoneOptions {
  /** Whether the live view is on; pictures then come from the video. */
  readonly live?: boolean;
  /** The folder on the computer that agents may use. */
  readonly filesFolder?: string;
}

/** Opens a console with this phone, and a bridge for it. */
export async function openConsole(
  browser: Browser,
  options: BrowserPhoneOptions,
): Promise<PhoneConsole> {
  const { filesFolder } = options;
  const bridge = await startBridge(bridgeFile, filesFolder ? ['--files', filesFolder] : []);
  const page = await browser.newPage({ serviceWorkers: 'block' });
  await allowRiskyCalls(page);
  await giveAdbKey(page);
  const { android, faults = [], latency = 'none', live = false } = options;
  const query = { android: String(android), faults: faults.join(), latency } as const;
  const liveOff = live ? {} : ({ live: 'off' } as const);
  await page.goto(consoleUrl(bridge.url, { ...query, ...liveOff, phone: 'demo' }));
  await waitForPhone(page);
  await waitForBridge(page);
  return {
    connectAgent: (name) => connectAgent('v2', bridge, name === undefined ? '' : `/${name}`),
    close: async () => {
      await page.close();
      await bridge.stop();
    },
  };
}

/** Nobody is there to answer questions. The tests of the policy have consoles of their own. */
export async function allowRiskyCalls(
  page: Page,
  toolRules: Readonly<Record<string, 'ask'>> = {},
): Promise<void> {
  const controls = JSON.stringify({ rules: { risk: 'allow' }, toolRules, allTools: true });
  await page.addInitScript((text) => localStorage.setItem('handset.controls', text), controls);
}

interface PhoneFixtures {
  /** Opens a phone with a connected agent; the fixture closes it. */
  readonly openPhone: (options: BrowserPhoneOptions) => Promise<PhoneUnderTest>;
}

export const test = base.extend<PhoneFixtures>({
  openPhone: async ({ browser }, use) => {
    const open: PhoneUnderTest[] = [];
    await use(async (options) => {
      const phone = await PhoneUnderTest.in(await openConsole(browser, options), options);
      open.push(phone);
      return phone;
    });
    await Promise.all(open.map((phone) => phone.close()));
  },
});

/** Declares the tests for one phone; they run in order, in parallel with those of other phones. */
export function testOn(options: BrowserPhoneOptions, cases: ToolCases): void {
  const liveSuffix = options.live === true ? ', live' : '';
  test.describe(`Android ${options.android}, ${inputBackendOf(options)}${liveSuffix}`, () => {
    test.describe.configure({ mode: 'default' });
    test.skip(browserPath === undefined, noBrowserReason);
    let phone: PhoneUnderTest;
    test.beforeAll(async ({ browser }) => {
      phone = await PhoneUnderTest.in(await openConsole(browser, options), options);
    });
    test.afterAll(() => phone.close());
    for (const [name, run] of Object.entries(cases)) {
      test(name, async () => {
        await phone.reset();
        await run(phone);
      });
    }
  });
}
