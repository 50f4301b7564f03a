import { waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { startStaticHost } from './static-host.ts';

test('the built console works from a sub-path of any static host', async ({ page, pageErrors }) => {
  const host = await startStaticHost('/some/where/');
  try {
    await page.goto(`${host.origin}/some/where/`);
    await page.getByTestId('connect-demo').click();
    await waitForPhone(page);
    await expect(page.getByTestId('screen-picture')).toBeVisible();
    await expect(page.getByTestId('bridge-status')).not.toContainText('connected');
    expect(pageErrors).toEqual([]);
  } finally {
    host.close();
  }
});
