/**
 * `npm run demo`: prints what an agent gets from the demo phone through a real MCP client, bridge,
 * headless browser, worker and ADB. The text goes to stdout, everything else to stderr.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { type Answer, openAgent } from './agents.ts';
import { type Bridge, startBridge } from './bridge-process.ts';
import { browserPath, launchOptions } from './chromium.ts';
import { bridgeConnected, consoleUrl, phoneDecided } from './console-page.ts';
import { type DemoRun, readArguments } from './demo-arguments.ts';
import { UsageError } from './demo-options.ts';

/** Timeout of the whole run: the start, and a call with the slowest fault. */
const deadlineMs = 120_000;

const say = (words: string): void => {
  process.stderr.write(`${words}\n`);
};

async function main(): Promise<number> {
  const run = await readArguments(process.argv.slice(2));
  if (browserPath === undefined) {
    throw new Error('No Chrome or Chromium found. Install one, or name it in HANDSET_BROWSER.');
  }
  const bridge = await startBridge();
  const browser = await chromium.launch(launchOptions);
  try {
    await openConsole(browser, bridge, run);
    return await answerTo(run, bridge);
  } finally {
    await browser.close();
    await bridge.stop();
  }
}

async function openConsole(browser: Browser, bridge: Bridge, run: DemoRun): Promise<void> {
  const page = await browser.newPage();
  const { query, capture } = run;
  await page.goto(
    consoleUrl(bridge.url, { ...query, live: 'off', ...(!capture && { phone: 'demo' }) }),
  );
  if (capture) await page.locator('#capture-files').setInputFiles([...capture]);
  await Promise.all([phoneDecided(page), bridgeConnected(page)]);
  say(`Phone: ${await page.getByTestId('phone-status').innerText()}`);
}

async function answerTo(run: DemoRun, bridge: Bridge): Promise<number> {
  const agent = await openAgent('v1', bridge);
  const answer = await agent.call(run.tool, run.args);
  await agent.close();
  process.stdout.write(`${answer.text}\n`);
  await writePictures(answer, run.out);
  return answer.isError ? 1 : 0;
}

async function writePictures({ images }: Answer, out: string | undefined): Promise<void> {
  if (out === undefined) return;
  await mkdir(out, { recursive: true });
  for (const [index, { bytes, mimeType }] of images.entries()) {
    const type = mimeType === 'image/png' ? 'png' : 'jpg';
    const file = join(out, `screen${index === 0 ? '' : `-${index + 1}`}.${type}`);
    await writeFile(file, bytes);
    say(`Picture: ${file}`);
  }
}

setTimeout(() => {
  say(`The demo did not end within ${deadlineMs / 1000} seconds.`);
  process.exit(1);
}, deadlineMs).unref();

try {
  process.exitCode = await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
