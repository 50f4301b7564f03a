/** The Elements panel, as a person finds it. */
import { expect, type Locator, type Page } from '@playwright/test';

export const filterOf = (page: Page): Locator => page.getByTestId('element-filter');
export const treeOf = (page: Page): Locator => page.getByTestId('element-tree');
export const treeLine = (page: Page, words: string): Locator =>
  page.getByTestId('tree-line').filter({ hasText: words });
export const detailsOf = (page: Page): Locator =>
  page.getByRole('region', { name: /^Pinned element/ });

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
