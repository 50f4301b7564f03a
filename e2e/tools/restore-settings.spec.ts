/** The button that puts back what tools have set. */
import { allowCalls, refuseCalls, waitForBridge, waitForPhone } from '../console-page.ts';
import { expect, test } from '../fixtures.ts';

test.describe('the button', () => {
  test.use({ demo: { android: '14' } });

  test('puts settings back and says so, and says why not', async ({ console: page, agents }) => {
    await refuseCalls(page, 'runTool');
    await page.addInitScript(() => {
      localStorage.setItem('handset.controls', JSON.stringify({ rules: {}, allTools: true }));
    });
    await page.reload();
    await waitForPhone(page);
    await waitForBridge(page);
    const button = page.getByTestId('restore-settings');
    await expect(button).toHaveCount(0);
    const agent = await agents('v2');
    const { isError, text } = await agent.call('set_device', { volume: 3, dark_theme: true });
    expect(isError, text).toBe(false);
    await expect(button).toHaveText('Restore settings');
    await expect(button).toHaveAttribute('title', 'Changed by tools: dark theme, volume');

    const note = page.getByTestId('user-input-note');
    await button.click();
    await expect(note).toContainText('Couldn’t do that: ');
    await expect(button).toBeEnabled();
    await allowCalls(page);
    await button.click();
    await expect(note).toHaveText('Settings restored.');
    await expect(button).toHaveCount(0);
    const { data } = await agent.call('get_device');
    expect(data).toMatchObject({ settings: { volume: 8, dark_theme: 'no' }, changed_settings: [] });

    // A demo phone starts anew with the page, so there is nothing to put back.
    await agent.call('set_device', { volume: 3 });
    await expect(button).toBeVisible();
    await page.reload();
    await waitForPhone(page);
    const names = page.evaluate(() => Object.keys(localStorage));
    expect(await names).not.toContain('handset.changed-settings');
    await expect(button).toHaveCount(0);
  });
});
