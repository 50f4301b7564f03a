/** Recording the phone's screen: what the console shows, the files, and what ends a recording early. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { decodePixels, differenceOf } from '#core/testing/pixels.ts';
import { connectAgent } from './agents.ts';
import { axeViolations } from './axe.ts';
import { bridgeFile, startBridge } from './bridge-process.ts';
import { consoleUrl, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';
import { agentScreenshot, expectLiveState, screenshotTolerance, workerOf } from './live-picture.ts';

const settings = 'com.android.settings/.Settings';
const recordingOf = (page: Page) => page.getByTestId('recording');

async function startRecording(page: Page): Promise<void> {
  await page.getByTestId('record').click();
  await expect(recordingOf(page)).toHaveAttribute('data-state', 'recording');
}

/** Collects the page's downloads from now on. */
function watchDownloads(page: Page): readonly Download[] {
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  return downloads;
}

/** Plays the video in a page of its own: its facts, and its last frame as a PNG of this width. */
async function play(page: Page, download: Download | undefined, width: number) {
  if (download === undefined) throw new Error('Nothing was downloaded.');
  const path = await download.path();
  const base64 = (await readFile(path)).toString('base64');
  const player = await page.context().newPage();
  const { png, ...facts } = await player.evaluate(
    async ([bytes, frameWidth]) => {
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(
        new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], { type: 'video/mp4' }),
      );
      document.body.append(video);
      await new Promise((resolve, reject) => {
        video.onended = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
        void video.play();
      });
      const { duration, videoWidth, videoHeight } = video;
      const height = Math.round((frameWidth * videoHeight) / videoWidth);
      const canvas = new OffscreenCanvas(frameWidth, height);
      canvas.getContext('2d')?.drawImage(video, 0, 0, frameWidth, height);
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      const shown = Array.from(new Uint8Array(await blob.arrayBuffer()));
      return { duration, videoWidth, videoHeight, png: shown };
    },
    [base64, width] as const,
  );
  await player.close();
  return { ...facts, path, lastFrame: Buffer.from(png) };
}

/** How many recordings the browser still holds. */
function storedRecordings(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const origin = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const name of (await origin.getDirectoryHandle('recordings')).keys())
      names.push(name);
    return names.length;
  });
}

/** What ffprobe complains about while it decodes the whole file; null where there is no ffprobe. */
function complaintsOfFfprobe(path: string): string | null {
  const { status, stderr } = spawnSync('ffprobe', ['-v', 'warning', '-count_frames', path], {
    encoding: 'utf8',
  });
  return status === null ? null : stderr;
}

