/** The console with the demo phone: connecting, connection errors, and the boxes over the picture. */
import {
  waitForBridge,
  consoleUrl,
  waitForPhone,
  setScreenMode,
  elementRow,
} from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

test.use({ live: 'on' });

const calculator = 'com.android.calculator2/.Calculator';

test.describe('the demo phone', () => {
  test('connects with one click and shows its screen', async ({ page, bridge, pageErrors }) => {
    await page.goto(bridge.url);
    await page.getByTestId('connect-demo').click();
    await waitForPhone(page);
    await expect(page.getByTestId('screen-picture')).toBeVisible();
    await expect(page.getByTestId('bridge-status')).toHaveText('Bridge connected');
    // The secret must not stay in the address bar.
    expect(page.url()).toBe(`http://127.0.0.1:${bridge.port}/?phone=demo`);
    await setScreenMode(page, 'inspect');
    await expect(page.getByTestId('element-row').first()).toBeVisible();
    expect(pageErrors).toEqual([]);
  });

  test(
    'nothing is computed for what is no longer on the page',
    { tag: '@more' },
    async ({ console: page, pageErrors }) => {
      for (const round of ['first', 'second'])
        await test.step(round, async () => {
          await page.getByRole('tab', { name: /^Elements/ }).click();
          await page.getByTestId('element-row').first().click();
          await setScreenMode(page, round === 'first' ? 'inspect' : 'use');
          await page.getByText('Tree', { exact: true }).click();
          await page.getByText('Table', { exact: true }).click();
          await page.getByRole('button', { name: 'Unpin' }).click();
          await page.getByRole('tab', { name: /^Tools/ }).click();
          await page.getByTestId('tool-press_home').click();
          await page.getByTestId('run-tool').click();
          await expect(page.getByTestId('call-result')).toBeVisible();
          await page.getByTestId('tool-get_screen_state').click();
          await page.getByRole('tab', { name: /^Timeline/ }).click();
          await page.getByTestId('call').first().click();
          await page.getByRole('tab', { name: /^Logs/ }).click();
          await page.getByRole('tab', { name: /^Agents/ }).click();
          await page.getByRole('button', { name: 'Disconnect' }).click();
          await page.getByTestId('connect-demo').click();
          await waitForPhone(page);
        });
      // Svelte warns of a value that is read after its component has gone.
      expect(pageErrors).toEqual([]);
    },
  );

  test('shows how to solve a failed connection', { tag: '@more' }, async ({ page, bridge }) => {
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', faults: 'usb-busy' }));
    const problem = page.getByTestId('problem');
    await expect(problem).toHaveAttribute('data-code', 'usb-busy');
    await expect(problem).toContainText('adb kill-server');
    await expect(problem.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  test('says why the screenshot is black', { tag: '@more' }, async ({ page, bridge }) => {
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', faults: 'secure-window' }));
    await expect(page.getByTestId('problem')).toContainText('forbids screenshots');
    await expect(page.getByTestId('element-row').first()).toBeVisible();
  });
});

test(
  'the printed address, pasted into an open console, connects it to the bridge',
  { tag: '@more' },
  async ({ page, bridge }) => {
    await page.goto(new URL('/', bridge.url).href);
    await expect(page.getByTestId('bridge-status')).toHaveText('No bridge');
    // Only the fragment differs, so the page does not reload.
    await page.goto(bridge.url);
    await waitForBridge(page);
    expect(page.url()).toBe(`http://127.0.0.1:${bridge.port}/`);
  },
);

test('a URL cannot move a paired console to another bridge', async ({ page, bridge, agents }) => {
  const link = (fragment: string): string =>
    new URL(`/?phone=demo&live=off#${fragment}`, bridge.url).href;
  const errorNote = page.getByTestId('link-error');
  const asBefore = `This page stays connected to the bridge at 127.0.0.1:${bridge.port}.`;
  await page.goto(bridge.url);
  await waitForBridge(page);
  // The query differs, so the page loads anew, as after a link from another site.
  await page.goto(link('bridge=x&at=evil.example:80'));
  await expect(errorNote).toContainText(`Use the address that the bridge printed. ${asBefore}`);
  await waitForBridge(page);
  await page.goto('about:blank');
  await page.goto(link('bridge=x'));
  await expect(errorNote).toContainText(
    `This link is out of date. Open the address that Handset printed when it started. ${asBefore}`,
  );
  await waitForBridge(page);
  await page.reload();
  await Promise.all([waitForPhone(page), waitForBridge(page)]);
  // A connected console does not even try such a secret.
  await page.goto(link('bridge=x'));
  const agent = await agents('v1');
  expect((await agent.call('get_screen_state')).isError).toBe(false);
  await expect(errorNote).toBeHidden();
});

test.describe('elements', { tag: '@more' }, () => {
  shareConsole({ activity: calculator });

  test('are highlighted in the picture and in the table together', async ({ console: page }) => {
    await setScreenMode(page, 'inspect');
    const row = elementRow(page, 'digit_7');
    await row.hover();
    const id = (await row.getAttribute('data-id')) ?? '';
    const box = page.locator(`[data-testid="element-box"][data-id="${id}"]`);
    await expect(box).toHaveClass(/\blit\b/);
    await page.getByTestId('bridge-status').hover();
    await expect(box).not.toHaveClass(/\blit\b/);
    await box.hover();
    await expect(row).toHaveClass(/\blit\b/);
  });

  test('have boxes over the picture at the bounds that the phone reports', async ({
    console: page,
  }) => {
    await setScreenMode(page, 'inspect');
    const picture = await page.getByTestId('screen-picture').boundingBox();
    const row = elementRow(page, 'digit_7');
    const id = (await row.getAttribute('data-id')) ?? '';
    const selector = `[data-testid="element-box"][data-id="${id}"]`;
    const box = await page.locator(selector).boundingBox();
    if (!picture || !box) throw new Error('The picture or the box is not shown.');
    const left = Number(await page.locator(selector).getAttribute('x'));
    const top = Number(await page.locator(selector).getAttribute('y'));
    // The demo phone is 1080 x 2400 pixels; browsers round to half a CSS pixel.
    expect(Math.abs(box.x - picture.x - (left * picture.width) / 1080)).toBeLessThan(1);
    expect(Math.abs(box.y - picture.y - (top * picture.height) / 2400)).toBeLessThan(1);
  });
});
