/** The console in a background tab, as is usual while agents work. */
import { z } from 'zod';
import { browserPath } from './chromium.ts';
import { consoleUrl } from './console-page.ts';
import { bridgeTest as test, expect, noBrowserReason } from './fixtures.ts';
import { agentScreenshot } from './live-glass.ts';
import { type DevToolsBrowser, type DevToolsTab, startDevToolsBrowser } from './own-browser.ts';
import { decodePixels, differenceOf } from './pixels.ts';

/** Chrome throttles timers of a page to once a minute when it has been hidden for five minutes; here at once. */
const throttleHiddenPages = '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/1';
const liveStateIs = (state: string): string =>
  `document.querySelector('[data-testid="live-line"]')?.dataset.state === '${state}'`;

/** Mean difference per channel between the page's canvas and this picture. */
async function differenceFromDrawn(tab: DevToolsTab, picture: Buffer): Promise<number> {
  const { width, height } = (await decodePixels(picture)).size;
  const png = await tab.evaluate(`(() => {
    const small = document.createElement('canvas');
    Object.assign(small, { width: ${width}, height: ${height} });
    const shown = document.querySelector('[data-testid="live-picture"]');
    small.getContext('2d').drawImage(shown, 0, 0, ${width}, ${height});
    return small.toDataURL('image/png').split(',')[1];
  })()`);
  return (await differenceOf(Buffer.from(z.string().parse(png), 'base64'), picture)).mean;
}

/** Runs in the worker: counts the full frames that it draws from now on. */
const countDraws = `
  globalThis.draws = 0;
  const { prototype } = OffscreenCanvasRenderingContext2D;
  const { drawImage } = prototype;
  prototype.drawImage = function (image, ...rest) {
    if (image instanceof VideoFrame && rest.length === 2) globalThis.draws++;
    return drawImage.call(this, image, ...rest);
  };`;

let browser: DevToolsBrowser | undefined;
test.skip(browserPath === undefined, noBrowserReason);
test.afterEach(() => browser?.close());

test('while hidden, agents get the current screen and nothing is drawn; once shown, the picture is current', async ({
  bridge,
  agents,
}) => {
  browser = await startDevToolsBrowser(throttleHiddenPages);
  const activity = 'com.android.settings/.Settings';
  const tab = await browser.open(consoleUrl(bridge.url, { phone: 'demo', activity }));
  await tab.waitUntil(liveStateIs('video'));
  const agent = await agents('v1');
  const before = await agentScreenshot(agent);
  await expect.poll(() => differenceFromDrawn(tab, before)).toBeLessThan(8);

  await tab.hide();
  await tab.waitUntil(`document.visibilityState === 'hidden'`);
  await tab.evaluate('new Promise((resolve) => setTimeout(resolve, 2_000))');
  await tab.evaluateInWorker(countDraws);
  await agent.call('click_element', { selector: ':text("Battery")' });
  const after = await agentScreenshot(agent);
  expect((await differenceOf(before, after)).mean).toBeGreaterThan(8);
  // The video is still used: with video, idle is detected sooner than with dumps.
  const idle = async (): Promise<unknown> =>
    (await agent.call('wait_for_idle', { timeout: 5000 })).data?.['elapsedMs'];
  await expect.poll(idle).toBeLessThan(500);
  expect(await tab.evaluateInWorker('draws')).toBe(0);
  expect(await differenceFromDrawn(tab, after)).toBeGreaterThan(8);

  await tab.show();
  await tab.waitUntil(`document.visibilityState === 'visible'`);
  // The phone sends no new frame, so the picture must come from the last one.
  await expect.poll(() => differenceFromDrawn(tab, after)).toBeLessThan(8);
  expect(await tab.evaluateInWorker('draws')).toBeGreaterThan(0);
});
