/** The section Settings of the Device panel: values that the phone really has, and what can be put back. */
import type { Locator, Page } from '@playwright/test';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { expect, test } from './fixtures.ts';

const setting = (page: Page, name: string): Locator => page.getByTestId(`setting-${name}`);
const switchOf = (page: Page, name: string): Locator => page.getByRole('switch', { name });

async function openSettings(page: Page): Promise<void> {
  await page.locator('#tab-device').click();
  await page.getByRole('tab', { name: 'Apps' }).press('ArrowRight');
  await expect(setting(page, 'wifi')).toBeVisible();
}

test.describe('Android 14', () => {
  test.use({ demo: { android: '14' } });

  test('changes settings, shows what the phone then has, and puts back one thing or all', async ({
    console: page,
    pageErrors,
  }) => {
    await openSettings(page);
    await expect(page.getByTestId('settings')).toContainText('14 · API 34');
    const dark = switchOf(page, 'Dark theme');
    await dark.click();
    await expect(dark).toHaveAttribute('aria-checked', 'true');
    await expect(dark).toBeFocused();
    const changed = page.getByTestId('changed');
    await expect(changed).toContainText('Dark theme');
    await expect(setting(page, 'dark_theme')).toHaveAttribute('aria-busy', 'false');

    const font = page.getByRole('slider', { name: 'Font size' });
    await font.press('ArrowRight');
    await expect(changed).toContainText('Font size');
    await expect(setting(page, 'font_scale')).toHaveAttribute('aria-busy', 'false');
    // A field takes numbers beyond what Android can do.
    const density = page.getByRole('spinbutton', { name: 'Display density in dpi' });
    await density.fill('9999');
    await density.press('Enter');
    await expect(changed).toContainText('Display density');
    await expect(setting(page, 'display_density')).toHaveAttribute('aria-busy', 'false');
    await expect(density).toHaveValue('1000');
    await page.getByText('Landscape', { exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Landscape' })).toBeChecked();
    await expect(setting(page, 'orientation')).toHaveAttribute('aria-busy', 'false');

    await changed.getByRole('button', { name: 'Put back: Font size' }).click();
    await expect(font).toHaveValue('1');
    await expect(changed).not.toContainText('Font size');
    await expect(dark).toHaveAttribute('aria-checked', 'true');
    await changed.getByRole('button', { name: 'Put all back' }).click();
    await expect(changed).toHaveCount(0);
    await expect(dark).toHaveAttribute('aria-checked', 'false');
    await page.locator('#tab-timeline').click();
    await expect(page.getByTestId('call')).toHaveCount(6);
    expect(pageErrors).toEqual([]);
  });

  test('asks before airplane mode, and sets the language of an app', async ({ console: page }) => {
    await openSettings(page);
    const airplane = switchOf(page, 'Airplane mode');
    const question = page.getByTestId('setting-question');
    await airplane.click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(airplane).toHaveAttribute('aria-checked', 'false');
    await airplane.click();
    await page.getByTestId('confirm').click();
    await expect(airplane).toHaveAttribute('aria-checked', 'true');
    await expect(switchOf(page, 'Wi-Fi')).toHaveAttribute('aria-checked', 'false');

    await page.getByRole('tab', { name: 'Apps' }).click();
    await page.getByTestId('app').filter({ hasText: 'Notes' }).click();
    const language = page.getByRole('textbox', { name: 'Language' });
    await language.fill('de-DE');
    await language.press('Enter');
    await expect(page.getByTestId('app-outcome')).toHaveText('Set the language of Notes');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByTestId('changed')).toContainText('Language of com.handset.notes');
  });

  test('is accessible, light, dark and narrow', { tag: '@nightly' }, async ({ console: page }) => {
    await openSettings(page);
    await switchOf(page, 'Dark theme').click();
    await expect(page.getByTestId('changed')).toBeVisible();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.locator('#tab-device').click();
      const faults = await axeViolationsInBothThemes(page, (axe) => axe.include('#panel-device'));
      expect([...faults, await horizontalOverflowPx(page)]).toEqual([0]);
    }
  });
});

test.describe('Android 8', { tag: '@more' }, () => {
  test.use({ demo: { android: '8' } });

  test('says what it can’t set', async ({ console: page }) => {
    await openSettings(page);
    await expect(setting(page, 'dark_theme')).toContainText('Android 10 and later');
    await expect(switchOf(page, 'Dark theme')).toBeDisabled();
    await expect(setting(page, 'airplane_mode')).toContainText('Android 11 and later');
    const animations = switchOf(page, 'Animations');
    await animations.click();
    await expect(animations).toHaveAttribute('aria-checked', 'false');
    await page.getByRole('tab', { name: 'Apps' }).click();
    await page.getByTestId('app').filter({ hasText: 'Notes' }).click();
    await expect(page.getByTestId('app-details')).toContainText('Permissions');
    await expect(page.getByRole('textbox', { name: 'Language' })).toHaveCount(0);
  });
});

test.describe('a phone that refuses', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'adb-restricted' } });

  test('says so at the setting, which keeps its value', async ({ console: page }) => {
    await openSettings(page);
    const animations = switchOf(page, 'Animations');
    await animations.click();
    await expect(setting(page, 'animations').getByTestId('problem')).toContainText('animations');
    await expect(animations).toHaveAttribute('aria-checked', 'true');
  });
});
