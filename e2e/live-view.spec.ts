/**
 * The live view: video, screenshots as the fallback, and the pictures that agents get from both. Without
 * a phone's delays agents get screenshots, which are there sooner than a frame that is certainly current.
 */
import type { Page } from '@playwright/test';
import { decodePixels, differenceOf } from '#core/testing/pixels.ts';
import type { Agent } from './agents.ts';
import { axeViolations } from './axe.ts';
import { consoleUrl, elementRow, runPhoneCommand, waitForPhone } from './console-page.ts';
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

/**
 * Compares an agent's picture from the video with one from `screencap` of the same screen. Leaves
 * the live view on.
 */
async function expectSamePixels(page: Page, agent: Agent): Promise<void> {
  const captureBoth = async (): Promise<readonly [Buffer, Buffer]> => {
    await switchLive(page, false);
    const screenshot = await agentScreenshot(agent);
    await switchLive(page, true);
    return [screenshot, await agentScreenshot(agent)];
  };
  let [screenshot, fromVideo] = await captureBoth();
  // With late video agents get the screenshot itself, which proves nothing. The delay is measured
  // again when the video restarts.
  await expect(async () => {
    if (fromVideo.equals(screenshot)) [screenshot, fromVideo] = await captureBoth();
    expect(fromVideo.equals(screenshot)).toBe(false);
  }).toPass({ timeout: 90_000 });
  const { mean, percentile99 } = await differenceOf(fromVideo, screenshot);
  expect(mean).toBeLessThan(screenshotTolerance.mean);
  expect(percentile99).toBeLessThan(screenshotTolerance.percentile99);
}

test.describe('with video', () => {
  test.use({ demo: { activity: settings, latency: 'real' } });

  test('the page shows it, and agents get the same pixels as a screenshot, also after a tap', async ({
    console: page,
    agents,
    pageErrors,
  }) => {
    const agent = await agents('v1');
    await expectLiveState(page, 'video');
    await expect(pictureOf(page)).toBeVisible();
    await expectSamePixels(page, agent);
    await expectDrawnLikeScreenshot(page, agent);

    const before = await agentScreenshot(agent);
    await agent.call('click_element', { selector: ':text("Battery")' });
    // The first result after the tap has elements and picture of the new screen.
    const after = await agentScreenshot(agent);
    expect((await differenceOf(before, after)).mean).toBeGreaterThan(2 * screenshotTolerance.mean);
    await expectSamePixels(page, agent);
    await expectDrawnLikeScreenshot(page, agent);
    expect(pageErrors).toEqual([]);
  });

  test(
    'the frame rate is shown, and no picture remains when live is off',
    { tag: '@more' },
    async ({ console: page, agents, bridge }) => {
      const agent = await agents('v1');
      await expectLiveState(page, 'video');
      await agent.call('scroll', { direction: 'down' });
      await expect(statusLineOf(page)).toContainText(/\d\sfps/);
      await switchLive(page, false);
      await expect(statusLineOf(page)).toContainText('Live video is off');
      await page.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
      await waitForPhone(page);
      await expectLiveState(page, 'off');
      await expect(page.getByTestId('screen-picture')).toHaveCount(0);
      await switchLive(page, true);
    },
  );

  test(
    'it recovers when a decoder fails, and when it is toggled quickly',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      const agent = await agents('v1');
      await expectLiveState(page, 'video');
      await page.getByRole('switch', { name: 'Live' }).dblclick();
      await expectLiveState(page, 'video');
      await workerOf(page).evaluate(() => {
        const { decode } = VideoDecoder.prototype;
        VideoDecoder.prototype.decode = () => {
          VideoDecoder.prototype.decode = decode;
          throw new DOMException('broken for a test', 'EncodingError');
        };
      });
      await agent.call('click_element', { selector: ':text("Battery")' });
      await expectSamePixels(page, agent);
    },
  );

  test(
    'a browser without WebCodecs shows screenshots and says so',
    { tag: '@more' },
    async ({ console: page, agents }) => {
      await expectLiveState(page, 'video');
      await workerOf(page).evaluate(() => {
        for (const name of ['VideoDecoder', 'VideoFrame']) Reflect.deleteProperty(globalThis, name);
      });
      await page.getByRole('switch', { name: 'Live' }).dblclick();
      await expectLiveState(page, 'pictures');
      await expect(statusLineOf(page)).toContainText(
        "This browser can't decode video (WebCodecs).",
      );
      const picture = await agentScreenshot(await agents('v1'));
      await expect.poll(() => differenceFromDrawn(page, picture)).toBeLessThan(8);
    },
  );
});

