/** The Tools panel: the calls of each tool, the tools that it begins with, and those that need a phone. */
import type { Locator, Page } from '@playwright/test';
import { recordTouches, touchDownPoints } from './console-page.ts';
import { expect, test } from './fixtures.ts';

const channelName = 'tools-history';
test.use({ demo: { record: channelName } });

const form = (page: Page): Locator => page.getByTestId('tool-form');
const record = (page: Page): Locator => page.getByTestId('call-result');
const field = (page: Page, path: string): Locator => page.getByTestId(`field-${path}`);
const calls = (page: Page): Locator => page.getByTestId('history-call');

async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: /^Tools/ }).click();
  await page.getByTestId(`tool-${name}`).click();
  await expect(form(page)).toContainText(name);
}

test(
  'calls of users and agents are listed, can be edited or repeated, and mask what was written',
  { tag: '@more' },
  async ({ console: page, agents }) => {
    const touches = await recordTouches(page, channelName);
    const touchedPoints = async () => touchDownPoints(await touches());
    const agent = await agents('v1');
    await openTool(page, 'tap');
    await field(page, 'x').fill('10');
    await field(page, 'y').fill('1300');
    await page.getByTestId('run-tool').click();
    await expect(calls(page)).toHaveCount(1);
    await agent.call('tap', { x: 20, y: 1300 });
    await expect(calls(page)).toHaveCount(2);
    await expect(calls(page).first()).toContainText('"x":20');

    await calls(page).first().getByTestId('use-again').click();
    await expect(field(page, 'x')).toHaveValue('20');
    await expect(field(page, 'x')).toBeFocused();
    await calls(page).last().getByTestId('repeat').click();
    await expect(calls(page)).toHaveCount(3);
    await expect(record(page)).toContainText('"x":10');
    await expect(field(page, 'x')).toHaveValue('20');
    expect(await touchedPoints()).toEqual(['10,1300', '20,1300', '10,1300']);

    // The user's own calls run while agents are paused.
    await page.getByTestId('pause').click();
    await page.getByTestId('run-tool').click();
    await expect(calls(page)).toHaveCount(4);
    await expect(record(page)).toContainText('Done');
    expect(await touchedPoints()).toHaveLength(4);
    await page.getByTestId('pause').click();
    await openTool(page, 'set_clipboard');
    await field(page, 'text').fill('from the bank');
    await page.getByTestId('run-tool').click();
    // The user's own text is not masked here.
    await expect(record(page)).toContainText('from the bank');
    await agent.call('set_clipboard', { text: 'of an agent' });
    await expect(calls(page)).toHaveCount(2);
    await expect(calls(page).getByText('•••')).toHaveCount(2);

    await calls(page).first().getByRole('button').first().click();
    const result = page.getByTestId('call-result');
    await expect(result).toContainText('{"text":"•••"}');
    await expect(result.getByRole('switch')).toHaveCount(0);
    await expect(calls(page).last().getByTestId('repeat')).toBeDisabled();

    // The mask is not text to send.
    await calls(page).last().getByTestId('use-again').click();
    await expect(field(page, 'text')).toHaveValue('•••');
    await page.getByTestId('run-tool').click();
    await expect(form(page)).toContainText('This text is masked. Enter it again.');
    await expect(calls(page)).toHaveCount(2);
    await field(page, 'text').fill('again');
    await page.getByTestId('run-tool').click();
    await expect(calls(page)).toHaveCount(3);
  },
);

test(
  'starts with suggested and recently used tools',
  { tag: '@more' },
  async ({ console: page }) => {
    await page.getByRole('tab', { name: /^Tools/ }).click();
    const start = page.getByTestId('tool-start').filter({ visible: true });
    const titles = start.getByRole('button');
    await expect(titles).toHaveCount(6);
    await expect(start).not.toContainText('Recently used');
    await expect(start.getByTestId('start-press_home')).toContainText('Shows the home screen.');
    await start.getByTestId('start-press_home').focus();
    await page.keyboard.press('Enter');
    await expect(form(page)).toContainText('press_home');
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText('Done');

    // On a narrow page they are between the search and the list.
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: 'All tools' }).click();
    await expect(start).toBeVisible();
    await expect(start).toContainText('Recently used');
    await expect(titles).toHaveCount(6);
    await expect(titles.first()).toContainText('Press Home');
    const tops = ['search-tools', 'start-press_home', 'tool-tap'].map(async (id) => {
      const box = await page.getByTestId(id).first().boundingBox();
      return box?.y ?? NaN;
    });
    expect(await Promise.all(tops)).toEqual((await Promise.all(tops)).toSorted((a, b) => a - b));
    await page.reload();
    await expect(titles.first()).toContainText('Press Home');
  },
);

test.describe('while the phone is disconnected', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'unplug-mid-transfer' } });

  test('tools that need it say so; others run', async ({ console: page }) => {
    await openTool(page, 'get_screen_state');
    await field(page, 'include_screenshot').click();
    const gone = expect(page.getByTestId('run-blocked')).toContainText('Connect a phone');
    await page.getByTestId('run-tool').click();
    await gone;
    await expect(record(page)).toContainText('Failed');
    await expect(record(page)).toContainText('was disconnected');
    await openTool(page, 'list_phones');
    await expect(page.getByTestId('run-blocked')).toBeHidden();
    await page.getByTestId('run-tool').click();
    await expect(record(page)).toContainText('Done');
  });
});
