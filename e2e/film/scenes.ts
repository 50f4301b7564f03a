/** The scenes of the film: connect the demo phone, use it, inspect it, and an agent at work. */
import type { Locator, Page } from '@playwright/test';
import { connectAgent } from '../agents.ts';
import type { Bridge } from '../bridge-process.ts';
import { waitForBridge, waitForPhone, positionOnPicture, elementRow } from '../console-page.ts';

/** Pause after each step, so that viewers can follow. */
const pauseMs = 900;

/** Plays the scenes; the page must show the console without a phone. */
export async function playScenes(page: Page, bridge: Bridge): Promise<void> {
  await page.waitForTimeout(pauseMs);
  await pressElement(page, page.getByTestId('connect-demo'));
  await waitForPhone(page);
  await waitForBridge(page);
  await page.locator('[data-testid="live-line"][data-state="video"]').waitFor();
  await page.waitForTimeout(pauseMs);
  await usePhone(page);
  await inspect(page);
  await runAgent(page, bridge);
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
  await elementRow(page, 'Battery').first().waitFor();
  await page.waitForTimeout(pauseMs);
  await moveTo(page, ...at(0.5, 0.75));
  await page.mouse.down();
  await moveTo(page, ...at(0.5, 0.45));
  await page.mouse.up();
  await page.waitForTimeout(pauseMs);
}

async function inspect(page: Page): Promise<void> {
  await pressElement(page, page.getByTestId('screen-mode').getByText('Inspect'));
  const row = elementRow(page, 'Battery').first();
  await row.scrollIntoViewIfNeeded();
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

/** Moves the mouse in steps, as a person does. */
async function moveTo(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y, { steps: 14 });
}

/** The element's box on the page, in CSS pixels. */
async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (box === null) throw new Error('What is to be pressed has no place on the page.');
  return box;
}
