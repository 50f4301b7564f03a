/** The Elements panel, as a person finds it. */
import { expect, type Locator, type Page } from '@playwright/test';

export const filterOf = (page: Page): Locator => page.getByTestId('element-filter');
export const listOf = (page: Page): Locator => page.getByRole('treegrid', { name: 'Elements' });
export const treeLine = (page: Page, words: string): Locator =>
  listOf(page).getByRole('row').filter({ hasText: words });
export const detailsOf = (page: Page): Locator =>
  page.getByRole('region', { name: /^Pinned element/ });

/** Goes to a row by the keys of the list. */
export async function goToRow(row: Locator): Promise<void> {
  const list = listOf(row.page());
  const index = Number(await row.getAttribute('data-index'));
  await list.focus();
  await list.press('Home');
  for (let at = 0; at < index; at++) await list.press('ArrowDown');
  await expectActive(row);
}

/** Waits until the keys go to this row. */
export async function expectActive(row: Locator): Promise<void> {
  const list = listOf(row.page());
  await expect(list).toBeFocused();
  await expect
    .poll(
      async () =>
        (await list.getAttribute('aria-activedescendant')) === (await row.getAttribute('id')),
    )
    .toBe(true);
}

export async function showView(page: Page, view: 'Table' | 'Tree'): Promise<void> {
  await page.getByText(view, { exact: true }).click();
}

/** Ends what the test before may have left: a filter, a pinned element, a comparison, a narrow page. */
export async function tidyUp({ console: page }: { readonly console: Page }): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await showView(page, 'Table');
  await filterOf(page).fill('');
  for (const name of ['Unpin', 'Stop comparing']) {
    const button = page.getByRole('button', { name, exact: true });
    if (await button.isVisible()) await button.click();
    await expect(button).toBeHidden();
  }
}