test.describe('the record button', () => {
  test.use({ live: 'on', demo: { activity: settings } });

  test(
    'makes a video that plays, ends with what the phone shows, and holds the last frame',
    { tag: '@nightly' },
    async ({ console: page, agents, pageErrors }) => {
      const agent = await agents('v1');
      const downloads = watchDownloads(page);
      await expectLiveState(page, 'video');
      await startRecording(page);
      await agent.call('click_element', { selector: ':text("Battery")' });
      // Nothing moves any more, so the phone sends no frames.
      await page.waitForTimeout(3_000);
      await expect(page.getByTestId('recording-facts')).toHaveText(
        /^0:(?:0[3-9]|[1-5]\d) · \d+(\.\d)? (KB|MB)$/,
      );
      expect(await axeViolations(page)).toEqual([]);
      const screenshot = await agentScreenshot(agent);
      await page.getByTestId('stop-recording').click();
      await expect(recordingOf(page)).toHaveAttribute('data-state', 'ended');
      await expect(recordingOf(page)).toContainText('Recording saved');
      await expect.poll(() => downloads.length).toBe(1);
      // These buttons go after 15 seconds.
      await recordingOf(page).getByRole('button', { name: 'Save again' }).click();
      await expect.poll(() => downloads.length).toBe(2);
      await recordingOf(page).getByRole('button', { name: 'Close' }).click();
      await expect(recordingOf(page)).toBeHidden();
      expect(downloads[0]?.suggestedFilename()).toMatch(/^Handset-14-\d{4}-\d\d-\d\d-\d{6}\.mp4$/);
      const { size } = await decodePixels(screenshot);
      const { duration, videoWidth, videoHeight, path, lastFrame } = await play(
        page,
        downloads[0],
        size.width,
      );
      expect([videoWidth, videoHeight]).toEqual([720, 1600]);
      expect(duration).toBeGreaterThan(3);
      expect(duration).toBeLessThan(30);
      const { mean, percentile99 } = await differenceOf(lastFrame, screenshot);
      expect(mean).toBeLessThan(screenshotTolerance.mean);
      expect(percentile99).toBeLessThan(screenshotTolerance.percentile99);
      const complaints = complaintsOfFfprobe(path);
      if (complaints === null)
        test.info().annotations.push({ type: 'skipped', description: 'ffprobe is not installed' });
      else expect(complaints).toBe('');
      expect(pageErrors).toEqual([]);
    },
  );

  test(
    'begins a new file when the screen turns, and can be used from the palette',
    { tag: '@nightly' },
    async ({ console: page }) => {
      const downloads = watchDownloads(page);
      await expectLiveState(page, 'video');
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByTestId('palette-input').fill('record video');
      await page.keyboard.press('Enter');
      await expect(recordingOf(page)).toHaveAttribute('data-state', 'recording');
      await page.getByTestId('button-rotate').dispatchEvent('click');
      await page.waitForTimeout(2_000);
      await page.getByTestId('record').click();
      await expect(recordingOf(page)).toContainText('Recording saved in 2 files');
      await expect.poll(() => downloads.length).toBe(2);
      const upright = await play(page, downloads[0], 360);
      const turned = await play(page, downloads[1], 360);
      expect([upright.videoWidth, upright.videoHeight]).toEqual([720, 1600]);
      expect([turned.videoWidth, turned.videoHeight]).toEqual([1600, 720]);
    },
  );

  test(
    'goes on after Stop everything; a worker that is replaced loses it, and says so',
    { tag: '@nightly' },
    async ({ console: page }) => {
      await expectLiveState(page, 'video');
      await startRecording(page);
      await page.keyboard.press('ControlOrMeta+Shift+X');
      await expect(page.getByTestId('stop-note')).toBeVisible();
      await expect(recordingOf(page)).toHaveAttribute('data-state', 'recording');
      const hang = workerOf(page).evaluate(() => {
        setTimeout(() => {
          for (;;);
        });
      });
      hang.catch(() => undefined);
      await expect(
        page.getByTestId('problem').filter({ hasText: 'worker isn’t responding' }),
      ).toBeVisible();
      await page.getByTestId('stop').click();
      await expect(recordingOf(page)).toContainText('the recording is lost');
      await expect.poll(() => storedRecordings(page)).toBe(0);
    },
  );

  test(
    'a full disk ends it with a video of all that fitted, and the reason',
    { tag: '@nightly' },
    async ({ console: page, agents }) => {
      const agent = await agents('v1');
      const downloads = watchDownloads(page);
      const session = await page.context().newCDPSession(page);
      const { origin } = new URL(page.url());
      const { usage } = await session.send('Storage.getUsageAndQuota', { origin });
      // The reserve of 8 MB, and very little more.
      const quotaSize = usage + 8_400_000;
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
      await startRecording(page);
      await expect(async () => {
        await agent.call('scroll', { direction: 'down' });
        await agent.call('scroll', { direction: 'up' });
        await expect(recordingOf(page)).toHaveAttribute('data-state', 'ended', { timeout: 100 });
      }).toPass({ timeout: 90_000 });
      await expect(recordingOf(page)).toContainText('storage is full');
      await expect.poll(() => downloads.length).toBe(1);
      expect((await play(page, downloads[0], 360)).duration).toBeGreaterThan(0.5);

      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 1000 });
      await page.getByTestId('record').click();
      await expect(page.getByTestId('user-input-note')).toContainText('storage is full');
      await expect(recordingOf(page)).toBeHidden();
    },
  );
});

