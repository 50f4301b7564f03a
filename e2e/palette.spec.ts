/** Everything by name and by key: the command palette, the shortcuts, and the help about them. */
import type { Locator, Page } from '@playwright/test';
import { axeFaultsInBothThemes, overhangOf } from './axe.ts';
import { expect, test } from './fixtures.ts';

// No test here looks at the live picture.
test.use({ demo: { live: 'off' } });

const field = (page: Page): Locator => page.getByTestId('palette-input');
const commands = (page: Page): Locator => page.getByTestId('command');
const current = (page: Page): Locator => page.locator('[role=option][aria-selected=true]');
const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) });

/** What axe finds in the open dialog. */
function faultsOf(page: Page): Promise<readonly string[]> {
  return axeFaultsInBothThemes(page, (axe) => axe.include('dialog'));
}

test('opens by key, finds a tool by a few letters, and gives the focus back', async ({
  console: page,
  pageErrors,
}) => {
  await tab(page, 'Elements').focus();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
  // What is typed goes nowhere else.
  await field(page).pressSequentially('gss');
  await expect(current(page)).toContainText('Get screen state');
  await expect(current(page).locator('mark')).toHaveText(['G', 's', 's']);
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await current(page).getAttribute('id')) ?? '',
  );
  await page.keyboard.press('ArrowDown');
  await expect(current(page)).not.toContainText('Get screen state');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(commands(page).last()).toHaveAttribute('aria-selected', 'true');

  // Twice, and nothing is stopped: it only closes.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await expect(tab(page, 'Elements')).toBeFocused();
  await expect(page.getByTestId('pause')).toHaveText('Pause');

  await page.getByTestId('open-palette').click();
  await field(page).fill('zzzz');
  await expect(page.getByText('No command of this name')).toBeVisible();
  await field(page).fill('long press');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('tool-form')).toContainText('long_press');
  await expect(page.getByTestId('field-x')).toBeFocused();
  expect(pageErrors).toEqual([]);
});

test('runs commands, lists the last ones first, and shows what is so now', async ({
  console: page,
}) => {
  const run = async (typed: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill(typed);
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeHidden();
  };
  await run('dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await run('pause agents');
  await expect(page.getByTestId('pause')).toHaveText('Resume');
  await run('show timeline');
  await expect(tab(page, 'Timeline')).toBeFocused();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(commands(page).nth(0)).toContainText('Show timeline');
  await expect(commands(page).nth(1)).toContainText('Resume agents');
  await commands(page).nth(1).click();
  await expect(page.getByTestId('pause')).toHaveText('Pause');

  await page.getByTestId('run-screen-state').click();
  await expect(page.getByTestId('open-export')).toBeEnabled();
  await run('export');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await run('clear the');
  await expect(page.getByTestId('open-export')).toBeDisabled();

  // There is a phone already; what can't be done now is found, says so, and does nothing.
  await page.keyboard.press('ControlOrMeta+k');
  await field(page).fill('connect the demo');
  await expect(current(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeVisible();
  await field(page).fill('disconnect');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('phone-status')).toHaveText('No phone');
  await run('connect the demo');
  await expect(page.getByTestId('phone-status')).toContainText('Android');
});

test('keys show panels and the help, but not while somebody types', async ({ console: page }) => {
  await page.keyboard.press('Control+Shift+Digit2');
  await expect(tab(page, 'Tools')).toBeFocused();
  await page.getByTestId('search-tools').fill('what');
  await page.keyboard.press('?');
  await expect(page.getByTestId('search-tools')).toHaveValue('what?');
  await page.keyboard.press('Control+Shift+Digit5');
  await expect(tab(page, 'Agents')).toBeFocused();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard help' });
  await expect(help).toContainText('Show timeline');
  await page.keyboard.press('Control+Shift+Digit1');
  await expect(tab(page, 'Agents')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(tab(page, 'Agents')).toBeFocused();

  // What is typed into the phone's screen is the phone's; what it has no use for is the page's.
  const phoneKeys = page.getByTestId('phone-keys');
  await phoneKeys.focus();
  await page.keyboard.press('?');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
  await expect(help).toBeHidden();
  // Behind an open list of commands no key changes anything.
  await page.keyboard.press('F2');
  await expect(page.getByRole('radio', { name: 'Use' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(phoneKeys).toBeFocused();
  await page.keyboard.press('Control+Shift+Digit4');
  await expect(tab(page, 'Logs')).toBeFocused();
  await page.keyboard.press('F2');
  await expect(page.getByRole('radio', { name: 'Inspect' })).toBeChecked();
  await page.keyboard.press('ControlOrMeta+k');
  await field(page).fill('use the phone');
  await expect(current(page).locator('kbd')).toHaveText('F2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Use' })).toBeChecked();
});

test('is accessible and fits 360 pixels, light and dark', async ({ console: page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.keyboard.press('ControlOrMeta+k');
  for (const typed of ['', 'screen', 'connect', 'zzzz']) {
    await field(page).fill(typed);
    expect([typed, ...(await faultsOf(page))]).toEqual([typed]);
  }
  const box = await page.getByTestId('palette').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(360);
  await page.keyboard.press('Escape');
  await page.getByTestId('open-palette').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await overhangOf(page)).toBe(0);
});
