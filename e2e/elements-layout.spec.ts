/** The sizes of the Elements panel and its parts, its keys, and what it says of what can't be shown. */
import type { Locator, Page } from '@playwright/test';
import { elementRow, runPhoneCommand, setScreenMode } from './console-page.ts';
import { expectActive, goToRow } from './elements-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const demo = { activity: 'com.android.calculator2/.Calculator', record: 'elements-layout' };
test.use({ live: 'on', demo });

const filterOf = (page: Page): Locator => page.getByTestId('element-filter');
const rowsOf = (page: Page): Locator => page.getByTestId('element-row');

test(
  'a row is tapped by keyboard, and the focus goes to the new screen',
  { tag: '@nightly' },
  async ({ console: page, agents }) => {
    const agent = await agents('v1');
    await agent.call('press_home');
    await goToRow(elementRow(page, 'Notes'));
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(elementRow(page, 'Groceries').first()).toBeVisible();
    await expect(page.getByTestId('act-outcome')).toHaveText(/Tapped “Notes”/);
    await expectActive(rowsOf(page).first());
    await page.keyboard.press('/');
    await expect(filterOf(page)).toBeFocused();
    // It is called by a selector, which can be repeated.
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    await expect(page.getByTestId('call').first()).toContainText('Tap element :text("Notes")');
    await page.keyboard.press('Control+Shift+Digit1');
    await expectActive(rowsOf(page).first());
  },
);

