/** The outline on the picture of the element whose row is pointed at. */
import type { Locator, Page } from '@playwright/test';
import { elementRow, readScreenAgain } from './console-page.ts';
import { listOf } from './elements-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const rowsOf = (page: Page): Locator => page.getByTestId('element-row');

test.describe('the outline of a pointed element', { tag: '@more' }, () => {
  shareConsole({ activity: 'com.android.calculator2/.Calculator' });

  const outline = (page: Page): Locator => page.getByTestId('lit-box');

  test('goes when the picture shows another app, before that is read', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    const row = elementRow(page, 'digit_7');
    await expect(row).toBeVisible();
    // Equal readings, as of a screen where only a caret blinks.
    await readScreenAgain(page);
    await readScreenAgain(page);
    await row.hover();
    await expect(outline(page)).toBeVisible();
    // While a call runs the console reads nothing: the rows stay those of the calculator.
    const expected = { selector: ':text("no such text")', timeout: 20_000 };
    const steps = [{ tool: 'press_home', arguments: {}, expect: expected }];
    const call = agent.call('run_steps', { steps });
    await expect(outline(page)).toBeHidden();
    await expect(row).toBeVisible();
    await page.getByTestId('stop').click();
    await call;
    await expect(rowsOf(page).getByText('Calculator')).toBeVisible();
    await page.getByTestId('pause').click();
  });

  test('is not drawn for a row that takes over the focus of a vanished one', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await agent.call('open_app', { package_id: 'com.android.settings' });
    await rowsOf(page).filter({ hasText: 'Search settings' }).first().click();
    const id = await page.locator('[aria-selected="true"][data-id]').getAttribute('data-id');
    await page.getByRole('button', { name: 'Unpin' }).press('Escape');
    await expect(outline(page)).toHaveAttribute('data-id', id ?? '');
    await page.getByTestId('touch-layer').hover();
    await expect(outline(page)).toBeHidden();
    await page.mouse.wheel(0, 900);
    await expect(page.locator(`[data-testid="element-row"][data-id="${id}"]`)).toHaveCount(0);
    await expect(listOf(page)).toBeFocused();
    await expect(outline(page)).toBeHidden();
    await page.keyboard.press('ArrowDown');
    await expect(outline(page)).toBeVisible();
  });

  test('stays while a stopwatch runs beside the element', async ({ console: page, agents }) => {
    await expect(page.getByTestId('live-line')).toContainText('runs on the phone and reads');
    const agent = await agents('v1');
    await agent.call('open_app', { package_id: 'com.android.deskclock' });
    await agent.call('click_element', { selector: '@tab_menu_stopwatch' });
    await agent.call('click_element', { selector: '@stopwatch_start' });
    await expect(elementRow(page, 'stopwatch_reset')).toBeVisible();
    await elementRow(page, 'tab_menu_alarm').hover();
    await expect(outline(page)).toBeVisible();
    await page.getByTestId('phone-viewport').evaluate((element: HTMLElement) => {
      let readings = 0;
      new MutationObserver((changes) => {
        if (changes.some(({ attributeName }) => attributeName === 'data-read-at')) readings++;
        // A machine under load may miss the beat of the stopwatch once.
        if (element.querySelector('[data-testid="lit-box"]') === null) readings = 0;
        element.dataset['seen'] = String(readings);
      }).observe(element, { subtree: true, childList: true, attributeFilter: ['data-read-at'] });
    });
    await expect(page.getByTestId('phone-viewport')).toHaveAttribute('data-seen', '5');
  });
});
