/** The live view: video, screenshots as the fallback, and the pictures that agents get from both. */
import type { Page } from '@playwright/test';
import type { Agent } from './agents.ts';
import { axeFaults } from './axe.ts';
import { consoleUrl, phoneConnected, rowOf } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import {
  drawnLike,
  expectDrawn,
  isIn,
  likeScreenshot,
  lineOf,
  pictureFor,
  pictureOf,
  turnLive,
  worker,
} from './live-glass.ts';
import { decodePixels, differenceOf } from './pixels.ts';
import { typeCommand } from './touch-record.ts';

const settings = 'com.android.settings/.Settings';

/**
 * Compares an agent's picture from the video with one from `screencap` of the same screen. Leaves
 * the live view on.
 */
async function expectSamePixels(page: Page, agent: Agent): Promise<void> {
  const take = async (): Promise<readonly [Buffer, Buffer]> => {
    await turnLive(page, false);
    const screenshot = await pictureFor(agent);
    await turnLive(page, true);
    return [screenshot, await pictureFor(agent)];
  };
  let [screenshot, fromVideo] = await take();
  // With late video agents get the screenshot itself, which proves nothing. The delay is measured
  // again when the video restarts.
  await expect(async () => {
    if (fromVideo.equals(screenshot)) [screenshot, fromVideo] = await take();
    expect(fromVideo.equals(screenshot)).toBe(false);
  }).toPass({ timeout: 90_000 });
  const { mean, percentile99 } = await differenceOf(fromVideo, screenshot);
  expect(mean).toBeLessThan(likeScreenshot.mean);
  expect(percentile99).toBeLessThan(likeScreenshot.percentile99);
}

test.describe('with video', () => {
  test.use({ demo: { activity: settings } });

  test('the page shows it, and agents get the same pixels as a screenshot, also after a tap', async ({
    console: page,
    agents,
    pageErrors,
  }) => {
    const agent = await agents('v1');
    await isIn(page, 'video');
    await expect(pictureOf(page)).toBeVisible();
    await expectSamePixels(page, agent);
    await expectDrawn(page, agent);

    const before = await pictureFor(agent);
    await agent.call('click_element', { selector: ':text("Battery")' });
    // The first result after the tap has elements and picture of the new screen.
    const after = await pictureFor(agent);
    expect((await differenceOf(before, after)).mean).toBeGreaterThan(2 * likeScreenshot.mean);
    await expectSamePixels(page, agent);
    await expectDrawn(page, agent);
    expect(pageErrors).toEqual([]);
  });

  test('a screen without new frames is idle at once', async ({ console: page, agents }) => {
    const agent = await agents('v1');
    await isIn(page, 'video');
    const idleAfterMs = async (): Promise<unknown> =>
      (await agent.call('wait_for_idle', { timeout: 5000 })).data?.['elapsedMs'];
    // By dumps alone it takes at least half a second.
    await expect.poll(idleAfterMs).toBeLessThan(500);
    await turnLive(page, false);
    expect(await idleAfterMs()).toBeGreaterThanOrEqual(500);
  });

  test('the frame rate is shown, and no picture remains when live is off', async ({
    console: page,
    agents,
    bridge,
  }) => {
    const agent = await agents('v1');
    await isIn(page, 'video');
    await agent.call('scroll', { direction: 'down' });
    await expect(lineOf(page)).toContainText(/\d\sfps/);
    await turnLive(page, false);
    await expect(lineOf(page)).toContainText('Live is off');
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off' }));
    await phoneConnected(page);
    await isIn(page, 'off');
    await expect(page.getByTestId('screen-picture')).toHaveCount(0);
    await turnLive(page, true);
  });

  test('it recovers when a decoder fails, and when it is toggled quickly', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await isIn(page, 'video');
    await page.getByRole('switch', { name: 'Live' }).dblclick();
    await isIn(page, 'video');
    await worker(page).evaluate(() => {
      const { decode } = VideoDecoder.prototype;
      VideoDecoder.prototype.decode = () => {
        VideoDecoder.prototype.decode = decode;
        throw new DOMException('broken for a test', 'EncodingError');
      };
    });
    await agent.call('click_element', { selector: ':text("Battery")' });
    await expectSamePixels(page, agent);
  });

  test('a browser without WebCodecs shows screenshots and says so', async ({
    console: page,
    agents,
  }) => {
    await isIn(page, 'video');
    await worker(page).evaluate(() => {
      for (const name of ['VideoDecoder', 'VideoFrame']) Reflect.deleteProperty(globalThis, name);
    });
    await page.getByRole('switch', { name: 'Live' }).dblclick();
    await isIn(page, 'pictures');
    await expect(lineOf(page)).toContainText("This browser can't decode video (WebCodecs).");
    const picture = await pictureFor(await agents('v1'));
    await expect.poll(() => drawnLike(page, picture)).toBeLessThan(8);
  });
});