test.describe('an open console', { tag: '@nightly' }, () => {
  shareConsole(demo);

  test.beforeEach(async ({ console: page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await runPhoneCommand(page, demo.record, `am start -n ${demo.activity}`);
    await page.getByRole('tab', { name: /^Elements/ }).click();
    await setScreenMode(page, 'use');
    await page.locator('label', { hasText: 'Table' }).click();
    await filterOf(page).fill('');
    const unpin = page.getByRole('button', { name: 'Unpin' });
    if (await unpin.isVisible()) await unpin.click();
    await expect(elementRow(page, 'digit_7')).toBeVisible();
  });

  test('the keys copy the element that they have reached, not the pinned one', async ({
    console: page,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copyFrom = async (name: string): Promise<string> => {
      await goToRow(elementRow(page, name));
      await page.keyboard.press('ControlOrMeta+c');
      return await page.evaluate(() => navigator.clipboard.readText());
    };
    await goToRow(elementRow(page, 'digit_7'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: /^Pinned element/ })).toBeVisible();
    await expect.poll(() => copyFrom('digit_7')).toBe('@digit_7');
    await expect.poll(() => copyFrom('digit_8')).toBe('@digit_8');
  });

  test('a selector that is being typed has no count, which was of another text', async ({
    console: page,
  }) => {
    const status = page.getByTestId('filter-status');
    await filterOf(page).fill('@digit_7');
    await expect(status).toHaveText(/^1 of \d+$/);
    await status.evaluate((element) => {
      const keep = (): void => {
        document.body.dataset['statuses'] =
          `${document.body.dataset['statuses'] ?? ''}|${element.textContent.trim()}`;
      };
      document.body.dataset['statuses'] = '';
      new MutationObserver(keep).observe(element, {
        characterData: true,
        childList: true,
        subtree: true,
      });
    });
    await filterOf(page).fill('@digit_7:tex');
    await expect(status).toContainText('has "tex" at column 10');
    const statuses = await page.evaluate(() => document.body.dataset['statuses']);
    expect(statuses).toMatch(/^\|Unfinished\|/);
    expect(statuses).not.toContain('1 of ');
  });

  test('what the filter looks for is marked in the table and in the tree', async ({
    console: page,
  }) => {
    const marked = (): Promise<readonly string[]> =>
      page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String).toSorted());
    await expect(elementRow(page, 'digit_7')).toBeVisible();
    await filterOf(page).fill('DIGIT_-7 button');
    await expect.poll(marked).toEqual(['Button', 'digit_7']);
    await page.locator('label', { hasText: 'Tree' }).click();
    await expect(page.getByTestId('element-row').first()).toBeVisible();
    await expect.poll(marked).toEqual(['Button', 'digit_7']);
    await filterOf(page).fill('');
    await expect.poll(marked).toEqual([]);
  });

  test('on a low page the pinned row stays in view, and all details take the place of the list', async ({
    console: page,
  }) => {
    // As 1280 by 800 at 200 % zoom.
    await page.setViewportSize({ width: 640, height: 400 });
    const details = page.getByRole('region', { name: /^Pinned element/ });
    const tap = details.getByRole('button', { name: 'Tap', exact: true });
    const shown = { ratio: 1 };
    await expect(page.getByRole('columnheader', { name: 'ID', exact: true })).toBeInViewport(shown);
    await elementRow(page, 'digit_6').click();
    await expect(details.getByRole('heading')).toBeInViewport(shown);
    await expect(tap).toBeInViewport(shown);
    await expect(page.getByTestId('suggested-selector').first()).toBeInViewport(shown);
    await expect(elementRow(page, 'digit_6')).toBeInViewport(shown);
    await goToRow(elementRow(page, 'digit_7'));
    await page.keyboard.press('Enter');
    await expect(elementRow(page, 'digit_7')).toBeInViewport(shown);
    await details.getByRole('button', { name: 'Show all details' }).press('Enter');
    await expect(page.getByRole('treegrid')).toBeHidden();
    await page.keyboard.press('Escape');
    await expectActive(elementRow(page, 'digit_7'));
    await expect(details).toBeHidden();
  });

  test('the details stay when the pinned element has left the screen', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    const details = page.getByRole('region', { name: /^Pinned element/ });
    const selector = details.getByTestId('suggested-selector').first();
    await elementRow(page, 'digit_7').click();
    await expect(selector).toHaveText('@digit_7');
    await agent.call('press_home');
    await expect(details).toContainText('No longer on the screen.');
    // One line, which leaves the room to the list.
    expect((await details.boundingBox())?.height).toBeLessThan(60);
    await details.getByRole('button', { name: 'Show all details' }).click();
    const tap = details.getByRole('button', { name: 'Tap', exact: true });
    await expect(tap).toBeDisabled();
    await expect(tap).toHaveAttribute('title', /No longer on the screen\.$/);
    await expect(details.getByRole('button', { name: 'Scroll to it' })).toBeEnabled();
    await expect(rowsOf(page).filter({ hasText: 'Notes' }).first()).toBeVisible();
    await expect(selector).toHaveText('@digit_7');
    await details.getByTestId('copy-menu').click();
    await expect(page.getByRole('menuitem', { name: 'Copy as Appium' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await agent.call('open_app', { package_id: 'com.android.calculator2' });
    await expect(details).not.toContainText('No longer on the screen.');
    await expect(details.getByRole('navigation')).toBeVisible();
    await expect(tap).toBeEnabled();
    await details.getByRole('button', { name: 'Unpin' }).click();
    await expect(details).toBeHidden();
  });

  test('a right click on the picture opens the menu of the element', async ({ console: page }) => {
    const id = (await elementRow(page, 'digit_7').getAttribute('data-id')) ?? '';
    await setScreenMode(page, 'inspect');
    const box = page.locator(`[data-testid="element-box"][data-id="${id}"]`);
    await box.click({ button: 'right' });
    await expect(page.getByRole('region', { name: 'Pinned element: 7, Button' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Tap', exact: true }).click();
    await expect(page.getByTestId('act-outcome')).toContainText('Tapped “7”');
  });

  test('the phone and the panels share the width as they were told to', async ({
    console: page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const handle = page.getByRole('separator', { name: 'Width of the phone' });
    const value = async (name = 'aria-valuenow'): Promise<number> =>
      Number(await handle.getAttribute(name));
    const phoneWidth = async (): Promise<number> =>
      (await page.locator('#screen').boundingBox())?.width ?? 0;
    await expect(elementRow(page, 'digit_7')).toBeVisible();
    const before = await value();
    const widthBefore = await phoneWidth();
    const box = await handle.boundingBox();
    if (box === null) throw new Error('There is no handle.');
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 50, box.y + 100, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => Math.round((await phoneWidth()) - widthBefore)).toBe(-50);
    await handle.focus();
    const dragged = await value();
    expect(dragged).toBeLessThan(before);
    await page.keyboard.press('ArrowRight');
    await expect.poll(value).toBe(dragged + 2);
    await page.reload();
    await expect(elementRow(page, 'digit_7')).toBeVisible();
    await expect.poll(value).toBe(dragged + 2);
    await handle.focus();
    await page.keyboard.press('Home');
    await expect.poll(value).toBe(await value('aria-valuemin'));
    await page.keyboard.press('End');
    await expect.poll(value).toBe(await value('aria-valuemax'));
    await handle.dblclick();
    await expect.poll(value).toBe(before);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(handle).toBeHidden();
  });

  test('the details are as high as they were dragged, and act by keyboard', async ({
    console: page,
  }) => {
    const handle = page.getByRole('separator', { name: 'Height of the details' });
    const details = page.getByRole('region', { name: /^Pinned element/ });
    const height = async (): Promise<number> => (await details.boundingBox())?.height ?? 0;
    await goToRow(elementRow(page, 'digit_7'));
    await page.keyboard.press('Enter');
    // Then the details have their height.
    await expect(page.getByTestId('suggested-selector').first()).toBeVisible();
    const before = await height();
    const box = await handle.boundingBox();
    if (box === null) throw new Error('There is no handle.');
    await page.mouse.move(box.x + 50, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 50, box.y + box.height / 2 - 60, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => Math.round((await height()) - before)).toBe(60);
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(height).toBeGreaterThan(before + 60);
    const kept = await height();
    await page.reload();
    await elementRow(page, 'digit_7').click();
    await expect.poll(async () => Math.abs((await height()) - kept)).toBeLessThan(2);

    // From the row: the handle, the rest of the details, Unpin, and the actions as one stop with arrow keys.
    await goToRow(elementRow(page, 'digit_7'));
    for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Tap', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByTestId('copy-menu')).toBeFocused();
    await handle.dblclick();
    await expect.poll(async () => Math.abs((await height()) - before)).toBeLessThan(2);
  });

  test('the filter offers the selector for XPath, though the screen never rests', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    const status = page.getByTestId('filter-status');
    await agent.call('open_app', { package_id: 'com.android.settings' });
    const text = elementRow(page, 'Connected devices').first().locator('[data-column="text"]');
    const muted = 'rgb(88, 96, 112)';
    await expect(text).not.toHaveCSS('color', muted);
    // What matched nothing before leaves no empty list.
    await filterOf(page).fill('dispaly');
    await expect(rowsOf(page)).toHaveCount(0);
    await filterOf(page).fill('(//Button)[2]');
    await expect(status).toContainText(
      'This is XPath, not a Handset selector. Selectors look like',
    );
    await expect(status).toContainText('The filter wasn’t applied.');
    // The rows are no answer.
    await expect(text).toHaveCSS('color', muted);
    await agent.call('open_app', { package_id: 'com.android.deskclock' });
    await agent.call('click_element', { selector: '@tab_menu_stopwatch' });
    await agent.call('click_element', { selector: '@stopwatch_start' });
    await filterOf(page).fill('//*[@resource-id="com.android.deskclock:id/tab_menu_alarm"]');
    await expect(status).toContainText('This is XPath, not a Handset selector. Use instead:');
    await status.getByRole('button').click();
    await expect(filterOf(page)).toHaveValue('@com.android.deskclock:id/tab_menu_alarm');
    await expect(rowsOf(page)).toHaveCount(1);
  });

  test('on a narrow page the details are not shown over the phone that is used, and stay in the list', async ({
    console: page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await setScreenMode(page, 'inspect');
    await goToRow(elementRow(page, 'digit_7'));
    await page.keyboard.press('Enter');
    const details = page.getByRole('region', { name: /^Pinned element/ });
    await expect(details).toBeVisible();
    const toPhone = page.getByTestId('to-phone');
    await toPhone.click();
    await expect(toPhone).toHaveAttribute('aria-current', 'true');
    await expect(details).toBeVisible();
    await setScreenMode(page, 'use');
    await expect(details).toBeHidden();
    await page.getByRole('tab', { name: /^Elements/ }).click();
    await expect(details).toBeVisible();
    // Pinned from the end of the page, where the phone still is.
    await toPhone.click();
    await expect(details).toBeHidden();
    await elementRow(page, 'digit_8').dispatchEvent('click');
    await expect(details).toBeVisible();
    await expect(toPhone).toHaveAttribute('aria-current', 'false');
    // In the tree, too, the line is above them.
    await page.locator('label', { hasText: 'Tree' }).click();
    await page
      .getByRole('treegrid')
      .evaluate((tree) => window.scrollBy(0, tree.getBoundingClientRect().top - 560));
    await page.getByTestId('element-row').nth(5).dispatchEvent('click');
    const bottomOf = async (part: Locator): Promise<number> => {
      const box = await part.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect
      .poll(() => bottomOf(page.getByTestId('element-row').nth(5)))
      .toBeLessThan((await details.boundingBox())?.y ?? 0);
  });

  test('at 1280 by 800 seven rows stay beside the details, with all that their columns say', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await page.setViewportSize({ width: 1280, height: 800 });
    await agent.call('press_home');
    await elementRow(page, 'Notes').click();
    await expect(page.getByTestId('suggested-selector').first()).toBeVisible();
    await expect(
      page.locator('[role="row"] [data-column="text"]:text-matches("^\\\\s*$")'),
    ).toHaveCount(0);
    const list = await page.getByRole('treegrid').boundingBox();
    const head = await rowsOf(page)
      .first()
      .evaluate((row) => row.closest('[role="treegrid"]')?.firstElementChild?.clientHeight);
    const heights = await rowsOf(page).evaluateAll((rows) =>
      rows.slice(0, 7).map((row) => row.getBoundingClientRect().height),
    );
    const sum = heights.reduce((total, height) => total + height, head ?? 0);
    expect(list?.height).toBeGreaterThanOrEqual(sum);
    const state = elementRow(page, 'Notes').locator('[data-column="state"]');
    await expect(state).toHaveText('clickable, long-clickable');
    const cut = await state.evaluate(
      (cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight,
    );
    expect(cut).toBe(false);
    // All that the details show unasked is in view, too.
    await expect(page.getByTestId('copy-menu')).toBeInViewport({ ratio: 1 });
  });

  test('a narrow list is sorted by every column, and a narrow tree shortens states, not names', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(elementRow(page, 'digit_7')).toBeAttached();
    for (const name of ['Text', 'Class', 'Resource ID', 'State', 'Bounds', 'ID']) {
      const heading = page.getByRole('columnheader', { name, exact: true });
      await heading.getByRole('button').click();
      await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    }
    await agent.call('press_home');
    await page.locator('label', { hasText: 'Tree' }).click();
    const name = page.getByTestId('element-row').getByText('Calculator', { exact: true });
    await expect(name).toBeVisible();
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  });
});

test.describe('a phone without an element list', { tag: '@nightly' }, () => {
  test.use({ demo: { activity: 'com.android.settings/.Settings', faults: 'null-root' } });

  test('has neither table nor tree, and says so', async ({ console: page }) => {
    for (const view of ['Table', 'Tree'] as const) {
      await page.getByText(view, { exact: true }).click();
      // Said once, and in words for a person.
      await expect(page.getByTestId('problem')).toHaveCount(1);
      await expect(page.getByTestId('problem')).toContainText(
        'couldn’t be read. You can still use the phone; Handset tries again',
      );
      await expect(
        page.getByTestId('problem').getByRole('button', { name: 'Refresh the screen' }),
      ).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Start comparing' })).toBeDisabled();
  });
});
