/** The element table: its selector filter, and the suggested selectors of the hovered element. */
import type { Locator, Page } from '@playwright/test';
import { waitForPhone, setScreenMode, readScreenAgain, elementRow } from './console-page.ts';
import { type PanelStates, testPanelStates } from './axe.ts';
import { expect, inFullBrowser, shareConsole, test } from './fixtures.ts';

const calculator = 'com.android.calculator2/.Calculator';

const filterOf = (page: Page): Locator => page.getByTestId('element-filter');
const statusOf = (page: Page): Locator => page.getByTestId('filter-status');
const rowsOf = (page: Page): Locator => page.getByTestId('element-row');
const bestOf = (page: Page): Locator => page.getByTestId('best-selector');

/** Reads the clipboard by pasting into the filter. */
async function clipboardOf(page: Page): Promise<string> {
  await filterOf(page).fill('');
  await filterOf(page).press('ControlOrMeta+v');
  return await filterOf(page).inputValue();
}

test.use({ demo: { activity: calculator } });

test.describe('the filter', () => {
  const shared = shareConsole({ activity: calculator });

  test('shows only what the selector matches, in table and picture, while typing', async () => {
    const page = shared();
    await setScreenMode(page, 'inspect');
    await expect(rowsOf(page).first()).toBeVisible();
    const all = await rowsOf(page).count();
    await filterOf(page).pressSequentially('Button:desc("p*")');
    await expect(statusOf(page)).toHaveText(`4 of ${all}`);
    await expect(rowsOf(page)).toHaveCount(4);
    await expect(page.getByTestId('element-box')).toHaveCount(4);
    await filterOf(page).press('Escape');
    await expect(rowsOf(page)).toHaveCount(all);
    await expect(statusOf(page)).toHaveText('');
  });

  test('finds plain text in every column', async () => {
    const page = shared();
    await filterOf(page).fill('MULTI');
    await expect(statusOf(page)).toContainText('found as words');
    await expect(rowsOf(page)).toHaveCount(1);
    await filterOf(page).fill('7');
    await expect(elementRow(page, 'digit_7')).toBeVisible();
  });

  test('says where a selector is invalid, and keeps the table', async () => {
    const page = shared();
    await filterOf(page).fill('@digit_7');
    await expect(rowsOf(page)).toHaveCount(1);
    await filterOf(page).fill('@digit_7:tex');
    await expect(statusOf(page)).toContainText('wrong at column 10: expected text, contains');
    await expect(filterOf(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(rowsOf(page)).toHaveCount(1);
    await filterOf(page).fill('@digit_7:text("7")');
    await expect(statusOf(page)).toHaveText(/^1 of \d+$/);
  });

  test('suggests similar selectors when nothing matches', async () => {
    const page = shared();
    await filterOf(page).fill('@digt_7');
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await page.getByRole('button', { name: '@digit_7', exact: true }).click();
    await expect(rowsOf(page)).toHaveCount(1);
    await filterOf(page).fill('@nothing_of_the_kind');
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect(rowsOf(page)).not.toHaveCount(1);
  });

  test('counts matches that the table does not list', async () => {
    const page = shared();
    await filterOf(page).fill('0');
    await expect(rowsOf(page)).not.toHaveCount(0);
    await filterOf(page).fill('*');
    await expect(statusOf(page)).toContainText(/\d+ of plain layout, not listed/);
  });

  test('offers examples to try', async () => {
    const page = shared();
    const help = page.getByRole('button', { name: 'How to write a selector' });
    await help.click();
    await expect(help).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: '[clickable]' }).click();
    await expect(filterOf(page)).toHaveValue('[clickable]');
    await expect(filterOf(page)).toBeFocused();
    await expect(statusOf(page)).toHaveText(/^\d+ of \d+$/);
  });

  test('keeps the filter and the hovered row when the screen is read again', async () => {
    const page = shared();
    await filterOf(page).fill('Button[clickable]');
    await expect(statusOf(page)).toHaveText(/^20 of \d+$/);
    await elementRow(page, 'digit_7').hover();
    await expect(bestOf(page)).toHaveText('@digit_7');
    await readScreenAgain(page);
    await readScreenAgain(page);
    await expect(rowsOf(page)).toHaveCount(20);
    await expect(elementRow(page, 'digit_7')).toHaveClass(/\blit\b/);
    await expect(bestOf(page)).toHaveText('@digit_7');
  });
});