test.describe('a video that ends', () => {
  const record = 'ending';
  test.use({ demo: { activity: settings, record } });

  test('keeps its last picture if the elements are older', async ({ console: page, agents }) => {
    const agent = await agents('v1');
    await isIn(page, 'video');
    const before = await pictureFor(agent);
    await expect(rowOf(page, 'Battery').first()).toBeVisible();
    // The page does not read the screen while an agent's call runs.
    const wait = { by: 'text', value: '÷', timeout: 30_000 };
    const waiting = agent.call('wait_for_element', wait);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByTestId('running-calls')).toBeVisible();
    await typeCommand(page, record, 'am start -n com.handset.notes/.EditActivity');
    await expect.poll(() => drawnLike(page, before)).toBeGreaterThan(8);
    await turnLive(page, false);
    await expect(page.getByTestId('screen-picture').locator('img')).toHaveCount(0);
    await expect(pictureOf(page)).toHaveAttribute('aria-hidden', 'false');
    expect(await drawnLike(page, before)).toBeGreaterThan(8);
    await typeCommand(page, record, 'am start -n com.android.calculator2/.Calculator');
    await page.getByTestId('read-now').click();
    await expect(page.getByTestId('screen-picture').locator('img')).toBeVisible();
    await waiting;
  });
});

test.describe('a phone in landscape', () => {
  test.use({ demo: { faults: 'landscape', activity: settings } });

  test('streams in landscape', async ({ console: page, agents }) => {
    const agent = await agents('v1');
    await isIn(page, 'video');
    await expectSamePixels(page, agent);
    const { size } = await decodePixels(await pictureFor(agent));
    expect(size).toEqual({ width: 700, height: 315 });
  });
});

test.describe('a display that goes off', () => {
  test.use({ demo: { activity: settings } });

  test('is reported although the video keeps its last picture, until it goes on again', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await isIn(page, 'video');
    const off = 'The phone’s display is off: Power wakes it';
    await page.getByTestId('button-power').click();
    await expect(lineOf(page)).toContainText(off);
    await expect(page.getByTestId('hands-note')).toHaveText(off);
    const { text } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(text).toContain("note:the picture is black because the phone's display is off");
    await page.getByTestId('button-power').click();
    await expect(lineOf(page)).not.toContainText(off);
    await expect(page.getByTestId('hands-note')).toBeEmpty();
    await expectSamePixels(page, agent);
  });
});

test.describe('an app that forbids screenshots', () => {
  test.use({ demo: { faults: 'secure-window', activity: settings } });

  test('is black in the video too, and agent and user are told why', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await isIn(page, 'video');
    const note =
      'note:the picture is black, most likely because the app in front forbids screenshots (FLAG_SECURE)';
    const { text } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(text.split('\n')).toContain(note);
    await expect(page.getByTestId('problem')).toContainText('forbids screenshots (FLAG_SECURE)');
  });
});

test.describe('an app that forbids screenshots, with its keyboard up', () => {
  test.use({ demo: { faults: 'secure-window', activity: 'com.handset.notes/.EditActivity' } });

  test('is black above the keyboard, and agent and user are told why', async ({
    console: page,
    agents,
  }) => {
    const agent = await agents('v1');
    await isIn(page, 'video');
    await agent.call('click_element', { selector: '@edit_body' });
    const { text } = await agent.call('get_screen_state', { include_screenshot: true });
    expect(text).toContain('forbids screenshots (FLAG_SECURE)');
    await expect(page.getByTestId('problem')).toContainText('forbids screenshots (FLAG_SECURE)');
  });
});

const withoutVideo = [
  ['no-video', 'every encoder refuses', /The phone's video ended \(.*CodecException.*\)/],
  ['no-scrcpy', 'the scrcpy server cannot run', /The scrcpy server does not start on this phone/],
  ['screen-off', 'the display is off', /sent no picture yet/],
] as const;

for (const [faults, title, why] of withoutVideo) {
  test.describe(`when ${title}`, () => {
    test.use({ demo: { faults, activity: settings } });

    test('shows screenshots and the reason', async ({ console: page, agents }) => {
      const agent = await agents('v1');
      await isIn(page, 'pictures');
      await expect(lineOf(page)).toContainText(why);
      await expect(pictureOf(page)).toBeVisible();
      const picture = await pictureFor(agent);
      await expect.poll(() => drawnLike(page, picture)).toBeLessThan(8);
      expect(await axeFaults(page, (axe) => axe.include('section'))).toEqual([]);
      // Retry tries the video again.
      await lineOf(page).getByRole('button').click();
      await isIn(page, 'pictures');
    });
  });
}
