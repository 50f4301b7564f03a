/** The scenes of the film: connect the demo phone, use it, inspect it, and an agent at work. */
import type { Locator, Page } from '@playwright/test';
import { openAgent } from '../agents.ts';
import type { Bridge } from '../bridge-process.ts';
import { bridgeConnected, phoneConnected, placeOnPicture, rowOf } from '../console-page.ts';

/** Pause after each step, so that viewers can follow. */
const lookMs = 900;

/** Plays the scenes; the page must show the console without a phone. */
export async function playScenes(page: Page, bridge: Bridge): Promise<void> {
  await page.waitForTimeout(lookMs);
  await press(page, page.getByTestId('connect-demo'));
  await phoneConnected(page);
  await bridgeConnected(page);
  await page.locator('[data-testid="live-line"][data-state="video"]').waitFor();
  await page.waitForTimeout(lookMs);
  await useThePhone(page);
  await inspect(page);
  await letAnAgentWork(page, bridge);
  await page.waitForTimeout(2 * lookMs);
}

/** Opens an app and drags its list. */
async function useThePhone(page: Page): Promise<void> {
  const glass = await boxOf(page.getByTestId('touch-layer'));
  const at = (x: number, y: number) =>
    [glass.x + glass.width * x, glass.y + glass.height * y] as const;
  await rowOf(page, 'Settings').first().waitFor();
  const { x, y } = await placeOnPicture(page, 'Settings');
  await moveTo(page, ...at(x, y));
  await page.mouse.down();
  await page.mouse.up();
  await rowOf(page, 'Battery').first().waitFor();
  await page.waitForTimeout(lookMs);
  await moveTo(page, ...at(0.5, 0.75));
  await page.mouse.down();
  await moveTo(page, ...at(0.5, 0.45));
  await page.mouse.up();
  await page.waitForTimeout(lookMs);
}

async function inspect(page: Page): Promise<void> {
  await press(page, page.getByTestId('screen-mode').getByText('Inspect'));
  const row = rowOf(page, 'Battery').first();
  await row.scrollIntoViewIfNeeded();
  const id = (await row.getAttribute('data-id')) ?? '';
  await press(page, page.locator(`[data-testid="element-box"][data-id="${id}"]`));
  await page.waitForTimeout(2 * lookMs);
}

async function letAnAgentWork(page: Page, bridge: Bridge): Promise<void> {
  await press(page, page.getByRole('tab', { name: /^Timeline/ }));
  const agent = await openAgent('v1', bridge, '/claude-code');
  for (const [tool, given] of steps) {
    const { isError, text } = await agent.call(tool, given);
    if (isError) throw new Error(`${tool}: ${text}`);
    await page.waitForTimeout(lookMs);
  }
  await agent.close();
}

const steps: readonly (readonly [tool: string, given: Record<string, unknown>])[] = [
  ['summarize_screen', {}],
  ['click_element', { selector: ':text("Battery")', observe: 'diff' }],
  ['get_screen_state', { include_screenshot: true }],
];

async function press(page: Page, what: Locator): Promise<void> {
  await what.waitFor();
  const { x, y, width, height } = await boxOf(what);
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
async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (box === null) throw new Error('What is to be pressed has no place on the page.');
  return box;
}
