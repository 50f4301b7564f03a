/** The keyboard shortcuts, and the keyboard help. */
import type { Locator, Page } from '@playwright/test';
import { expect, shareConsole, test } from './fixtures.ts';

const paletteInput = (page: Page): Locator => page.getByTestId('palette-input');
const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) });

test.describe('in one console', () => {
  // No test here needs the live picture.
  shareConsole({ live: 'off' });

  test.beforeEach(async ({ console: page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press('Escape');
  });

  test('the first stops of Tab lead to the phone and to the panels', async ({ console: page }) => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Skip to the phone' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('phone-keys')).toBeFocused();
    // The focus ring is on the bezel: it would cover what is at the edges of the picture.
    await expect(page.getByTestId('touch-layer')).toHaveCSS('outline-style', 'none');
    const bezel = page.getByTestId('phone-viewport').locator('..');
    await expect(bezel).toHaveCSS('outline-width', '3px');
    await page.getByRole('button', { name: 'Skip to the panels' }).focus();
    await page.keyboard.press('Enter');
    await expect(tab(page, 'Elements')).toBeFocused();
    // The keys scroll the help as soon as it opens.
    await page.keyboard.press('?');
    const help = page.getByRole('region', { name: 'Keyboard shortcuts and help' });
    await expect(help).toBeFocused();
    await page.keyboard.press('End');
    await expect.poll(() => help.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  });

  test('shortcuts open panels and the help, but not while typing', async ({ console: page }) => {
    await page.keyboard.press('Control+Shift+Digit2');
    // The focus is where one works: in the search of the tools, in the list of the other panels.
    await expect(page.getByTestId('search-tools')).toBeFocused();
    await page.keyboard.type('what?');
    await expect(page.getByTestId('search-tools')).toHaveValue('what?');
    await page.keyboard.press('Control+Shift+Digit6');
    await expect(tab(page, 'Agents')).toBeFocused();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts and help' });
    await expect(help).toContainText('Show a panel');
    await expect(help.getByRole('region')).toHaveCSS('outline-style', 'none');
    await page.keyboard.press('Control+Shift+Digit1');
    await expect(tab(page, 'Agents')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(tab(page, 'Agents')).toBeFocused();
    await page.keyboard.press('/');
    await expect(page.getByTestId('find-tool')).toBeFocused();

    // Keys typed on the phone's screen go to the phone; those it does not use are shortcuts.
    const phoneKeys = page.getByTestId('phone-keys');
    await phoneKeys.focus();
    await page.keyboard.press('?');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(paletteInput(page)).toBeFocused();
    await expect(help).toBeHidden();
    // While the palette is open, other shortcuts do nothing.
    await page.keyboard.press('F2');
    await expect(page.getByRole('radio', { name: 'Use' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(phoneKeys).toBeFocused();
    await page.keyboard.press('Control+Shift+Digit5');
    await expect(page.getByTestId('log-list')).toBeVisible();
    await page.keyboard.press('Control+Shift+Digit5');
    await expect(page.getByTestId('log-list')).toBeFocused();
    await page.keyboard.press('/');
    await expect(page.getByTestId('log-text')).toBeFocused();
    // A narrow page folds the filters, and has the phone above the panels.
    await page.setViewportSize({ width: 390, height: 800 });
    await tab(page, 'Logs').press('/');
    await expect(page.getByTestId('log-text')).toBeFocused();
    for (const mode of ['Inspect', 'Use']) {
      await page.keyboard.press('F2');
      await expect(page.getByRole('radio', { name: mode })).toBeChecked();
      await expect(page.getByTestId('screen-picture')).toBeInViewport();
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    // F2 twice gives the keys back to the phone.
    await phoneKeys.focus();
    for (const mode of ['Inspect', 'Use']) {
      await page.keyboard.press('F2');
      await expect(page.getByRole('radio', { name: mode })).toBeChecked();
    }
    await expect(phoneKeys).toBeFocused();
    await page.keyboard.press('F2');
    await expect(page.getByRole('radio', { name: 'Inspect' })).toBeChecked();
    await page.keyboard.press('ControlOrMeta+k');
    await paletteInput(page).fill('use the phone');
    await expect(page.getByTestId('command').first().locator('kbd')).toHaveText('F2');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: 'Use' })).toBeChecked();
  });

  test('one key stops everything, wherever the focus is', async ({ console: page, agents }) => {
    const agent = await agents('v1');
    const pause = page.getByTestId('pause');
    await expect(page.getByTestId('stop')).toHaveAttribute('title', /^End every .*\+Shift\+X\)$/);
    await tab(page, 'Tools').click();
    const places: readonly (() => Promise<void>)[] = [
      () => page.getByTestId('phone-keys').focus(),
      () => page.getByTestId('search-tools').fill('what'),
      async () => {
        await page.keyboard.press('ControlOrMeta+k');
        await expect(paletteInput(page)).toBeVisible();
      },
    ];
    for (const goTo of places) {
      const waiting = agent.call('wait_for_element', {
        by: 'text',
        value: 'never',
        timeout: 30_000,
      });
      await expect(page.getByTestId('agent-state')).toContainText('Wait for element');
      await goTo();
      await page.keyboard.press('ControlOrMeta+Shift+x');
      expect((await waiting).text).toContain('The user stopped everything');
      await expect(pause).toHaveText('Resume');
      if (await paletteInput(page).isVisible()) await page.keyboard.press('Escape');
      await pause.click();
    }
  });
});
