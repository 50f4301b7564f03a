/** The inspector: tree, details, copying, acting, and comparing with a pinned screen. */
import type { Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes, type PanelStates, testPanelStates } from './axe.ts';
import {
  allowCalls,
  elementRow,
  readScreenAgain,
  refuseCalls,
  refuseCallsAgain,
  setScreenMode,
  waitForPhone,
} from './console-page.ts';
import { detailsOf, filterOf, showView, tidyUp, treeLine, listOf } from './elements-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const calculator = 'com.android.calculator2/.Calculator';

const boxOf = (page: Page, id: string): Locator =>
  page.locator(`[data-testid="element-box"][data-id="${id}"]`);

const changesOf = (page: Page, kind: string): Locator =>
  page.locator(`[data-testid="change"][data-kind="${kind}"]`);
const marksOf = (page: Page, kind: string): Locator =>
  page.locator(`[data-testid="diff-mark"][data-kind="${kind}"]`);

async function idOf(element: Locator): Promise<string> {
  return (await element.getAttribute('data-id')) ?? '';
}

test.use({ live: 'on', demo: { activity: calculator } });

test.describe('an open console', () => {
  shareConsole({ activity: calculator });
  test.beforeEach(tidyUp);

  test.describe('the tree and the filter', () => {
    test('shows what it finds with all that is around it', async ({ console: page }) => {
      await expect(elementRow(page, 'digit_7')).toBeVisible();
      await showView(page, 'Tree');
      await filterOf(page).fill('ViewGroup, LinearLayout, FrameLayout');
      await expect(page.getByTestId('filter-status')).toHaveText(/^\d+ of \d+$/);
      await filterOf(page).fill('@digit_7');
      await expect(page.getByTestId('filter-status')).toHaveText(/^1 of \d+$/);
      const found = treeLine(page, 'digit_7');
      await expect(found).toHaveCount(1);
      // Its ancestors are shown too, and nothing else.
      const level = Number(await found.getAttribute('aria-level'));
      await expect(page.getByTestId('element-row')).toHaveCount(level);
      await page.reload();
      await expect(listOf(page)).toBeVisible();
    });

    test('can be used by keyboard alone', async ({ console: page }) => {
      await showView(page, 'Tree');
      await expect(page.getByTestId('element-row').first()).toBeVisible();
      const active = (): Promise<string | null> =>
        listOf(page).evaluate((tree) => {
          const id = tree.getAttribute('aria-activedescendant') ?? '';
          return document.getElementById(id)?.textContent.trim() ?? null;
        });
      await filterOf(page).press('ArrowDown');
      await expect(listOf(page)).toBeFocused();
      await page.keyboard.press('Home');
      const lines = await page.getByTestId('element-row').count();
      await page.keyboard.press('ArrowLeft');
      await expect(page.getByTestId('element-row')).toHaveCount(1);
      await page.keyboard.press('ArrowRight');
      await expect(page.getByTestId('element-row')).toHaveCount(lines);
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      expect(await active()).toContain('FrameLayout');
      await page.keyboard.type('7');
      await expect.poll(active).toContain('digit_7');
      await page.keyboard.press('Enter');
      await expect(detailsOf(page)).toBeVisible();
      await expect(treeLine(page, 'digit_7')).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Escape');
      await expect(detailsOf(page)).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(filterOf(page)).toBeFocused();
    });

    test(
      'shares highlights with the picture and the table',
      { tag: '@more' },
      async ({ console: page }) => {
        await showView(page, 'Tree');
        await filterOf(page).fill('@digit_7');
        const id = await idOf(treeLine(page, 'digit_7'));
        await treeLine(page, 'digit_7').hover();
        await expect(page.getByTestId('lit-box')).toHaveAttribute('data-id', id);
        await setScreenMode(page, 'inspect');
        await treeLine(page, 'digit_7').hover();
        await expect(boxOf(page, id)).toHaveClass(/\blit\b/);
        // Plain layout has a box only while it is hovered.
        const root = page.getByTestId('element-row').first();
        const rootId = await idOf(root);
        await expect(boxOf(page, rootId)).toHaveCount(0);
        await root.hover();
        await expect(boxOf(page, rootId)).toHaveClass(/\blit\b/);
        await filterOf(page).fill('');
        await boxOf(page, id).click();
        const line = treeLine(page, 'digit_7');
        await expect(line).toHaveAttribute('aria-selected', 'true');
        await expect(line).toBeInViewport();
        await showView(page, 'Table');
        await expect(elementRow(page, 'digit_7')).toHaveAttribute('aria-selected', 'true');
      },
    );

    test(
      'selectors that matched are offered again',
      { tag: '@more' },
      async ({ console: page }) => {
        await showView(page, 'Table');
        for (const name of ['digit_7', 'digit_8']) {
          await filterOf(page).fill(`@${name}`);
          await expect(page.getByTestId('element-row')).toHaveCount(1);
          await expect(elementRow(page, name)).toBeVisible();
          await filterOf(page).blur();
        }
        await filterOf(page).fill('@nothing_at_all');
        await expect(page.getByText('Nothing matches')).toBeVisible();
        await filterOf(page).blur();
        await filterOf(page).fill('');
        await filterOf(page).press('ArrowUp');
        await expect(filterOf(page)).toHaveValue('@digit_8');
        await filterOf(page).press('ArrowUp');
        await expect(filterOf(page)).toHaveValue('@digit_7');
        await page.reload();
        await page.getByRole('button', { name: 'Recent selectors' }).click();
        await page.getByRole('button', { name: '@digit_8', exact: true }).click();
        await expect(filterOf(page)).toHaveValue('@digit_8');
      },
    );
  });

  test.describe('a pinned screen', () => {
    test('is compared with each new snapshot, in the list and on the picture', async ({
      console: page,
      agents,
    }) => {
      const agent = await agents('v1');
      await expect(elementRow(page, 'digit_7')).toBeVisible();
      await page.getByRole('button', { name: 'Start comparing' }).click();
      const bar = page.getByTestId('comparison');
      await expect(bar).toContainText('com.android.calculator2');
      await expect(bar).toContainText('Nothing has changed.');
      await expect(page.getByTestId('diff-marks')).toHaveCount(0);

      await agent.call('click_element', { selector: '@digit_7' });
      const change = changesOf(page, 'text').filter({ hasText: '@formula' });
      await expect(change).toContainText('empty → “7”');
      await expect(marksOf(page, 'text').first()).toBeAttached();
      // Highlights link the list and the picture.
      await change.hover();
      await expect(page.locator('[data-testid="diff-mark"].lit')).toHaveCount(1);
      await filterOf(page).hover();
      await expect(page.locator('[data-testid="diff-mark"].lit')).toHaveCount(0);
      await setScreenMode(page, 'inspect');
      await boxOf(page, await idOf(change)).hover();
      await expect(change).toHaveClass(/\blit\b/);
      await change.click();
      await expect(detailsOf(page)).toBeVisible();
      await filterOf(page).fill('no such text');
      await expect(page.getByText('Nothing matches')).toBeVisible();
      await filterOf(page).fill('formula');
      await expect(change).toBeVisible();
      await expect(page.getByTestId('filter-status')).toHaveText(/^1 of \d+$/);
      await filterOf(page).fill('');
      // The tree and the table mark it, too.
      for (const view of ['Tree', 'Table']) {
        await page.locator('label', { hasText: view }).click();
        await expect(
          page.getByTestId('element-row').filter({ hasText: 'Text changed' }).first(),
        ).toBeVisible();
      }
      await page.getByText(/^Changes/).click();

      await bar.getByRole('button', { name: 'Start over' }).click();
      await expect(bar).toContainText('Nothing has changed.');
      await expect(page.getByText('Changes appear here and on the screen')).toBeVisible();

      await bar.getByRole('button', { name: 'Stop comparing' }).click();
      await expect(bar).toHaveCount(0);
      await expect(elementRow(page, 'digit_7')).toBeVisible();
    });

    test(
      'a failed comparison is reported and can be retried',
      { tag: '@more' },
      async ({ console: page }) => {
        await refuseCalls(page, 'diffPinned', 'pinScreen');
        await page.reload();
        await waitForPhone(page);
        await expect(elementRow(page, 'digit_7')).toBeVisible();
        await page.getByRole('button', { name: 'Start comparing' }).click();
        const problem = page.locator('#panel-elements').getByTestId('problem');
        await expect(problem).toBeVisible();
        await allowCalls(page);
        await problem.getByRole('button', { name: 'Start comparing' }).click();
        await expect(page.getByTestId('comparison')).toContainText('Nothing has changed.');
        await expect(problem).toHaveCount(0);

        await refuseCallsAgain(page);
        await readScreenAgain(page);
        await expect(page.getByText('can’t be compared now')).toBeVisible();
        await page.setViewportSize({ width: 360, height: 800 });
        const inPanel = await axeViolationsInBothThemes(page, (axe) =>
          axe.include('#panel-elements'),
        );
        expect(inPanel).toEqual([]);
        await allowCalls(page);
        await problem.getByRole('button', { name: 'Refresh the screen' }).click();
        await expect(problem).toHaveCount(0);
        await expect(page.getByTestId('comparison')).toContainText('Nothing has changed.');
      },
    );

    test(
      'lists added and removed elements, and says when the screen is another',
      { tag: '@more' },
      async ({ console: page, agents }) => {
        const agent = await agents('v1');
        await expect(elementRow(page, 'digit_7')).toBeVisible();
        await page.getByRole('button', { name: 'Start comparing' }).click();
        await agent.call('press_home');
        await expect(page.getByTestId('comparison')).toContainText(
          'Another app: com.android.launcher3',
        );
        await expect(changesOf(page, 'appeared').first()).toBeVisible();
        await expect(marksOf(page, 'appeared').first()).toBeAttached();
        // A removed element is marked only while it is hovered in the list.
        await expect(marksOf(page, 'disappeared')).toHaveCount(0);
        const gone = changesOf(page, 'disappeared').first();
        await gone.scrollIntoViewIfNeeded();
        await gone.hover();
        await expect(marksOf(page, 'disappeared')).toHaveCount(1);
      },
    );
  });
});

