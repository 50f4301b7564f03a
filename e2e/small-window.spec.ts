/** The small window on top of all others: it shows the console that opened it, in miniature. */
import type { Page } from '@playwright/test';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { consoleUrl, setRule, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, inFullBrowser, ownBridge, test } from './fixtures.ts';

test.use({ live: 'on', demo: { activity: 'com.android.settings/com.android.settings.Settings' } });

/** Opens it from the Agents panel. Playwright gives every page the size of a tab. */
async function openSmallWindow(page: Page): Promise<Page> {
  await page.getByRole('tab', { name: /^Agents/ }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByTestId('open-window').click();
  const small = await opened;
  await small.setViewportSize({ width: 280, height: 560 });
  await expect(small.getByTestId('phone-status')).toHaveAttribute('title', /· Android \d/);
  return small;
}

/** Accessibility violations and horizontal overflow of the window in its current state. */
async function problems(small: Page): Promise<readonly string[]> {
  const found = await axeViolationsInBothThemes(small);
  const overhangPx = await horizontalOverflowPx(small);
  return overhangPx > 0 ? [...found, `${overhangPx} pixels too wide`] : found;
}

/** The picture in few pixels, as text: equal for equal pictures. */
async function pictureIn(page: Page): Promise<string> {
  return await page.getByTestId('live-picture').evaluate((shown) => {
    const small = document.createElement('canvas');
    Object.assign(small, { width: 18, height: 40 });
    const context = small.getContext('2d');
    // It is a canvas of the page that opened this window, so `instanceof` would say no.
    context?.drawImage(shown as HTMLCanvasElement, 0, 0, 18, 40);
    return small.toDataURL();
  });
}

test(
  'shows the phone, who calls, Stop and questions of its console',
  { tag: [inFullBrowser.tag, '@more'] },
  async ({ console: page, agents, pageErrors }) => {
    const small = await openSmallWindow(page);
    await expect.poll(async () => (await pictureIn(small)).length).toBeGreaterThan(300);
    expect(await problems(small)).toEqual([]);

    const agent = await agents('v1', '/claude');
    const before = await pictureIn(small);
    await agent.call('click_element', { selector: ':text("Battery")' });
    const call = small.getByTestId('small-window-call');
    await expect(call).toHaveText(/^Tap element · claude, /);
    await expect.poll(() => pictureIn(small)).not.toBe(before);

    // The user can use the phone here, too.
    const opened = await agent.call('get_screen_tree');
    await small.getByTestId('touch-layer').click();
    await expect.poll(async () => (await agent.call('get_screen_tree')).text).not.toBe(opened.text);
    await small.getByRole('button', { name: /^Home/ }).click();
    await expect
      .poll(async () => (await agent.call('get_screen_tree')).text)
      .toContain('com.android.launcher3');
    await expect(page.getByTestId('open-window')).toHaveText('Show the small window');

    await setRule(page, 'act', 'Ask me');
    const asking = agent.call('press_home');
    const question = small.getByTestId('question');
    await expect(question.getByRole('heading')).toHaveText('claude wants to press Home');
    await expect(small.getByTestId('agent-state')).toHaveText('Waiting for you');
    await expect(question.getByRole('button', { name: 'Allow once' })).toBeEnabled();
    expect(await problems(small)).toEqual([]);
    for (const size of [
      { width: 240, height: 300 },
      { width: 600, height: 340 },
    ]) {
      await small.setViewportSize(size);
      // In a low window it is folded, and fits.
      await expect(question).toBeInViewport({ ratio: size.height < 320 ? 1 : 0.5 });
      for (const name of ['Allow once', 'Deny'])
        await expect(question.getByRole('button', { name, exact: true })).toBeInViewport({
          ratio: 1,
        });
      expect(await problems(small)).toEqual([]);
    }
    await small.bringToFront();
    // Not while somebody types.
    await question.getByRole('button', { name: 'Deny with a note…' }).click();
    await small.keyboard.press('Alt+Enter');
    await small.keyboard.press('Escape');
    await small.keyboard.press('Alt+Enter');
    expect((await asking).isError).toBe(false);
    await expect(question).toHaveCount(0);
    await expect(page.getByTestId('question')).toHaveCount(0);

    const waiting = agent.call('wait_for_element', { by: 'text', value: '…', timeout: 30_000 });
    await expect(call).toContainText('Wait for element');
    await small.keyboard.press('Control+Shift+X');
    expect((await waiting).isError).toBe(true);
    await expect(small.getByTestId('stop-note')).toBeVisible();
    expect(await problems(small)).toEqual([]);
    await small.getByTestId('pause').click();
    await expect(page.getByTestId('pause')).toHaveText('Pause');
    expect(pageErrors).toEqual([]);
  },
);

test(
  'is opened once, follows the theme, and goes with its console',
  inFullBrowser,
  async ({ console: page, pageErrors }) => {
    const small = await openSmallWindow(page);
    const root = small.locator('html');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('dark theme');
    await page.keyboard.press('Enter');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('pop out');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await page.getByTestId('open-window').click();
    // A second window would have closed the first.
    await small.getByTestId('pause').click();
    await expect(page.getByTestId('agent-state')).toHaveText('Agents paused');
    expect(page.context().pages()).toHaveLength(2);

    await page.close();
    await expect.poll(() => small.isClosed()).toBe(true);
    expect(pageErrors).toEqual([]);
  },
);

test.describe('with a bridge of its own', () => {
  ownBridge();

  test(
    'where no window can stay on top, it is a console of its own and says so',
    { tag: '@more' },
    async ({ page, bridge }) => {
      await page.addInitScript('delete window.documentPictureInPicture');
      await page.goto(consoleUrl(bridge.url, { phone: 'demo' }));
      await Promise.all([waitForPhone(page), waitForBridge(page)]);
      await page.getByRole('tab', { name: /^Agents/ }).click();
      const opened = page.context().waitForEvent('page');
      await page.getByTestId('open-window').click();
      await expect(page.getByText('the compact console opens instead')).toBeVisible();
      const popup = await opened;
      expect(popup.url()).toBe(`http://127.0.0.1:${bridge.port}/bridge.html`);
      await waitForBridge(popup);
      await expect(popup.getByTestId('console-name')).toHaveText('as console 2');
      await expect(page.getByTestId('console-name')).toHaveText('as console 1');
    },
  );
});
