/**
 * `npm run demo`: prints what an agent gets from the demo phone through a real MCP client, bridge,
 * headless browser, worker and ADB. The text goes to stdout, everything else to stderr.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  consoleUrl,
  waitForBridge,
  waitForConnectOutcome,
  type DemoQuery,
} from './console-page.ts';
import { demoOptions, demoUsage, readDemoOptions, UsageError } from './demo-options.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { connectAgent, type ToolCallResult } from './agents.ts';
import { startBridge, type Bridge } from './bridge-process.ts';
import { browserPath, launchOptions } from './chromium.ts';

/** The parsed command line of `npm run demo`. */
interface DemoArguments {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The folder for pictures; undefined writes none. */
  readonly out: string | undefined;
  readonly query: DemoQuery;
  /** The files of a captured screen; undefined uses the demo phone's own apps. */
  readonly capture: readonly string[] | undefined;
}

const usage = `Usage: npm run -s demo -- [options]

  --tool NAME         the tool to call (get_screen_state)
  --args JSON         its arguments ({"include_screenshot": true} for get_screen_state)
  --out DIR           write the screenshots in the reply there
  --help              print this
${demoUsage}`;

const options = {
  ...demoOptions,
  tool: { type: 'string', default: 'get_screen_state' },
  args: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Parses the command line; rejects with `UsageError` if it is invalid. */
async function readDemoArguments(argv: readonly string[]): Promise<DemoArguments> {
  const { tool, args, out, ...phone } = parseCommandLine(argv);
  // Only validates: the console parses the query itself.
  await readDemoOptions(phone);
  const { screen, screenshot, ...query } = phone;
  const files = [screen, screenshot].filter((file) => file !== undefined);
  const capture = screen === undefined ? undefined : files;
  return { tool, args: toolArguments(tool, args), out, query, capture };
}

function parseCommandLine(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function toolArguments(tool: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined) return tool === options.tool.default ? { include_screenshot: true } : {};
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new UsageError(`--args must be a JSON object, got: ${text}`);
  }
}

/** Timeout of the whole run: the start, and a call with the slowest fault. */
const deadlineMs = 120_000;

const printToStderr = (message: string): void => {
  process.stderr.write(`${message}\n`);
};

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage);
    return 0;
  }
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
