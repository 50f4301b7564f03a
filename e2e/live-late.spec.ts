/** Delayed video, and a canvas that cannot be transferred to the worker. */
import type { Page } from '@playwright/test';
import { differenceOf } from '#core/testing/pixels.ts';
import { consoleUrl, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import {
  differenceFromDrawn,
  expectDrawnLikeScreenshot,
  expectLiveState,
  screenshotTolerance,
  statusLineOf,
  agentScreenshot,
  pictureOf,
  switchLive,
  workerOf,
} from './live-picture.ts';

test.use({ live: 'on' });

const settings = 'com.android.settings/.Settings';

/** Delays the phone's video from now on. */
async function delayEncoder(page: Page, byMs: number): Promise<void> {
  await workerOf(page).evaluate((delayMs) => {
    const { encode } = VideoEncoder.prototype;
    VideoEncoder.prototype.encode = function (frame, options) {
      const late = frame.clone();
      setTimeout(() => {
        if (this.state === 'configured') encode.call(this, late, options);
        late.close();
      }, delayMs);
    };
  }, byMs);
}

/** Counts changed video frames from now on. */
async function watchFrames(page: Page): Promise<() => Promise<number>> {
  await workerOf(page).evaluate(() => {
    const { decode } = VideoDecoder.prototype;
    const counted = { large: 0 };
    // An unchanged frame has few bytes.
    VideoDecoder.prototype.decode = function (chunk) {
      if (chunk.byteLength > 3_000) counted.large++;
      decode.call(this, chunk);
    };
    Object.assign(globalThis, { counted });
  });
  return async () => Number(await workerOf(page).evaluate('counted.large'));
}

test.describe('late video', { tag: '@nightly' }, () => {
  test.use({ demo: { activity: settings, latency: 'real' } });

  test('when the video lags, agents get no picture older than the elements', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await expectLiveState(page, 'video');
    const before = await agentScreenshot(agent);
    await expectDrawnLikeScreenshot(page, agent);
    await delayEncoder(page, 500);
    await agent.call('click_element', { selector: ':text("Battery")' });
    let drawn = 0;
    const isSettled = async (): Promise<boolean> => {
      const last = drawn;
      drawn = await differenceFromDrawn(page, before);
      return drawn > 8 && drawn === last;
    };
    await expect.poll(isSettled, { intervals: [400], timeout: 20_000 }).toBe(true);
    // The video still shows the previous screen when these elements are read.
    await agent.call('press_back');
    const { images, text } = await agent.call('get_screen_state', {
      include_screenshot: true,
      annotate: false,
    });
    expect(text).toContain('Network & internet');
    const { mean } = await differenceOf(images[0]?.bytes ?? Buffer.of(), before);
    expect(mean).toBeLessThan(screenshotTolerance.mean);
  });

  test('when the whole video is late, agents get no picture older than the elements', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await expectLiveState(page, 'video');
    const before = await agentScreenshot(agent);
    await switchLive(page, false);
    const lateMs = 3_000;
    await delayEncoder(page, lateMs);
    await switchLive(page, true);
    await expect.poll(() => differenceFromDrawn(page, before)).toBeLessThan(8);
    // A hidden page does not read the elements; only the agent does.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const frames = await watchFrames(page);
    // Wait until all frames of the previous screen have arrived.
    let last = -1;
    const hasEnded = async (): Promise<boolean> => last === (last = await frames());
    await expect.poll(hasEnded, { intervals: [lateMs], timeout: 30_000 }).toBe(true);
    await agent.call('click_element', { selector: ':text("Battery")' });
    await agent.call('get_screen_state');
    // The late frame seems as new as the elements, and stays until long after the next tap.
    await expect.poll(frames).toBeGreaterThan(last);
    await page.waitForTimeout(lateMs / 10);
    await agent.call('press_back');
    const { mean } = await differenceOf(await agentScreenshot(agent), before);
    expect(mean).toBeLessThan(screenshotTolerance.mean);
  });
});

test.describe('a canvas that the browser cannot transfer', { tag: '@nightly' }, () => {
  test('is shown as the reason, and Retry uses another canvas', async ({
    page,
    bridge,
    agents,
  }) => {
    await page.addInitScript(() => {
      const { prototype } = HTMLCanvasElement;
      const { transferControlToOffscreen } = prototype;
      prototype.transferControlToOffscreen = () => {
        prototype.transferControlToOffscreen = transferControlToOffscreen;
        throw new DOMException('no memory left for a test', 'InvalidStateError');
      };
    });
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', activity: settings }));
    await waitForPhone(page);
    await expectLiveState(page, 'failed');
    await expect(statusLineOf(page)).toContainText(
      'No live video: The browser couldn’t create a canvas for the live video: no memory left for a test.',
    );
    await statusLineOf(page).getByRole('button', { name: 'Retry' }).click();
    await expectLiveState(page, 'video');
    await expect(pictureOf(page)).toBeVisible();
    await expectDrawnLikeScreenshot(page, await agents('v1'));
  });
});
