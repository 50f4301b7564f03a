/** The details of the pinned element, and its menu: copying it, and acting on the phone. */
import type { Page } from '@playwright/test';
import { axeViolationsInBothThemes } from './axe.ts';
import { elementRow } from './console-page.ts';
import {
  detailsOf,
  expectActive,
  filterOf,
  showView,
  tidyUp,
  treeLine,
  listOf,
} from './elements-page.ts';
import { expect, inFullBrowser, shareConsole, test } from './fixtures.ts';
import { expectFormula } from './live-picture.ts';

/** Reads the clipboard by pasting into the filter; text fields drop line breaks. */
async function clipboardOf(page: Page): Promise<string> {
  await filterOf(page).fill('');
  await filterOf(page).press('ControlOrMeta+v');
  return await filterOf(page).inputValue();
}

test.describe('the details', inFullBrowser, () => {
  // One after the other: these tests paste, and all browsers of a machine share the clipboard.
  shareConsole({ activity: 'com.android.calculator2/.Calculator' });
  test.beforeEach(tidyUp);

  test(
    'list all attributes and link to related elements',
    { tag: '@more' },
    async ({ console: page }) => {
      await elementRow(page, 'digit_7').click();
      const details = detailsOf(page);
      await expect(details.getByText('android.widget.Button')).toHaveCount(0);
      await details.getByRole('button', { name: 'Show all details' }).click();
      await expect(details.getByText('android.widget.Button')).toBeVisible();
      await expect(details.getByText('long-clickable')).toBeHidden();
      await details.getByText(/^Show \d+ empty attributes$/).click();
      await expect(details.getByText('long-clickable')).toBeVisible();
      const relatedLink = details.getByRole('navigation').getByRole('button').last();
      const name = (await relatedLink.textContent()) ?? '';
      await relatedLink.click();
      await expect(details.locator('[aria-current]')).toHaveText(name);
      await expect(details.getByText(/\d child(?:ren)?$/)).toBeVisible();
    },
  );

  test('copy the element as agents and test frameworks name it', async ({ console: page }) => {
    for (const [name, text] of [
      ['Selector', '@digit_7'],
      ['Element ID', /^node_[0-9a-f]+$/],
      ['Appium', 'AppiumBy.id("com.android.calculator2:id/digit_7")'],
      ['UI Automator', 'By.res("com.android.calculator2:id/digit_7")'],
      ['Maestro', /^- tapOn: +id: 'digit_7'$/],
    ] as const) {
      await filterOf(page).fill('');
      if (!(await detailsOf(page).isVisible())) await elementRow(page, 'digit_7').click();
      await page.getByTestId('copy-menu').click();
      const menu = page.getByRole('menu');
      await expect(menu.getByRole('menuitem', { name: 'Tap', exact: true })).toHaveCount(0);
      const item = name === 'Selector' ? 'Copy the selector' : `Copy as ${name}`;
      await menu.getByRole('menuitem', { name: item }).press('Enter');
      await expect(page.getByTestId('act-outcome')).toContainText('Copied: ');
      expect(await clipboardOf(page)).toEqual(
        typeof text === 'string' ? text : expect.stringMatching(text),
      );
    }
  });

  test('act on the phone and show the result', async ({ console: page }) => {
    await elementRow(page, 'digit_7').click();
    await detailsOf(page).getByRole('button', { name: 'Tap', exact: true }).click();
    const outcome = page.getByTestId('act-outcome');
    await expect(outcome).toContainText('Tapped “7”');
    await expectFormula(page, '7');
    await detailsOf(page).getByRole('button', { name: 'Show all details' }).click();
    await detailsOf(page).getByRole('button', { name: 'Long press' }).click();
    // The calculator's digits do nothing when held.
    await expect(outcome).toHaveText('Nothing here can be long-pressed.');
    await outcome.getByRole('button', { name: 'Close' }).click();
    await expect(outcome).toHaveText('');
  });

  test(
    'are in reach of a right click on a row, and of its keys',
    { tag: '@more' },
    async ({ console: page }) => {
      const row = elementRow(page, 'digit_7');
      const menu = page.getByRole('menu');
      await row.click({ button: 'right' });
      await expect(row).toHaveAttribute('aria-selected', 'true');
      await expect(menu.getByRole('menuitem', { name: 'Tap', exact: true })).toBeFocused();
      await expect(menu.getByRole('menuitem', { name: 'Copy as Maestro' })).toBeEnabled();
      await page.keyboard.press('End');
      await expect(menu.getByRole('menuitem').last()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await expectActive(row);
      await page.keyboard.press('Shift+F10');
      await menu.getByRole('menuitem', { name: 'Copy as Appium' }).click();
      await expect(page.getByTestId('act-outcome')).toContainText('Copied: AppiumBy.id(');
      expect(await clipboardOf(page)).toBe('AppiumBy.id("com.android.calculator2:id/digit_7")');
      await filterOf(page).fill('');
      await showView(page, 'Tree');
      await treeLine(page, 'digit_7').click({ button: 'right' });
      await expect(menu).toBeInViewport({ ratio: 1 });
      const violations = await axeViolationsInBothThemes(page, (axe) =>
        axe.include('[role="menu"]'),
      );
      expect(violations).toEqual([]);
      await filterOf(page).click();
      await expect(menu).toHaveCount(0);
      await listOf(page).focus();
      await page.keyboard.press('Shift+F10');
      await menu.getByRole('menuitem', { name: 'Tap', exact: true }).press('Enter');
      await expect(page.getByTestId('act-outcome')).toContainText('Tapped “7”');
    },
  );
});

test.describe('a field', { tag: '@more' }, () => {
  test.use({ live: 'on', demo: { activity: 'com.handset.notes/.EditActivity' } });

  test('is filled from its details', async ({ console: page }) => {
    await elementRow(page, 'edit_title').click();
    await detailsOf(page).getByRole('button', { name: 'Set text…' }).click();
    await page.keyboard.type('Milk');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('act-outcome')).toContainText('Set the text of “Title”');
    await expect(elementRow(page, 'Milk')).toBeVisible();
  });
});
