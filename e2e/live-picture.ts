/** Helpers for the console's live picture: reading it, pressing it, and comparing it with agents' screenshots. */
import type { Locator, Page, Worker } from '@playwright/test';
import { z } from 'zod';
import { decodePixels, differenceOf } from '#core/testing/pixels.ts';
import type { Agent } from './agents.ts';
import { elementRow } from './console-page.ts';
import { expect } from './fixtures.ts';

/** Size of the demo phone's screen in device pixels, in its current rotation. */
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

export const viewportOf = (page: Page): Locator => page.getByTestId('phone-viewport');
export const statusLineOf = (page: Page): Locator => page.getByTestId('live-line');
export const pictureOf = (page: Page): Locator => page.getByTestId('live-picture');

/** Waits for this formula in the calculator; checks only the text cell, since other cells contain digits. */
export async function expectFormula(page: Page, formula: string): Promise<void> {
  const text = elementRow(page, 'formula').first().locator('[data-column="text"]');
  await expect(text).toHaveText(formula);
}

export async function boundingBoxOf(locator: Locator) {
  return z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .parse(await locator.boundingBox());
}

/** The relative difference of the two aspect ratios. */
function difference({ width, height }: ScreenSize, size: ScreenSize): number {
  return Math.abs(width / height / (size.width / size.height) - 1);
}

/** Waits until the picture, its viewport and the elements have this size. */
export async function expectScreenSize(page: Page, size: ScreenSize): Promise<void> {
  await expect(statusLineOf(page)).toHaveAttribute('data-state', 'video');
  await expect
    .poll(async () => difference(await boundingBoxOf(viewportOf(page)), size))
    .toBeLessThan(0.03);
  const drawn = async (): Promise<ScreenSize> =>
    await pictureOf(page).evaluate(({ width, height }: HTMLCanvasElement) => ({ width, height }));
  await expect.poll(async () => difference(await drawn(), size)).toBeLessThan(0.03);
  await expect(page.locator('#screen')).toContainText(`${size.width} × ${size.height}`);
}

/** Clicks the element of this row on the picture; returns its centre in device pixels as `x,y`. */
export async function pressElement(page: Page, text: string, size: ScreenSize): Promise<string> {
  // A narrow table hides the cell.
  const cell = elementRow(page, text).first().locator('[data-column="bounds"]');
  const [left = 0, top = 0, right = 0, bottom = 0] =
    (await cell.textContent())?.trim().split(',').map(Number) ?? [];
  const x = Math.floor((left + right) / 2);
  const y = Math.floor((top + bottom) / 2);
  const box = await boundingBoxOf(page.getByTestId('touch-layer'));
  await page.mouse.click(
    box.x + ((x + 0.5) * box.width) / size.width,
    box.y + ((y + 0.5) * box.height) / size.height,
  );
  return `${x},${y}`;
}

/** The page's only worker, which decodes the video; it has one of its own, which encodes pictures of calls. */
export function workerOf(page: Page): Worker {
  const [only, ...others] = page.workers().filter((each) => !each.url().includes('jpeg-worker'));
  if (only === undefined || others.length > 0) throw new Error('There is not one worker.');
  return only;
}

export async function expectLiveState(
  page: Page,
  state: 'off' | 'video' | 'pictures' | 'failed',
): Promise<void> {
  await expect(statusLineOf(page)).toHaveAttribute('data-state', state);
}

export async function switchLive(page: Page, isOn: boolean): Promise<void> {
  await page.getByRole('switch', { name: 'Live' }).click();
  await expectLiveState(page, isOn ? 'video' : 'off');
}

/** The screenshot without boxes that an agent gets with the elements. */
export async function agentScreenshot(agent: Agent): Promise<Buffer> {
  const args = { include_screenshot: true, annotate: false };
  const { images, text } = await agent.call('get_screen_state', args);
  const [image] = images;
  if (image === undefined) throw new Error(`No picture came: ${text}`);
  return image.bytes;
}

/**
 * Limits for differences by the codec and two scalings, per channel of 256: measured 1.6 to 2.2 and
 * 12 to 21 on seven screens in both orientations. Screens a tap apart differ by 12 and 180 or more.
 */
export const screenshotTolerance = { mean: 4, percentile99: 40 };

/** Mean difference per channel between the drawn picture, scaled down, and an agent's screenshot. */
export async function differenceFromDrawn(page: Page, picture: Buffer): Promise<number> {
  const { size } = await decodePixels(picture);
  const drawn = await pictureOf(page).evaluate(
    async (canvas: HTMLCanvasElement, { width, height }) => {
      const small = new OffscreenCanvas(width, height);
      small.getContext('2d')?.drawImage(canvas, 0, 0, width, height);
      const blob = await small.convertToBlob({ type: 'image/png' });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    size,
  );
  return (await differenceOf(Buffer.from(drawn), picture)).mean;
}

/** Waits until the page shows what an agent gets. */
export async function expectDrawnLikeScreenshot(page: Page, agent: Agent): Promise<void> {
  const difference = async (): Promise<number> =>
    await differenceFromDrawn(page, await agentScreenshot(agent));
  await expect.poll(difference).toBeLessThan(8);
}
