/**
 * A browser controlled without Playwright, which makes every page believe that it is visible and
 * focused. Here a page behind another tab is hidden, as for users.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { decodePixels, differenceOf } from '#core/testing/pixels.ts';
import { browserPath, launchOptions } from './chromium.ts';
import { type DevTools, connectDevTools } from './devtools.ts';
import { expect, noBrowserReason, bridgeTest as test } from './fixtures.ts';
import { consoleUrl } from './console-page.ts';
import { agentScreenshot } from './live-picture.ts';

const createdSchema = z.object({ targetId: z.string() });

/** A tab with a page and its worker. Expressions may be promises; their values must be JSON. */
interface DevToolsTab {
  evaluate(expression: string): Promise<unknown>;
  evaluateInWorker(expression: string): Promise<unknown>;
  /** Waits until the expression is true in the page. */
  waitUntil(expression: string): Promise<void>;
  /** Brings another tab to the front. */
  hide(): Promise<void>;
  /** Brings this tab to the front. */
  show(): Promise<void>;
}

interface DevToolsBrowser {
  open(url: string): Promise<DevToolsTab>;
  close(): Promise<void>;
}

/** Starts the browser with additional flags. */
async function startDevToolsBrowser(...flags: readonly string[]): Promise<DevToolsBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'handset-browser-'));
  const args = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(browserPath ?? '', [...args, ...(launchOptions.args ?? []), ...flags]);
  const tools = await connectDevTools(await debuggerAddress(child));
  return {
    open: async (url) => await openTab(url, tools),
    close: async () => {
      tools.close();
      child.kill();
      await once(child, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function debuggerAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let stderrText = '';
    child.once('exit', () => reject(new Error(`The browser ended: ${stderrText}`)));
    child.stderr?.on('data', (text: Buffer) => {
      stderrText += text.toString();
      const found = /ws:\/\/\S+/.exec(stderrText)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
}

async function openTab(url: string, tools: DevTools): Promise<DevToolsTab> {
  const { send, workers } = tools;
  const { targetId } = createdSchema.parse(await send('Target.createTarget', { url }));
  const session = await tools.attach(targetId);
  const evaluate = (expression: string): Promise<unknown> => tools.evaluate(expression, session);
  return {
    evaluate,
    evaluateInWorker: (expression) => tools.evaluate(expression, workers.at(-1)?.session),
    waitUntil: async (expression) => {
      // A tab that has just been opened cannot evaluate yet.
      await expect(async () => expect(await evaluate(expression)).toBe(true)).toPass();
    },
    hide: async () => {
      const other = createdSchema.parse(await send('Target.createTarget', { url: 'about:blank' }));
      await send('Target.activateTarget', other);
    },
    show: async () => {
      await send('Target.activateTarget', { targetId });
    },
  };
}

// The console in a background tab, as is usual while agents work.

/** Chrome throttles timers of a page to once a minute when it has been hidden for five minutes; here at once. */
const throttleHiddenPages = '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/1';
const liveStateIs = (state: string): string =>
  `document.querySelector('[data-testid="live-line"]')?.dataset.state === '${state}'`;

/** Mean difference per channel between this picture and the canvas of the page, or of another document. */
async function differenceFromDrawn(
  tab: DevToolsTab,
  picture: Buffer,
  shownIn = 'document',
): Promise<number> {
  const { width, height } = (await decodePixels(picture)).size;
  const png = await tab.evaluate(`(() => {
    const small = document.createElement('canvas');
    Object.assign(small, { width: ${width}, height: ${height} });
    const shown = ${shownIn}.querySelector('[data-testid="live-picture"]');
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

test(
  'while hidden, agents get the current screen and nothing is drawn; once shown, the picture is current',
  { tag: '@nightly' },
  async ({ bridge, agents }) => {
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
  },
);

test(
  'while hidden, its small window shows the current picture and takes an answer',
  { tag: '@nightly' },
  async ({ bridge, agents }) => {
    browser = await startDevToolsBrowser(throttleHiddenPages);
    const activity = 'com.android.settings/.Settings';
    const tab = await browser.open(consoleUrl(bridge.url, { phone: 'demo', activity }));
    await tab.waitUntil(liveStateIs('video'));
    await tab.evaluate(`document.querySelector('#tab-agents').click()`);
    await tab.waitUntil(`document.querySelector('[data-testid="open-window"]') !== null`);
    await tab.evaluate(`document.querySelector('[data-testid="open-window"]').click()`);
    const small = 'documentPictureInPicture.window.document';
    await tab.waitUntil(`${small}?.querySelector('main') !== null`);
    const recording = `${small}.querySelector('[data-testid="recording"]')`;
    await tab.evaluate(`document.querySelector('[data-testid="record"]').click()`);
    await tab.waitUntil(`${recording}?.dataset.state === 'recording'`);

    await tab.hide();
    await tab.waitUntil(`document.visibilityState === 'hidden'`);
    await tab.evaluate('new Promise((resolve) => setTimeout(resolve, 2_000))');
    const agent = await agents('v1');
    const before = await agentScreenshot(agent);
    await agent.call('click_element', { selector: ':text("Battery")' });
    const after = await agentScreenshot(agent);
    expect((await differenceOf(before, after)).mean).toBeGreaterThan(8);
    await expect.poll(() => differenceFromDrawn(tab, after, small)).toBeLessThan(8);

    // It is recorded as before, and the sign of it goes on.
    await tab.waitUntil(
      `/^0:(0[3-9]|[1-5])/.test(${recording}.querySelector('[data-testid="recording-facts"]').textContent)`,
    );
    await tab.evaluate(`${recording}.querySelector('[data-testid="stop-recording"]').click()`);
    await tab.waitUntil(
      `/Recording saved.* MB|Recording saved.* KB/s.test(${recording}.textContent)`,
    );

    await tab.evaluate(`document.querySelector('[data-testid="rule-act"] [value="ask"]').click()`);
    const asking = agent.call('press_home');
    // The timers of a hidden page would unlock it a minute later.
    const allow = `${small}.querySelector('[data-testid="question"] .primary')`;
    await tab.waitUntil(`${allow}?.ariaDisabled === 'false'`);
    await tab.evaluate(`${allow}.click()`);
    expect((await asking).isError).toBe(false);
  },
);