test.describe('with video, and elements by dumps', { tag: '@more' }, () => {
  test.use({ demo: { activity: settings, faults: 'no-reader' } });

  test('a screen without new frames is idle at once', async ({ console: page, agents }) => {
    const agent = await agents('v1');
    await expectLiveState(page, 'video');
    const idleAfterMs = async (): Promise<unknown> =>
      (await agent.call('wait_for_idle', { timeout: 5000 })).data?.['elapsedMs'];
    await expect.poll(idleAfterMs).toBeLessThan(500);
    await switchLive(page, false);
    // By dumps alone it takes at least half a second.
    expect(await idleAfterMs()).toBeGreaterThanOrEqual(500);
  });
});

test.describe('a video that ends', { tag: '@more' }, () => {
  const record = 'ending';
  test.use({ demo: { activity: settings, record } });

  test('keeps its last picture if the elements are older', async ({ console: page, agents }) => {
    const agent = await agents('v1');
    await expectLiveState(page, 'video');
    const before = await agentScreenshot(agent);
    await expect(elementRow(page, 'Network & internet').first()).toBeVisible();
    // The page does not read the screen while an agent's call runs.
    const wait = { by: 'text', value: '÷', timeout: 30_000 };
    const waiting = agent.call('wait_for_element', wait);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByTestId('running-calls')).toBeVisible();
    await runPhoneCommand(page, record, 'am start -n com.handset.notes/.EditActivity');
    await expect.poll(() => differenceFromDrawn(page, before)).toBeGreaterThan(8);
    await switchLive(page, false);
    await expect(page.getByTestId('screen-picture').locator('img')).toHaveCount(0);
    await expect(pictureOf(page)).toHaveAttribute('aria-hidden', 'false');
    expect(await differenceFromDrawn(page, before)).toBeGreaterThan(8);
    await runPhoneCommand(page, record, 'am start -n com.android.calculator2/.Calculator');
    await page.getByTestId('read-now').click();
    await expect(page.getByTestId('screen-picture').locator('img')).toBeVisible();
    await waiting;
  });
});

test.describe('a phone in landscape', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'landscape', activity: settings, latency: 'real' } });

  test('streams in landscape', async ({ console: page, agents }) => {
    const agent = await agents('v1');
    await expectLiveState(page, 'video');
    await expectSamePixels(page, agent);
    const { size } = await decodePixels(await agentScreenshot(agent));
    expect(size).toEqual({ width: 700, height: 315 });
  });
});

test.describe('a display that goes off', { tag: '@more' }, () => {
  test.use({ demo: { activity: settings, latency: 'real' } });

  test('is reported until it goes on again', async ({ console: page, agents }) => {
    const agent = await agents('v1');
    await expectLiveState(page, 'video');
    const off = /the display is off/i;
    await page.getByTestId('button-power').click();
    await expect(statusLineOf(page)).toContainText(off);
    await expect(page.getByTestId('display-off')).toContainText(off);
    // The elements are those of before.
    const count = page.getByTestId('filter-status');
    await expect(count).toHaveText(/^\d+ elements, as last read\. The display is off\.$/);
    const { text } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(text).toContain("note:The screenshot is black because the phone's display is off");
    await page.getByRole('button', { name: 'Wake the phone' }).click();
    await expect(statusLineOf(page)).not.toContainText(off);
    await expect(page.getByTestId('display-off')).toHaveCount(0);
    await expect(count).toHaveText(/^\d+ elements$/);
    await expectSamePixels(page, agent);
  });
});