test.describe('the best selector', inFullBrowser, () => {
  // These tests paste, and all browsers of a machine share the clipboard.
  test.describe.configure({ mode: 'serial' });

  test('is shown for the hovered element, in the table and in the picture', async ({
    console: page,
  }) => {
    await setScreenMode(page, 'inspect');
    await elementRow(page, 'digit_7').hover();
    await expect(bestOf(page)).toHaveText('@digit_7');
    const id = (await elementRow(page, 'digit_8').getAttribute('data-id')) ?? '';
    await page.locator(`[data-testid="element-box"][data-id="${id}"]`).hover();
    await expect(bestOf(page)).toHaveText('@digit_8');
    await page.keyboard.press('ControlOrMeta+c');
    await expect(page.getByTestId('selector-bar')).toContainText('Copied');
    expect(await clipboardOf(page)).toBe('@digit_8');
  });

  test('can be copied by keyboard alone', async ({ console: page }) => {
    await filterOf(page).fill('@digit_7');
    await expect(rowsOf(page)).toHaveCount(1);
    await filterOf(page).press('Enter');
    await expect(elementRow(page, 'digit_7')).toBeFocused();
    await expect(bestOf(page)).toHaveText('@digit_7');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Copy the selector' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('selector-bar').getByText('Copied').first()).toBeAttached();
    expect(await clipboardOf(page)).toBe('@digit_7');
  });

  test('is listed with the others and its reasons when an element is pinned', async ({
    console: page,
  }) => {
    const row = elementRow(page, 'digit_7');
    await row.focus();
    await row.press('Enter');
    const details = page.getByRole('region', { name: /^Pinned element/ });
    await expect(details.getByText('resource id: survives')).toBeVisible();
    await details.getByText(/other selectors$/).click();
    await details.getByRole('button', { name: 'Copy :text("7")', exact: true }).click();
    expect(await clipboardOf(page)).toBe(':text("7")');
    await row.focus();
    await row.press('Escape');
    await expect(details).toBeHidden();
    await row.press('Escape');
    await expect(filterOf(page)).toBeFocused();
  });
});

test('text from the phone is never rendered as markup', async ({ page, bridge, pageErrors }) => {
  const text = '<img src=x onerror=alert(1)>';
  const escaped = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const node = `<node class="A" text="${escaped}" clickable="true" bounds="[0,0][500,500]" />`;
  await page.goto(bridge.url);
  await page.locator('#capture-files').setInputFiles({
    name: 'markup.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(`<hierarchy rotation="0">${node}</hierarchy>`),
  });
  await waitForPhone(page);
  await rowsOf(page).first().click();
  await expect(page.getByTestId('suggested-selector').first()).toHaveText(`:text("${text}")`);
  await filterOf(page).fill(text);
  await expect(rowsOf(page)).toHaveCount(1);
  await filterOf(page).fill(`:text("${text}!")`);
  await expect(page.getByRole('button', { name: `:text("${text}")` })).toBeVisible();
  await expect(page.locator('main img:not([data-testid])')).toHaveCount(0);
  expect(pageErrors).toEqual([]);
});

/** The states of the table; few rows, since all rows are alike. */
const panelStates: PanelStates = [
  [
    'found',
    async (page) => {
      await filterOf(page).fill('@digit_7, @digit_8');
      await expect(rowsOf(page)).toHaveCount(2);
    },
  ],
  ['help', (page) => page.getByRole('button', { name: 'How to write a selector' }).click()],
  [
    'pinned',
    async (page) => {
      await elementRow(page, 'digit_7').click();
      await page.getByText(/other selectors$/).click();
    },
  ],
  [
    'pointed at',
    async (page) => {
      await page.getByRole('button', { name: 'Unpin' }).click();
      await elementRow(page, 'digit_8').hover();
      await expect(bestOf(page)).toHaveText('@digit_8');
    },
  ],
  [
    'wrong',
    async (page) => {
      await filterOf(page).fill('@digit_7:');
      await expect(statusOf(page)).toContainText('wrong at column 10');
    },
  ],
  [
    'nothing',
    async (page) => {
      await filterOf(page).fill('@digt_7');
      await expect(page.getByText('Nothing matches')).toBeVisible();
    },
  ],
];

testPanelStates('#panel-elements', panelStates);
