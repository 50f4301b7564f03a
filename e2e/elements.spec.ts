/** The element table: its selector filter, and the suggested selectors of the hovered element. */
import type { Locator, Page } from '@playwright/test';
import { waitForPhone, setScreenMode, readScreenAgain, elementRow } from './console-page.ts';
import { type PanelStates, testPanelStates } from './axe.ts';
import { expectActive, goToRow, listOf } from './elements-page.ts';
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

test.use({ live: 'on', demo: { activity: calculator } });

test.describe('the filter', () => {
  shareConsole({ activity: calculator });

  test('shows only what the selector matches, in table and picture, while typing', async ({
    console: page,
  }) => {
    await setScreenMode(page, 'inspect');
    await expect(rowsOf(page).first()).toBeVisible();
    const all = await rowsOf(page).count();
    await filterOf(page).pressSequentially('Button:desc("p*")');
    await expect(statusOf(page)).toHaveText(/^4 of \d+$/);
    await expect(rowsOf(page)).toHaveCount(4);
    await expect(page.getByTestId('element-box')).toHaveCount(4);
    await filterOf(page).press('Escape');
    await expect(rowsOf(page)).toHaveCount(all);
    await expect(statusOf(page)).toHaveText(/^\d+ elements$/);
  });

  test('finds plain text in every column', async ({ console: page }) => {
    await filterOf(page).fill('MULTI');
    await expect(statusOf(page)).toHaveText(/^1 of \d+$/);
    await expect(rowsOf(page)).toHaveCount(1);
    await filterOf(page).fill('7');
    await expect(elementRow(page, 'digit_7')).toBeVisible();
    // The package of a resource id is not shown.
    await filterOf(page).fill('calculator2');
    await expect(page.getByText('Nothing matches')).toBeVisible();
  });

  test('says where a selector is invalid, and keeps the table', async ({ console: page }) => {
    await filterOf(page).fill('@digit_7');
    await expect(rowsOf(page)).toHaveCount(1);
    await filterOf(page).fill('@digit_7:tex');
    await expect(statusOf(page)).toContainText('has "tex" at column 10, where text,');
    await expect(filterOf(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(rowsOf(page)).toHaveCount(1);
    await filterOf(page).fill('@digit_7:text("7")');
    await expect(statusOf(page)).toHaveText(/^1 of \d+$/);
  });

  test('suggests similar selectors when nothing matches', async ({ console: page }) => {
    await filterOf(page).fill('@digt_7');
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await page.getByRole('button', { name: '@digit_7', exact: true }).click();
    await expect(rowsOf(page)).toHaveCount(1);
    await filterOf(page).fill('@nothing_of_the_kind');
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect(rowsOf(page)).not.toHaveCount(1);
  });

  test('offers examples to try', async ({ console: page }) => {
    const help = page.getByRole('button', { name: 'How to write a selector' });
    await help.click();
    await expect(help).toHaveAttribute('aria-expanded', 'true');
    const example = page.getByRole('button', { name: '[clickable]' });
    await example.press('Escape');
    await expect(example).toBeHidden();
    await expect(help).toBeFocused();
    await help.click();
    await example.click();
    await expect(filterOf(page)).toHaveValue('[clickable]');
    await expect(filterOf(page)).toBeFocused();
    await expect(statusOf(page)).toHaveText(/^\d+ of \d+$/);
  });

  test('keeps the filter and the hovered row when the screen is read again', async ({
    console: page,
  }) => {
    await filterOf(page).fill('Button[clickable]');
    await expect(statusOf(page)).toHaveText(/^20 of \d+$/);
    await elementRow(page, 'digit_7').hover();
    await expect(bestOf(page)).toHaveText('@digit_7');
    await readScreenAgain(page);
    await readScreenAgain(page);
    await expect(statusOf(page)).toHaveText(/^20 of \d+$/);
    await expect(elementRow(page, 'digit_7')).toHaveClass(/\blit\b/);
    await expect(bestOf(page)).toHaveText('@digit_7');
  });
});

const headingOf = (page: Page, name: string): Locator =>
  page.getByRole('columnheader', { name }).getByRole('button');
const textsOf = async (page: Page): Promise<readonly string[]> =>
  (await rowsOf(page).locator('[data-column="text"]').allInnerTexts()).map((text) => text.trim());

test.describe('the table', () => {
  shareConsole({ activity: calculator });

  test.beforeEach(async ({ console: page }) => {
    // All rows are in view.
    await page.setViewportSize({ width: 1280, height: 2400 });
    await filterOf(page).fill('');
  });

  const layoutSwitchOf = (page: Page): Locator => page.getByTestId('layout-rows');

  test('hides rows that are only layout until asked for, searched or pinned', async ({
    console: page,
  }) => {
    await expect(elementRow(page, 'digit_7')).toBeVisible();
    const hidden = elementRow(page, 'FrameLayout');
    await expect(hidden).toHaveCount(0);
    const shownCount = await rowsOf(page).count();
    const hiddenCount = Number(/\d+/.exec(await layoutSwitchOf(page).innerText())?.[0]);
    expect(hiddenCount).toBeGreaterThan(0);
    await expect(page.getByRole('tab', { name: 'Elements' })).toContainText(`${shownCount}`);
    await layoutSwitchOf(page).click();
    await expect(rowsOf(page)).toHaveCount(shownCount + hiddenCount);
    await page.reload();
    await expect(rowsOf(page)).toHaveCount(shownCount + hiddenCount);
    await hidden.first().click();
    await layoutSwitchOf(page).click();
    await expect(rowsOf(page)).toHaveCount(shownCount + 1);
    await expect(hidden).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: 'Unpin' }).click();
    await expect(hidden).toHaveCount(0);
    await filterOf(page).fill('FrameLayout');
    await expect(hidden.first().locator('[data-column="text"]')).toHaveText('FrameLayout');
    await expect(layoutSwitchOf(page)).toHaveCount(0);
  });

  test('is sorted by its headings, by keyboard alone', async ({ console: page }) => {
    await expect(elementRow(page, 'digit_7')).toBeVisible();
    const before = await textsOf(page);
    await goToRow(rowsOf(page).first());
    await page.keyboard.press('ArrowUp');
    await expect(headingOf(page, 'Text')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const column = page.getByRole('columnheader', { name: 'Text' });
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
    const digits = (texts: readonly string[]): string =>
      texts.filter((text) => /^\d$/.test(text)).join('');
    expect(digits(await textsOf(page))).toBe('0123456789');
    await page.keyboard.press('Enter');
    await expect(column).toHaveAttribute('aria-sort', 'descending');
    expect(digits(await textsOf(page))).toBe('9876543210');
    await page.keyboard.press('Enter');
    await expect(column).toHaveAttribute('aria-sort', 'none');
    expect(await textsOf(page)).toEqual(before);
    await page.keyboard.press('ArrowDown');
    await expectActive(rowsOf(page).first());
  });
});

test.describe('the table of a list', { tag: '@more' }, () => {
  test.use({ demo: { activity: 'com.android.settings/com.android.settings.Settings' } });

  test('names a row to press by the text inside, and keeps its order over a reload', async ({
    console: page,
  }) => {
    const named = rowsOf(page).filter({ has: page.getByTestId('row-label') });
    const network = named.filter({ hasText: 'Network & internet' });
    await expect(network).toContainText('clickable');
    await expect(elementRow(page, 'Network & internet')).toHaveCount(1);
    await headingOf(page, 'Text').click();
    const sorted = page.getByRole('columnheader', { name: 'Text' });
    await expect(sorted).toHaveAttribute('aria-sort', 'ascending');
    const texts = await textsOf(page);
    await page.reload();
    await expect(network).toBeVisible();
    await expect(sorted).toHaveAttribute('aria-sort', 'ascending');
    expect(await textsOf(page)).toEqual(texts);
  });
});

test.describe('the best selector', { tag: [inFullBrowser.tag, '@more'] }, () => {
  // One after the other: these tests paste, and all browsers of a machine share the clipboard.
  shareConsole({ activity: calculator });

  test.beforeEach(async ({ console: page }) => {
    await filterOf(page).fill('');
  });

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
    await expectActive(elementRow(page, 'digit_7'));
    await expect(bestOf(page)).toHaveText('@digit_7');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Copy the selector' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('selector-bar').getByText('Copied').first()).toBeAttached();
    expect(await clipboardOf(page)).toBe('@digit_7');
    await expect(bestOf(page)).toHaveText('@digit_7');
    await filterOf(page).fill('@digit_8');
    await expect(bestOf(page)).toBeHidden();
  });

  test('is listed with the others and its reasons when an element is pinned', async ({
    console: page,
  }) => {
    const row = elementRow(page, 'digit_7');
    await expect(row).toBeVisible();
    await goToRow(row);
    await page.keyboard.press('Enter');
    const details = page.getByRole('region', { name: /^Pinned element/ });
    await expect(details.getByText('By resource ID. Still works')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(details.getByText('Copied', { exact: true }).first()).toBeVisible();
    expect(await clipboardOf(page)).toBe('@digit_7');
    await filterOf(page).fill('');
    await details.getByRole('button', { name: 'Show all details' }).click();
    await details.getByText(/other selectors$/).click();
    await details.getByRole('button', { name: 'Copy :text("7")', exact: true }).click();
    await expect.poll(() => clipboardOf(page)).toBe(':text("7")');
    await filterOf(page).fill('');
    await details.getByRole('button', { name: 'Tap', exact: true }).press('Escape');
    await expect(details).toBeHidden();
    await expectActive(row);
    await page.keyboard.press('Escape');
    await expect(filterOf(page)).toBeFocused();
  });
});

