/** The Steps panel, as a person finds it. */
import type { Locator, Page } from '@playwright/test';
import type { Agent } from './agents.ts';
import { expect } from './fixtures.ts';

/** The steps in the list. */
export const steps = (page: Page): Locator => page.getByTestId('steps-list').getByRole('listitem');
/** What the panel says about recording and running. */
export const message = (page: Page): Locator => page.getByTestId('steps-message');

/** Starts or ends recording, by the menu beside the picture. */
export async function pressRecordSteps(page: Page): Promise<void> {
  await page.getByTestId('more-buttons').click();
  await page.getByTestId('screen-record-steps').click();
}

/** Presses what the phone's screen shows in a row with this text, with the mouse on the picture. */
export async function press(page: Page, agent: Agent, text: string): Promise<void> {
  const place = async (): Promise<{ x: number; y: number } | null> => {
    const { text: state } = await agent.call('get_screen_state');
    const row = state.split('\n').find((line) => line.includes(text) && line.includes('\ton,'));
    const [left = 0, top = 0, right = 0, bottom = 0] =
      /\t(\d+),(\d+),(\d+),(\d+)\t/
        .exec(row ?? '')
        ?.slice(1)
        .map(Number) ?? [];
    const box = await page.getByTestId('touch-layer').boundingBox();
    if (box === null || right === 0) return null;
    return {
      x: box.x + (((left + right) / 2 + 0.5) * box.width) / 1080,
      y: box.y + (((top + bottom) / 2 + 0.5) * box.height) / 2400,
    };
  };
  await expect.poll(place, `${text} is on the screen`).not.toBeNull();
  const at = await place();
  if (at === null) throw new Error(`${text} is no longer on the screen.`);
  const count = await steps(page).count();
  await page.mouse.click(at.x, at.y);
  await expect(steps(page)).toHaveCount(count + 1);
}
