/** The crashes and the calls that the log panel marks among the lines. */
import type { Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes } from './axe.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const linesOf = (page: Page): Locator => page.getByTestId('log-line');

test.describe('in one console', () => {
  shareConsole({ live: 'off' });

  test(
    'a crash is marked and listed, and can be jumped to and copied',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      await page.locator('#tab-logs').click();
      await expect(linesOf(page).first()).toBeVisible();
      const button = page.getByTestId('log-crashes-button');
      // The log contains one crash from before; lines from before arrive within this time.
      await page.waitForTimeout(1_600);
      await expect(button).toHaveText(/1 crash$/);
      await expect(page.locator('#tab-logs')).toHaveText(/Logs\s*$/);
      await button.click();
      // The only crash is shown at once.
      const chosen = page.getByRole('option', { selected: true });
      // The details show its whole report; in the list it begins at the top.
      await expect(page.getByTestId('log-message')).toHaveText(/^FATAL.*\n\s+at .*Caused by/s);
      await expect(page.getByTestId('log-announcement')).toHaveText(
        /Shown: Crash, \S+, java\.lang/,
      );
      await expect.poll(async () => (await chosen.boundingBox())?.y).toBeLessThan(300);
      const agent = await agents('v1');
      await agent.call('click_element', { selector: ':text("Weather")' });
      await agent.call('click_element', { selector: ':desc("Refresh")' });
      await expect(button).toHaveText(/2 crashes$/);
      await expect(page.locator('#tab-logs')).toHaveText(/1$/);
      await page.getByTestId('log-process').fill('weather');
      await page.getByTestId('log-text').fill('FATAL EXCEPTION: main');
      await expect(linesOf(page)).toHaveCount(2);
      await page.getByTestId('log-tag').fill('Looper');
      await button.click();
      const crashes = page.getByTestId('log-crashes').getByRole('listitem');
      await expect(crashes.first()).toContainText('com.handset.weather');
      await expect(crashes.first()).toContainText('java.lang.IllegalStateException');
      expect(await axeViolationsInBothThemes(page, (axe) => axe.include('#log-crashes'))).toEqual(
        [],
      );
      await expect(button).toHaveAttribute('title', 'Hide crashes');
      // Who has opened the list has seen the crash.
      await expect(page.locator('#tab-logs')).toHaveText(/Logs\s*$/);
      await crashes.last().getByRole('button', { name: 'Go to the crash' }).click();
      // Jumping cleared the filter that hid the line, and folded the list; all of the details is in view.
      await expect(chosen).toContainText('FATAL EXCEPTION: main');
      await expect(chosen).toBeInViewport();
      await expect(crashes).toHaveCount(0);
      await expect(page.getByTestId('log-list')).toBeFocused();
      await expect(page.getByTestId('log-tag')).toHaveValue('');
      await expect(page.getByTestId('log-details')).toContainText('com.handset.weather · PID 3987');
      const onlyProcess = page.getByRole('button', { name: 'Only this process' });
      await expect(onlyProcess).toBeInViewport({ ratio: 1 });
      await expect(page.getByTestId('log-count')).toBeInViewport({ ratio: 1 });
      // On a narrow page they are above the tabs.
      await page.setViewportSize({ width: 390, height: 844 });
      const bottomOf = async (part: Locator, offset: number): Promise<number> => {
        const box = await part.boundingBox();
        return (box?.y ?? NaN) + offset * (box?.height ?? NaN);
      };
      const tabsTop = await bottomOf(page.locator('#tab-logs'), 0);
      await linesOf(page).nth(4).click();
      expect(await bottomOf(page.getByTestId('log-message'), 1)).toBeLessThan(tabsTop);
      expect(await bottomOf(onlyProcess, 1)).toBeLessThan(tabsTop);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => {
        navigator.clipboard.writeText = (text) => {
          document.body.dataset['copied'] = text;
          return Promise.resolve();
        };
      });
      await button.click();
      await crashes.first().getByRole('button', { name: 'Copy this crash' }).click();
      await expect(page.locator('body')).toHaveAttribute('data-copied', /: FATAL .*Caused by: /s);
    },
  );

  test('calls lead to the lines written during them, and back', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1', '/tester');
    await agent.call('open_app', { package_id: 'com.android.settings' });
    await page.locator('#tab-timeline').click();
    await page.getByTestId('show-log').click();
    const selected = page.locator('[data-testid=log-line][aria-selected=true]');
    await expect(selected.first()).toContainText('tester: Open app com.android.settings');
    await expect(selected.last()).toContainText('Displayed com.android.settings');
    await selected.first().locator('[data-mark]').click();
    await expect(page.getByTestId('call-view')).toContainText('open_app');

    // Of several before the same line, the one that acted is named, and the mark says that one failed.
    await agent.call('click_element', { element_id: 'gone' });
    await agent.call('press_back');
    await page.getByTestId('show-log').click();
    const mark = page.locator('[data-mark]').last();
    await expect(mark).toHaveText('tester: Press Back +1 · 1 failed');
    await expect(mark).toHaveAttribute('title', /gone · failed\ntester: Press Back · done\n/);
    // It covers no text.
    const overlapPx = await mark.evaluate((element) => {
      const text = element.previousElementSibling?.getBoundingClientRect();
      return element.getBoundingClientRect().bottom - (text?.top ?? 0);
    });
    expect(overlapPx).toBeLessThanOrEqual(0);
    // A call that the phone wrote nothing about leads to the next line.
    await page.locator('#tab-timeline').click();
    await page.getByTestId('calls').getByRole('option').nth(1).click();
    await page.getByTestId('show-log').click();
    await expect(selected).toHaveCount(1);
    await expect(selected).toContainText('Press Back +1');
    // The named call succeeded.
    await expect(selected.locator('[data-mark]')).toHaveClass(/done/);
    // The call is scrolled into view in a long list.
    for (let call = 0; call < 8; call++) await agent.call('press_home');
    await selected.locator('[data-mark]').click();
    const chosen = page.getByTestId('calls').getByRole('option', { selected: true });
    await expect(chosen).toContainText('Press Back');
    await expect(chosen).toBeInViewport({ ratio: 1 });
    // A line written long after a call is none of it.
    await agent.call('click_element', { element_id: 'gone' });
    await agent.call('wait_for_element', { selector: '@gone', timeout: 3_000 });
    await agent.call('open_app', { package_id: 'com.android.settings' });
    await page.getByTestId('calls').getByRole('option').nth(2).click();
    await page.getByTestId('show-log').click();
    const none = page.getByText('The phone’s log has no lines from this call.');
    // The phone may write of something else just then.
    await expect(none.or(selected.first())).toBeVisible();
    await expect(selected.filter({ hasText: 'START u0' })).toHaveCount(0);
  });
});
