/** The empty picture, and the note after Stop, which covers nothing. */
import { readScreenAgain, waitForBridge } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

test.describe('a console with Live off', { tag: '@more' }, () => {
  shareConsole({ live: 'off' });

  test('the empty picture has the button that reads the screen', async ({ console: page }) => {
    await page.getByTestId('read-first').press('Enter');
    await expect(page.getByTestId('screen-picture')).toBeVisible();
    await expect(page.getByTestId('phone-viewport').getByRole('group')).toBeFocused();
  });

  test('the note after Stop moves neither the panels nor the picture', async ({
    console: page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await waitForBridge(page);
    await readScreenAgain(page);
    await expect(page.getByTestId('screen-picture')).toBeVisible();
    const boxOf = (id: string) => page.locator(id).boundingBox();
    const places = () => Promise.all(['[data-testid=phone-viewport]', '[role=tablist]'].map(boxOf));
    const before = await places();
    await page.keyboard.press('ControlOrMeta+Shift+X');
    const note = page.getByTestId('stop-note');
    await expect(note).toContainText('Stopped');
    expect(await places()).toEqual(before);

    // On a narrow page the note is at the bottom, and the page reserves space for it.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByTestId('tool-tap').click();
    const bottomPaddingPx = (): Promise<number> =>
      page.locator('main').evaluate((main) => parseFloat(getComputedStyle(main).paddingBottom));
    expect(await bottomPaddingPx()).toBeGreaterThan(100);
    await note.getByRole('button').click();
    // The bar at the bottom has its own.
    await expect.poll(bottomPaddingPx).toBeLessThan(70);
  });
});
