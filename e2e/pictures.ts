/** `npm run pictures`: takes the README's screenshots again, from the real console with a real agent. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from '@playwright/test';
import { connectAgent } from './agents.ts';
import { type Bridge, startBridge } from './bridge-process.ts';
import { launchOptions } from './chromium.ts';
import {
  waitForBridge,
  consoleUrl,
  waitForPhone,
  setScreenMode,
  elementRow,
} from './console-page.ts';

const folder = join(import.meta.dirname, '..', 'public', 'pictures');
const activity = 'com.android.settings/.Settings';

/** The themes and window sizes in which each panel is shown. */
const layouts = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
} as const;

/** The panels, in order; each function opens its panel from the one before. */
const panels: Readonly<Record<string, (page: Page, bridge: Bridge) => Promise<unknown>>> = {
  elements: openInspector,
  tools: openTool,
  timeline: runAgentCalls,
  logs: (page) => openPanel(page, 'Logs'),
  agents: (page) => openPanel(page, 'Agents'),
};

await mkdir(folder, { recursive: true });
const browser = await chromium.launch(launchOptions);
try {
  for (const layout of Object.keys(layouts))
    await capturePanels(browser, layout as keyof typeof layouts); // The keys of `layouts`.
} finally {
  await browser.close();
}

async function capturePanels(from: Browser, layout: keyof typeof layouts): Promise<void> {
  const bridge = await startBridge();
  const context = await from.newContext(layouts[layout]);
  const page = await context.newPage();
  await page.goto(bridge.url);
  await page.getByTestId('connect-demo').waitFor();
  await capture(page, `welcome-${layout}`);
  await page.goto(consoleUrl(bridge.url, { phone: 'demo', activity }));
  await Promise.all([waitForPhone(page), waitForBridge(page)]);
  await page.locator('[data-testid="live-line"][data-state="video"]').waitFor();
  for (const [name, openFromPrevious] of Object.entries(panels)) {
    await openFromPrevious(page, bridge);
    await capture(page, `${name}-${layout}`);
  }
  if (layout === 'light') await saveAnnotatedScreenshot(bridge);
  await context.close();
  await bridge.stop();
}

async function capture(page: Page, name: string): Promise<void> {
  // Wait for fades and image decoding.
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 82 });
}

async function openPanel(page: Page, name: string): Promise<void> {
  // Safe pattern: panel names are constants.
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) });
  await tab.click();
  // On a narrow page the panel is below the phone.
  await tab.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.evaluate(() => scrollBy(0, -120));
}

async function openInspector(page: Page): Promise<void> {
  await setScreenMode(page, 'inspect');
  await openPanel(page, 'Elements');
  await elementRow(page, 'Network & internet').first().click();
}

async function openTool(page: Page): Promise<void> {
  await openPanel(page, 'Tools');
  await page
    .getByRole('button', { name: /^Query elements/ })
    .or(page.getByRole('option', { name: /^Query elements/ }))
    .first()
    .click();
}

async function runAgentCalls(page: Page, bridge: Bridge): Promise<void> {
  const agent = await connectAgent('v1', bridge, '/claude-code');
  await agent.call('summarize_screen', {});
  await agent.call('click_element', { selector: ':text("Battery")' });
  await agent.call('get_screen_state', { include_screenshot: true });
  await agent.close();
  await openPanel(page, 'Timeline');
}

/** Saves the screenshot that an agent gets with include_screenshot. */
async function saveAnnotatedScreenshot(bridge: Bridge): Promise<void> {
  const agent = await connectAgent('v1', bridge);
  const { images } = await agent.call('get_screen_state', { include_screenshot: true });
  await agent.close();
  const [picture] = images;
  if (!picture) throw new Error('The agent got no picture.');
  await writeFile(join(folder, 'annotated.jpg'), picture.bytes);
}
