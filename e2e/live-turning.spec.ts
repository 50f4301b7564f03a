/** A phone that is turned while its picture is live: by the console's button, under the person's hands. */
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { expect, test } from './fixtures.ts';
import { placesOf, recordTouches } from './touch-record.ts';

const record = 'turning';
const calculator = 'com.android.calculator2/.Calculator';

const glassOf = (page: Page): Locator => page.getByTestId('phone-glass');
const turnOf = (page: Page): Locator => page.getByTestId('button-rotate');
const rowOf = (page: Page, text: string): Locator =>
  page.getByTestId('element-row').filter({ hasText: text }).first();

const upright = { width: 1080, height: 2400 };
const lying = { width: 2400, height: 1080 };

async function boxOf(locator: Locator) {
  return z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .parse(await locator.boundingBox());
}

/** Waits until picture, glass and elements are those of this size. */
async function shows(page: Page, size: typeof upright): Promise<void> {
  const ratio = size.width / size.height;
  await expect(page.getByTestId('live-line')).toHaveAttribute('data-state', 'video');
  await expect
    .poll(async () => {
      const { width, height } = await boxOf(glassOf(page));
      return Math.abs(width / height / ratio - 1);
    })
    .toBeLessThan(0.03);
  await expect
    .poll(async () => {
      const canvas = page.getByTestId('live-picture');
      return await canvas.evaluate(({ width, height }: HTMLCanvasElement) => width > height);
    })
    .toBe(ratio > 1);
  await expect(page.locator('#screen')).toContainText(`${size.width} × ${size.height}`);
}

/** Presses what the row shows with the mouse; where that is, in device pixels. */
async function press(page: Page, text: string, size: typeof upright): Promise<string> {
  const words = await rowOf(page, text).innerText();
  const [left = 0, top = 0, right = 0, bottom = 0] =
    /\b(\d+),(\d+),(\d+),(\d+)\b/.exec(words)?.slice(1).map(Number) ?? [];
  const [x, y] = [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
  const box = await boxOf(page.getByTestId('touch-layer'));
  await page.mouse.click(
    box.x + ((x + 0.5) * box.width) / size.width,
    box.y + ((y + 0.5) * box.height) / size.height,
  );
  return `${x},${y}`;
}

/** What is not the phone, and stays where it is. */
async function frameOf(page: Page): Promise<unknown> {
  const places = await Promise.all(
    [page.getByRole('tablist').first(), page.locator('#screen-title'), turnOf(page)].map(boxOf),
  );
  return [
    await page.evaluate(() => [scrollX, scrollY, document.documentElement.scrollWidth]),
    ...places.map(({ y }) => Math.round(y)),
  ];
}

test.describe('through the scrcpy server', () => {
  test.use({ demo: { activity: calculator, record } });

  test('glass and elements turn with it and back, the page stays, and touches land', async ({
    console: page,
    pageErrors,
  }) => {
    const touches = await recordTouches(page, record);
    await shows(page, upright);
    const frame = await frameOf(page);
    const pressed = [await press(page, 'digit_7', upright)];
    await expect(rowOf(page, 'formula')).toContainText('7');
    await turnOf(page).focus();
    for (const [size, digit, formula] of [
      [lying, 'digit_8', '78'],
      [upright, 'digit_9', '789'],
    ] as const) {
      await page.keyboard.press('Enter');
      await shows(page, size);
      await expect(turnOf(page)).toBeFocused();
      pressed.push(await press(page, digit, size));
      await expect(rowOf(page, 'formula')).toContainText(formula);
      await turnOf(page).focus();
    }
    expect(await frameOf(page)).toEqual(frame);
    expect(placesOf(await touches())).toEqual(pressed);
    expect(pageErrors).toEqual([]);
  });

  test('turned in haste, it ends as the phone lies', async ({ console: page, agents }) => {
    await shows(page, upright);
    for (let i = 0; i < 7; i++) await turnOf(page).click();
    await shows(page, lying);
    const agent = await agents('v1');
    const { images } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(images).toHaveLength(1);
  });
});

test.describe('without the scrcpy server', () => {
  test.use({ demo: { faults: 'no-scrcpy', activity: calculator } });

  test('the button says why it can not be turned', async ({ console: page }) => {
    await expect(page.getByTestId('live-line')).toContainText('touch by the phone’s own commands');
    await turnOf(page).click();
    const note = page.getByTestId('hands-note');
    await expect(note).toContainText('Not done: Turning the screen: not possible on this phone');
    await expect(note).toContainText('switching auto-rotation off');
  });
});