/** The states of the inspector; each is reached from the one before. */
const panelStates: PanelStates = [
  ['tree', (page) => showView(page, 'Tree')],
  [
    'found',
    async (page) => {
      await filterOf(page).fill('@digit_7, @digit_8');
      await expect(page.getByTestId('filter-status')).toHaveText(/^2 of/);
    },
  ],
  [
    'details',
    async (page) => {
      await treeLine(page, 'digit_7').click();
      await page.getByRole('button', { name: 'Show all details' }).click();
      await expect(detailsOf(page).getByText('android.widget.Button')).toBeVisible();
    },
  ],
  [
    'nothing changed',
    async (page) => {
      await detailsOf(page).getByRole('button', { name: 'Unpin' }).click();
      await page.getByRole('button', { name: 'Start comparing' }).click();
      await expect(page.getByTestId('comparison')).toContainText('Nothing has changed.');
    },
  ],
  [
    'changes',
    async (page) => {
      await showView(page, 'Tree');
      await treeLine(page, 'digit_7').click();
      await detailsOf(page).getByRole('button', { name: 'Tap', exact: true }).click();
      await expect(page.getByTestId('act-outcome')).toContainText('Tapped “7”');
      await detailsOf(page).getByRole('button', { name: 'Unpin' }).click();
      await filterOf(page).fill('');
      await page.getByText(/^Changes/).click();
      await expect(changesOf(page, 'text').first()).toBeVisible();
    },
  ],
];

testPanelStates('#panel-elements', panelStates);
