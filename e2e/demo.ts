/**
 * `npm run demo`: prints what an agent gets from the demo phone through a real MCP client, bridge,
 * headless browser, worker and ADB. The text goes to stdout, everything else to stderr.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { type ToolCallResult, connectAgent } from './agents.ts';
import { type Bridge, startBridge } from './bridge-process.ts';
import { browserPath, launchOptions } from './chromium.ts';
import { waitForBridge, consoleUrl, waitForConnectOutcome } from './console-page.ts';
import { type DemoArguments, readDemoArguments } from './demo-arguments.ts';
import { UsageError } from './demo-options.ts';

/** Timeout of the whole run: the start, and a call with the slowest fault. */
const deadlineMs = 120_000;

const printToStderr = (message: string): void => {
  process.stderr.write(`${message}\n`);
};

async function main(): Promise<number> {
  const demoArguments = await readDemoArguments(process.argv.slice(2));
  if (browserPath === undefined) {
    throw new Error('No Chrome or Chromium found. Install one, or name it in HANDSET_BROWSER.');
  }
  const bridge = await startBridge();
  const browser = await chromium.launch(launchOptions);
  try {
    await openConsole(browser, bridge, demoArguments);
    return await printAnswer(demoArguments, bridge);
  } finally {
    await browser.close();
    await bridge.stop();
  }
}

async function openConsole(
  browser: Browser,
  bridge: Bridge,
  demoArguments: DemoArguments,
): Promise<void> {
  const page = await browser.newPage();
  const { query, capture } = demoArguments;
  await page.goto(
    consoleUrl(bridge.url, { ...query, live: 'off', ...(!capture && { phone: 'demo' }) }),
  );
  if (capture) await page.locator('#capture-files').setInputFiles([...capture]);
  await Promise.all([waitForConnectOutcome(page), waitForBridge(page)]);
  printToStderr(`Phone: ${await page.getByTestId('phone-status').innerText()}`);
}

async function printAnswer(demoArguments: DemoArguments, bridge: Bridge): Promise<number> {
  const agent = await connectAgent('v1', bridge);
  const answer = await agent.call(demoArguments.tool, demoArguments.args);
  await agent.close();
  process.stdout.write(`${answer.text}\n`);
  await writePictures(answer, demoArguments.out);
  return answer.isError ? 1 : 0;
}

async function writePictures({ images }: ToolCallResult, out: string | undefined): Promise<void> {
  if (out === undefined) return;
  await mkdir(out, { recursive: true });
  for (const [index, { bytes, mimeType }] of images.entries()) {
    const type = mimeType === 'image/png' ? 'png' : 'jpg';
    const file = join(out, `screen${index === 0 ? '' : `-${index + 1}`}.${type}`);
    await writeFile(file, bytes);
    printToStderr(`Picture: ${file}`);
  }
}

setTimeout(() => {
  printToStderr(`The demo did not end within ${deadlineMs / 1000} seconds.`);
  process.exit(1);
}, deadlineMs).unref();

try {
  process.exitCode = await main();
} catch (error) {
  printToStderr(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
