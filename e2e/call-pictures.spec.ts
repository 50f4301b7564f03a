/** Pictures of calls: the touch on them, the dialog and the report. */
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import type { Agent } from './agents.ts';
import { axeViolationsInBothThemes } from './axe.ts';
import { waitForBridge, waitForPhone } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';
import { expectLiveState, switchLive, workerOf } from './live-picture.ts';

const settings = 'com.android.settings/.Settings';

async function openTimeline(page: Page): Promise<void> {
  await waitForBridge(page);
  await waitForPhone(page);
  await page.getByRole('tab', { name: /^Timeline/ }).click();
}

const rows = (page: Page): Locator => page.getByTestId('calls').getByRole('option');
const swipe = { x1: 540, y1: 1_800, x2: 540, y2: 700, duration: 300 };

/**
 * Makes three calls with all their pictures: a reading, a swipe and a click. A busy computer decodes
 * frames late, and a call then gets no picture before it; the calls are then made again.
 */
async function makeCalls(page: Page, agent: Agent): Promise<void> {
  const shots = page.getByTestId('compare').getByRole('img');
  await page.getByRole('tab', { name: /^Timeline/ }).click();
  await expect(async () => {
    if ((await rows(page).count()) > 0) {
      await agent.call('open_app', { package_id: 'com.android.settings', fresh: true });
      await page.getByTestId('clear-calls').click();
    }
    await page.waitForTimeout(2_000);
    await agent.call('get_screen_state', { include_screenshot: true });
    await agent.call('swipe', swipe);
    await expect(shots).toHaveCount(2, { timeout: 3_000 });
    await page.waitForTimeout(2_000);
    await agent.call('click_element', { selector: ':text("Display & touch")' });
    await expect(rows(page)).toHaveCount(3);
    await expect(shots).toHaveCount(2, { timeout: 3_000 });
  }).toPass({ timeout: 120_000 });
}

const naturalWidth = (image: Locator): Promise<number> =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    return element.naturalWidth;
  });