test.describe('a phone that is unplugged', { tag: '@nightly' }, () => {
  test.use({ demo: { activity: settings, faults: 'unplug-mid-transfer' } });

  test('leaves a video that plays', async ({ console: page }) => {
    const downloads = watchDownloads(page);
    await startRecording(page);
    await page.waitForTimeout(1_500);
    // It is unplugged while it sends the picture.
    await page.getByTestId('save-screenshot').click();
    await expect(recordingOf(page)).toHaveAttribute('data-state', 'ended');
    await expect(recordingOf(page)).toContainText('was disconnected');
    await expect.poll(() => downloads.length).toBe(1);
    expect((await play(page, downloads[0], 360)).duration).toBeGreaterThan(1);
  });
});

test('an agent records with record_screen; Pause ends it, and files of a closed tab are deleted', async ({
  page,
}) => {
  const bridge = await startBridge(bridgeFile, ['--tools', 'all']);
  const agent = await connectAgent('v1', bridge, '/claude');
  try {
    const downloads = watchDownloads(page);
    await page.goto(consoleUrl(bridge.url, { phone: 'demo', activity: settings, live: 'off' }));
    await waitForPhone(page);
    expect((await agent.call('record_screen', { action: 'stop' })).text).toBe(
      'The screen is not being recorded. Start a recording first.',
    );
    const started = await agent.call('record_screen', { action: 'start', duration_s: 60 });
    expect(started.text).toBe(
      'Recording the screen, 720 x 1600, for 60 s at most. End it with record_screen and action=stop.',
    );
    await expect(recordingOf(page)).toContainText('claude is recording');
    const other = await connectAgent('v1', bridge, '/codex');
    const refused = await other.call('record_screen', { action: 'stop' });
    await other.close();
    expect(refused.text).toBe(
      'The screen is being recorded for claude. Only that agent, or the user in the Handset console, can stop the recording.',
    );
    await agent.call('click_element', { selector: ':text("Battery")' });
    const stopped = await agent.call('record_screen', { action: 'stop' });
    expect(stopped.isError).toBe(false);
    const [, fileName] =
      /^file:(Handset-14-.*\.mp4) \(\d+\.\d s, \d+ bytes, 720 x 1600\)$/m.exec(stopped.text) ?? [];
    await expect.poll(() => downloads.length).toBe(1);
    expect(downloads[0]?.suggestedFilename()).toBe(fileName);

    await agent.call('record_screen', { action: 'start' });
    await page.getByTestId('stop').click();
    // Stop pauses agents, too.
    await expect(recordingOf(page)).toContainText('You paused agents, so the recording ended.');
    await expect.poll(() => downloads.length).toBe(2);
    expect((await play(page, downloads[1], 360)).videoHeight).toBe(1600);
    await page.getByTestId('pause').click();
    await expect(recordingOf(page)).not.toContainText('You paused agents');
    await agent.call('record_screen', { action: 'start' });
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(recordingOf(page)).toContainText('You paused agents, so the recording ended.');
    await expect.poll(() => downloads.length).toBe(3);
    expect((await play(page, downloads[2], 360)).videoHeight).toBe(1600);

    expect(await storedRecordings(page)).toBeGreaterThan(0);
    await page.reload();
    await waitForPhone(page);
    await expect.poll(() => storedRecordings(page)).toBe(0);
  } finally {
    await agent.close();
    await bridge.stop();
  }
});

test.describe('without video', { tag: '@nightly' }, () => {
  test.use({ live: 'on', demo: { faults: 'no-video' } });

  test('a recording is refused with the reason', async ({ console: page }) => {
    await expectLiveState(page, 'pictures');
    await page.getByTestId('record').click();
    await expect(page.getByTestId('user-input-note')).toContainText(
      "The screen can't be recorded:",
    );
    await expect(recordingOf(page)).toBeHidden();
  });
});