test('text from the phone is never rendered as markup', async ({ page, bridge, pageErrors }) => {
  const text = '<img src=x onerror=alert(1)>';
  const escaped = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const node = `<node class="A" package="com.app" text="${escaped}" clickable="true" bounds="[0,0][500,500]" />`;
  await page.goto(bridge.url);
  await page.locator('#capture-files').setInputFiles({
    name: 'markup.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(`<hierarchy rotation="0">${node}</hierarchy>`),
  });
  await waitForPhone(page);
  await expect(page.getByRole('heading', { name: 'Elements' })).toHaveCount(1);
  await expect(page.getByTestId('live-line')).toContainText(
    'Drawn from the elements: no .png was opened',
  );
  for (const name of ['Device', 'Logs'])
    await expect(page.getByRole('tab', { name })).toHaveCount(0);
  for (const id of ['camera', 'reset-demo', 'screen-mode', 'screen-record-steps'])
    await expect(page.getByTestId(id)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Power|Rotate/ })).toHaveCount(0);
  await expect(page.locator('#screen')).toContainText(/com\.app\s+500 × 500, portrait$/);
  await rowsOf(page).first().click();
  await expect(page.getByTestId('suggested-selector').first()).toHaveText(`:text("${text}")`);
  await expect(page.getByRole('button', { name: 'Tap', exact: true })).toHaveCount(0);
  await filterOf(page).fill(text);
  await expect(rowsOf(page)).toHaveCount(1);
  await filterOf(page).fill(`:text("${text}!")`);
  await expect(page.getByRole('button', { name: `:text("${text}")` })).toBeVisible();
  await expect(page.locator('main img:not([data-testid])')).toHaveCount(0);
  expect(pageErrors).toEqual([]);
});