test.describe('an app that forbids screenshots', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'secure-window', activity: settings } });

  test('is black in the video too, and agent and user get the reason', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await expectLiveState(page, 'video');
    const note =
      'note:The screenshot is black, most likely because the foreground app forbids screenshots (FLAG_SECURE).';
    const { text } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(text.split('\n')).toContain(note);
    await expect(page.getByTestId('problem')).toContainText('forbids screenshots');
  });
});

test.describe('an app that forbids screenshots, with its keyboard up', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'secure-window', activity: 'com.handset.notes/.EditActivity' } });

  test('is black above the keyboard, and agent and user get the reason', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await expectLiveState(page, 'video');
    await agent.call('click_element', { selector: '@edit_body' });
    const { text } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(text).toContain('forbids screenshots (FLAG_SECURE)');
    await expect(page.getByTestId('problem')).toContainText('forbids screenshots');
  });
});

test(
  'the video is as large as it is drawn, and a recording stays in one size',
  { tag: '@more' },
  async ({ console: page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const videoHeight = () => pictureOf(page).evaluate(({ height }: HTMLCanvasElement) => height);
    await expectLiveState(page, 'video');
    await expect.poll(videoHeight).toBe(1600);

    await page.getByTestId('record').click();
    await expect(page.getByTestId('recording')).toHaveAttribute('data-state', 'recording');
    await page.setViewportSize({ width: 1800, height: 2200 });
    await expect
      .poll(() => pictureOf(page).evaluate(({ clientHeight }) => clientHeight))
      .toBeGreaterThan(1600);
    expect(await videoHeight()).toBe(1600);
    await page.getByTestId('record').click();
    await expect(page.getByTestId('recording')).toContainText('Recording saved');

    await expect.poll(videoHeight).toBe(2400);
    await expectLiveState(page, 'video');
    // Smaller again, it keeps its size: a change would interrupt the video.
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectLiveState(page, 'video');
    expect(await videoHeight()).toBe(2400);
  },
);

test.describe('a display that is off from the start', { tag: '@more' }, () => {
  test.use({ demo: { faults: 'screen-off', activity: settings } });

  test('is one state, which a click ends', async ({ console: page }) => {
    const off = page.getByTestId('display-off');
    await expect(off).toContainText('The display is off');
    await expect(page.getByText('The display is off', { exact: true })).toHaveCount(1);
    await expect(page.getByTestId('problem')).toHaveCount(0);
    expect(await axeViolations(page, (axe) => axe.include('section'))).toEqual([]);
    // Anywhere on it, not only on its button.
    await off.click({ position: { x: 40, y: 40 } });
    await expect(off).toHaveCount(0);
  });
});

const withoutVideo = [
  ['no-video', 'every encoder refuses', /The phone's video ended \(.*CodecException.*\)/],
  ['no-scrcpy', 'the scrcpy server cannot run', /The scrcpy server doesn't start on this phone/],
] as const;

for (const [faults, title, why] of withoutVideo) {
  test.describe(`when ${title}`, { tag: '@more' }, () => {
    test.use({ demo: { faults, activity: settings } });

    test('shows screenshots and the reason', async ({ console: page, agents }) => {
      const agent = await agents('v1');
      await expectLiveState(page, 'pictures');
      await expect(statusLineOf(page)).toContainText(why);
      await expect(pictureOf(page)).toBeVisible();
      const picture = await agentScreenshot(agent);
      await expect.poll(() => differenceFromDrawn(page, picture)).toBeLessThan(8);
      expect(await axeViolations(page, (axe) => axe.include('section'))).toEqual([]);
      // Retry tries the video again.
      await statusLineOf(page).getByRole('button').click();
      await expectLiveState(page, 'pictures');
    });
  });
}
