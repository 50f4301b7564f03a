/**
 * `npm run film`: records the console with the demo phone as a GIF for the README, from a DevTools
 * screencast: connect the demo phone, use it, inspect it, and an agent at work. Where there is something
 * to read, the film shows a part of the page.
 */
import { chromium, type Locator, type Page } from '@playwright/test';
import { connectAgent } from './agents.ts';
import { startBridge, type Bridge } from './bridge-process.ts';
import { elementRow, positionOnPicture, waitForBridge, waitForPhone } from './console-page.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchOptions } from './chromium.ts';
import { drawPointer, encodeGif, startScreencast, type Cut } from './film-gif.ts';

/** Pause after each step, so that viewers can follow. */
const pauseMs = 900;

const pageSize = { width: 1280, height: 800 };
const wholePage = { x: 0, y: 0, ...pageSize };
/** The lower part of the phone and of the panel. */
const besideThePhone = { x: 24, y: 300, width: 800, height: 500 };
/** The list of calls, and what is seen of one. */
const calls = { x: 372, y: 64, width: 800, height: 500 };

/** The cuts of the film so far. */
const cuts: Cut[] = [];

/** Shows this part of the page from now on. */
function show(part: Cut['part']): void {
  cuts.push({ atMs: Date.now(), part });
}

/** Plays the scenes; the page must show the console without a phone. */
async function playScenes(page: Page, bridge: Bridge): Promise<void> {
  show(wholePage);
  await page.waitForTimeout(pauseMs);
  await pressElement(page, page.getByTestId('connect-demo'));
  await waitForPhone(page);
  await waitForBridge(page);
  await page.locator('[data-testid="live-line"][data-state="video"]').waitFor();
  await page.waitForTimeout(pauseMs);
  await usePhone(page);
  await inspect(page);
  show(wholePage);
  await pressElement(page, page.getByTestId('screen-mode').getByText('Use', { exact: true }));
  await runAgent(page, bridge);
  show(calls);
  await page.waitForTimeout(2 * pauseMs);
}

/** Opens an app and drags its list. */
async function usePhone(page: Page): Promise<void> {
  const viewport = await boxOf(page.getByTestId('touch-layer'));
  const at = (x: number, y: number) =>
    [viewport.x + viewport.width * x, viewport.y + viewport.height * y] as const;
  await elementRow(page, 'Settings').first().waitFor();
  const { x, y } = await positionOnPicture(page, 'Settings');
  await moveTo(page, ...at(x, y));
  await page.mouse.down();
  await page.mouse.up();
  await elementRow(page, 'Network & internet').first().waitFor();
  await page.waitForTimeout(pauseMs);
  await moveTo(page, ...at(0.5, 0.75));
  await page.mouse.down();
  await moveTo(page, ...at(0.5, 0.45));
  await page.mouse.up();
  await page.waitForTimeout(pauseMs);
}

async function inspect(page: Page): Promise<void> {
  await pressElement(page, page.getByTestId('screen-mode').getByText('Inspect'));
  const row = elementRow(page, 'Notifications').first();
  await row.waitFor();
  show(besideThePhone);
  const id = (await row.getAttribute('data-id')) ?? '';
  await pressElement(page, page.locator(`[data-testid="element-box"][data-id="${id}"]`));
  await page.waitForTimeout(2 * pauseMs);
}

async function runAgent(page: Page, bridge: Bridge): Promise<void> {
  await pressElement(page, page.getByRole('tab', { name: /^Timeline/ }));
  const agent = await connectAgent('v1', bridge, '/claude-code');
  for (const [tool, args] of steps) {
    const { isError, text } = await agent.call(tool, args);
    if (isError) throw new Error(`${tool}: ${text}`);
    await page.waitForTimeout(pauseMs);
  }
  await agent.close();
}

const steps: readonly (readonly [tool: string, given: Record<string, unknown>])[] = [
  ['summarize_screen', {}],
  ['click_element', { selector: ':text("Battery")', observe: 'diff' }],
  ['get_screen_state', { include_screenshot: true }],
];

async function pressElement(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const { x, y, width, height } = await boxOf(target);
  await moveTo(page, x + width / 2, y + height / 2);
  await page.waitForTimeout(150);
  await page.mouse.down();
  await page.mouse.up();
}

/** Moves the mouse in steps, as a user does. */
async function moveTo(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y, { steps: 14 });
}

/** The element's box on the page, in CSS pixels. */
async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (box === null) throw new Error('What is to be pressed has no place on the page.');
  return box;
}

/** Size limit of the GIF, for readers of the README. */
const maxBytes = 3_000_000;
const gifShape = { width: 880, height: 550, framesPerSecond: 6, lastFrameMs: 3_000 };
const file = join(import.meta.dirname, '..', 'public', 'handset.gif');

const bridge = await startBridge();
const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage({ viewport: pageSize, colorScheme: 'light' });
  await page.addInitScript(drawPointer);
  await page.goto(bridge.url);
  const screencast = await startScreencast(page);
  await playScenes(page, bridge);
  const gif = await encodeGif(await screencast.stop(), cuts, gifShape);
  if (gif.length > maxBytes)
    throw new Error(`The film has ${gif.length} bytes; at most ${maxBytes}.`);
  await writeFile(file, gif);
  console.log(`${file}: ${(gif.length / 1e6).toFixed(2)} MB`);
} finally {
  await browser.close();
  await bridge.stop();
}