test('of thousands of elements only the rows in view are rendered, and the keys reach the last', async ({
  page,
  bridge,
}) => {
  const nodes = Array.from(
    { length: 2000 },
    (_, i) => `<node class="A" text="Row${i}" clickable="true" bounds="[0,${i}][500,${i + 1}]" />`,
  );
  await page.goto(bridge.url);
  await page.locator('#capture-files').setInputFiles({
    name: 'long.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(`<hierarchy rotation="0">${nodes.join('')}</hierarchy>`),
  });
  await waitForPhone(page);
  const list = listOf(page);
  await expect(list).toHaveAttribute('aria-rowcount', '2001');
  expect(await rowsOf(page).count()).toBeLessThan(60);
  await list.press('End');
  const last = elementRow(page, 'Row1999');
  await expectActive(last);
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(last).toHaveAttribute('aria-rowindex', '2001');
  // Characters that come too slowly, as on a busy machine, are not one text.
  await expect(async () => {
    await list.press('End');
    await page.keyboard.type('Row10');
    await expect(list).toHaveAttribute('aria-activedescendant', 'element-10', { timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Home');
  await expect(rowsOf(page).first()).toBeInViewport({ ratio: 1 });
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
      await page.getByRole('button', { name: 'Show all details' }).click();
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
      await expect(statusOf(page)).toContainText('at column 10');
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