test.describe('three calls', { tag: '@nightly' }, () => {
  shareConsole({ activity: settings });

  test.beforeEach(async ({ console: page, agents }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press('Escape');
    await waitForBridge(page);
    await expectLiveState(page, 'video');
    if ((await rows(page).count()) !== 3) await makeCalls(page, await agents('v1', '/claude'));
    await rows(page).first().click();
  });

  test('pictures of calls are large, marked and exported', async ({
    console: page,
    context,
    pageErrors,
  }) => {
    await expect(page.getByTestId('call-counts')).toHaveAttribute(
      'title',
      /^3 calls\nScreenshots: \d\.\d MB of 60 MB\. /,
    );
    const view = page.getByTestId('call-view');
    const before = view.getByRole('img', {
      name: /^Before: touched the framed element at \(\d+, \d+\)$/,
    });
    expect(await naturalWidth(before)).toBe(540);
    await expect(view.getByTestId('call-touch')).toHaveCount(1);

    const dialog = page.getByTestId('picture-dialog');
    await test.step('a press shows them larger; the arrow keys go from call to call', async () => {
      await before.click();
      await expect(dialog.getByTestId('picture-call')).toHaveText(/^3 of 3\s+Tap element/);
      await expect(dialog.getByRole('img')).toHaveCount(2);
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('ArrowLeft');
      await expect(dialog.getByTestId('picture-call')).toHaveText(/^2 of 3\s+Swipe/);
      await expect(
        dialog.getByRole('img', { name: 'Before: moved from (540, 1800) to (540, 700)' }),
      ).toBeVisible();
      await dialog.getByText('After', { exact: true }).first().click();
      await expect(dialog.getByRole('img')).toHaveCount(1);
      await dialog.getByTestId('earlier-call').click();
      await expect(dialog.getByTestId('picture-call')).toHaveText(/^1 of 3\s+Get screen state/);
      await expect(dialog.getByTestId('earlier-call')).toBeDisabled();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      // Another call is shown than that whose picture was pressed.
      await expect(page.getByRole('region', { name: 'The call', exact: true })).toBeFocused();
      await view.getByTestId('enlarge').first().click();
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(view.getByTestId('enlarge').first()).toBeFocused();
    });

    await test.step('the report has the same pictures and no script', async () => {
      await page.getByTestId('open-export').click();
      await page.getByTestId('export-title').fill('A title of my own');
      const downloading = page.waitForEvent('download');
      await page.getByTestId('export-save').click();
      const download = await downloading;
      const path = test.info().outputPath(download.suggestedFilename());
      await download.saveAs(path);
      const report = await context.newPage();
      await report.goto(pathToFileURL(path).href);
      const last = report.getByRole('article').last();
      await expect(last.getByRole('img')).toHaveCount(2);
      await expect(last.locator('svg path')).toHaveCount(2);
      const image = last.getByAltText(/^Before: touched the framed element/);
      expect(await naturalWidth(image)).toBe(540);
      const widthOf = async (): Promise<number> => (await image.boundingBox())?.width ?? 0;
      const small = await widthOf();
      await image.click();
      await expect.poll(widthOf).toBeGreaterThan(small * 1.5);
      await expect(report).toHaveTitle('A title of my own');
      await expect(report.locator('script')).toHaveCount(0);
      expect(await axeViolationsInBothThemes(report)).toEqual([]);
    });
    expect(pageErrors).toEqual([]);
  });

  test('views of calls that are no longer shown are freed', async ({ console: page }) => {
    const list = page.getByTestId('calls');
    const session = await page.context().newCDPSession(page);
    const keptNodes = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Memory.getDOMCounters')).nodes;
    };
    /** Goes through the run and back. */
    const goThrough = async (rounds: number): Promise<void> => {
      await list.focus();
      for (let round = 0; round < rounds; round += 1) {
        for (const key of ['End', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
        await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true');
      }
    };
    await goThrough(2);
    const before = await keptNodes();
    await goThrough(10);
    // A view has about 150 nodes. What is still being decoded holds some for a moment.
    await expect.poll(keptNodes).toBeLessThan(before + 500);
  });

  test('at 1280 × 720 the pictures are in view, and nothing jumps from call to call', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1', '/claude');
    await switchLive(page, false);
    await agent.call('press_back');
    const view = page.getByTestId('call-view');

    await test.step('the pictures stand beside the text; the view keeps its place', async () => {
      await rows(page).nth(1).click();
      for (const figure of await view.getByRole('figure').all())
        await expect(figure).toBeInViewport({ ratio: 1 });
      // The list has the focus, not the row that was clicked.
      await expect(page.getByTestId('calls')).toBeFocused();
      await page.keyboard.press('End');
      await expect(view.getByTestId('agent-picture')).toBeInViewport();
      // So low that every call is higher than the view.
      await page.setViewportSize({ width: 1280, height: 600 });
      await view.evaluate((element) => (element.scrollTop = 24));
      await page.keyboard.press('ArrowUp');
      await expect(view.getByTestId('compare')).toBeVisible();
      expect(await view.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
      await page.setViewportSize({ width: 1280, height: 720 });
    });

    await test.step('the large pictures leave the buttons where they are', async () => {
      await rows(page).nth(1).click();
      await view.getByTestId('enlarge').first().click();
      const button = page.getByTestId('earlier-call');
      const place = await button.boundingBox();
      await page.getByTestId('later-call').click();
      await expect(page.getByText('This call has no screenshots.')).toBeVisible();
      expect(await button.boundingBox()).toEqual(place);
      await page.keyboard.press('Escape');
    });

    await test.step('the words of the count do not move the list', async () => {
      const place = await page.getByTestId('calls').boundingBox();
      await page.getByTestId('call-counts').evaluate((counts) => {
        counts.textContent = '128 of 500 calls, 12 failed, 3 denied, 1 stopped';
      });
      expect(await page.getByTestId('calls').boundingBox()).toEqual(place);
    });
  });
});

test.describe('single calls', { tag: '@nightly' }, () => {
  shareConsole({ activity: settings });

  test.beforeEach(({ console: page }) => page.keyboard.press('Escape'));

  test('the picture after a call is renewed when a later one replaces it', async ({
    console: page,
    agents,
  }) => {
    await openTimeline(page);
    await expectLiveState(page, 'video');
    const agent = await agents('v1', '/claude');
    const after = page.getByTestId('compare').getByRole('img', { name: 'After' });
    await expect(async () => {
      await agent.call('press_home');
      await expect(after).toHaveAttribute('src', /^blob:/, { timeout: 6_000 });
    }).toPass({ timeout: 60_000 });
    const optionId = await rows(page).first().getAttribute('id');
    // As the worker does when the screen has changed since.
    await workerOf(page).evaluate(
      async (id) => {
        const canvas = new OffscreenCanvas(45, 100);
        canvas.getContext('2d');
        const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
        const picture = { bytes: new Uint8Array(await blob.arrayBuffer()), mimeType: 'image/jpeg' };
        self.postMessage({ kind: 'event', name: 'screenAfterCall', data: { id, picture } });
      },
      Number(optionId?.split('-').at(-1)),
    );
    await expect.poll(() => naturalWidth(after)).toBe(45);
  });

  test('calls that follow at once have pictures, which say that the screen was still changing', async ({
    console: page,
    agents,
  }) => {
    await waitForBridge(page);
    await expectLiveState(page, 'video');
    const agent = await agents('v1', '/claude');
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    const view = page.getByTestId('call-view');
    const marked = view.getByTitle(/still changing/).last();
    const back = { ...swipe, y1: swipe.y2, y2: swipe.y1 };
    // On a busy computer the video may be too late for any picture.
    await expect(async () => {
      await Promise.all([agent.call('swipe', swipe), agent.call('swipe', back)]);
      // A screen that comes to rest soon replaces the picture of one that was changing.
      for (const row of await rows(page).all()) {
        await row.click();
        if (await marked.isVisible()) break;
      }
      await expect(marked).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 120_000 });
    await view.getByTestId('enlarge').first().click();
    const dialog = page.getByTestId('picture-dialog');
    await expect(dialog.getByTitle(/still changing/).last()).toBeVisible();
  });

  test('pictures of calls are taken from the live picture, never by a screenshot', async ({
    console: page,
    agents,
  }) => {
    await openTimeline(page);
    await expectLiveState(page, 'video');
    const agent = await agents('v1', '/claude');
    await agent.call('press_back');
    // The demo phone makes its screenshots in the page's worker.
    const worker = workerOf(page);
    await worker.evaluate(() => {
      const { convertToBlob } = OffscreenCanvas.prototype;
      Object.assign(self, { screenshots: 0 });
      OffscreenCanvas.prototype.convertToBlob = function (options) {
        const count: unknown = Reflect.get(self, 'screenshots');
        if (options?.type === 'image/png') Object.assign(self, { screenshots: Number(count) + 1 });
        return convertToBlob.call(this, options);
      };
    });
    const screenshots = (): Promise<unknown> =>
      worker.evaluate((): unknown => Reflect.get(self, 'screenshots'));
    const shots = page.getByTestId('call-view').locator('figure img, .screen img');
    // On a busy computer the video may lag; then the call is made again.
    const callWithPictures = (tool: string, args = {}): Promise<void> =>
      expect(async () => {
        await page.waitForTimeout(2_000);
        await agent.call(tool, args);
        await expect(shots).toHaveCount(2, { timeout: 8_000 });
      }).toPass({ timeout: 60_000 });
    await callWithPictures('swipe', { x1: 540, y1: 1_800, x2: 540, y2: 900, duration: 300 });
    await callWithPictures('press_home');
    await agent.call('get_screen_tree');
    await expect(shots).toHaveCount(1);
    expect(await screenshots()).toBe(0);
    await switchLive(page, false);
    await agent.call('get_screen_state', { include_screenshot: true });
    expect(await screenshots()).toBeGreaterThan(0);
  });
});

test.describe('a phone whose cable is pulled during its first screenshot', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'unplug-mid-transfer' } });

  test('goes on with the same run once it is plugged in again', async ({
    console: page,
    agents,
  }) => {
    await openTimeline(page);
    const agent = await agents('v1', '/claude');
    await agent.call('press_home');
    await rows(page).click();
    await expect(page.getByTestId('no-after')).toHaveText('Not captured: there was no live video');
    const lost = await agent.call('get_screen_state', { include_screenshot: true });
    expect(lost.isError).toBe(true);
    // The console may not know yet that the phone is gone.
    await expect(async () => {
      expect((await agent.call('press_back')).isError).toBe(false);
    }).toPass();
    const expectCalls = async (): Promise<void> => {
      await expect(rows(page).first()).toHaveText(/Press Back.*done/s);
      await expect(rows(page).filter({ hasText: /Get screen state.*failed/s })).toHaveCount(1);
      await expect(rows(page).last()).toHaveText(/Press Home/);
    };
    const expectOneRun = async (): Promise<void> => {
      await page.getByTestId('open-sessions').click();
      await expect(page.getByTestId('session')).toHaveCount(1);
    };
    await expectCalls();
    // The runs are listed once the calls before are stored.
    await expectOneRun();
    await page.reload();
    await openTimeline(page);
    await expectCalls();
    await expectOneRun();
  });
});
