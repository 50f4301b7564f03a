/** `npm run pictures`: takes the README's pictures anew, from the real console and a real agent. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, chromium } from '@playwright/test';
import { openAgent } from './agents.ts';
import { type Bridge, startBridge } from './bridge-process.ts';
import { launchOptions } from './chromium.ts';
import { bridgeConnected, consoleUrl, phoneConnected } from './console-page.ts';

const folder = join(import.meta.dirname, '..', 'public');
const activity = 'com.android.settings/.Settings';

const bridge = await startBridge();
const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(consoleUrl(bridge.url, { phone: 'demo', activity }));
  await Promise.all([phoneConnected(page), bridgeConnected(page)]);
  await takeConsole(page);
  await takeAnnotated(bridge);
} finally {
  await browser.close();
  await bridge.stop();
}

/** The console with one row of the phone's list chosen. */
async function takeConsole(page: Page): Promise<void> {
  await page.getByTestId('element-row').filter({ hasText: 'Battery' }).first().click();
  await page.getByTestId('screen-picture').waitFor();
  // The row's highlight fades in.
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, 'console.png') });
}

/** What an agent gets with include_screenshot. */
async function takeAnnotated(from: Bridge): Promise<void> {
  const agent = await openAgent('v1', from);
  const { images } = await agent.call('get_screen_state', { include_screenshot: true });
  await agent.close();
  const [picture] = images;
  if (!picture) throw new Error('The agent got no picture.');
  await writeFile(join(folder, 'annotated.jpg'), picture.bytes);
}
