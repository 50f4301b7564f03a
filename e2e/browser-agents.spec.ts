/** Agents in web pages: the embeddable script, used as other sites use it, with the real console. */
import type { FrameLocator, Page } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { bridgeFile, startBridge } from './bridge-process.ts';
import { expect, inFullBrowser, test as base } from './fixtures.ts';
import { startPageHost } from './local-http.ts';

/** The documented interface of the script. */
type ConnectHandset = (options: {
  readonly console: string;
  readonly in: HTMLElement | Window | 'window';
  readonly timeoutMs?: number;
  readonly onAsking?: () => void;
}) => Promise<Handset>;

interface Handset {
  tools(): Promise<readonly { readonly name: string }[]>;
  call(name: string, args?: object, options?: HandsetCallOptions): Promise<HandsetResult>;
  close(): void;
}

interface HandsetCallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (notification: { readonly progress: number }) => void;
}

interface HandsetResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: object;
}

declare global {
  interface Window {
    connectHandset: ConnectHandset;
    /** The connection being made, and how often `onAsking` was called. */
    connecting: Promise<Handset>;
    askingCount: number;
  }
}

interface HostFixtures {
  /** Serves a console at 127.0.0.1; as `localhost` it is another site. */
  readonly hostPort: number;
  /** Serves another origin of the same site: Playwright's browsers store nothing for cross-site frames. */
  readonly agentPort: number;
}

const port = async ({}, use: (port: number) => Promise<void>): Promise<void> => {
  const host = await startPageHost();
  await use(host.port);
  host.close();
};
const test = base.extend<HostFixtures>({ hostPort: port, agentPort: port });

/** Imports the script from the page's own host. */
async function loadScript(page: Pick<Page, 'evaluate'> | null): Promise<void> {
  await page?.evaluate(async () => {
    const path = '/embed/handset.js';
    // The documented types of the script.
    const script = (await import(path)) as { connectHandset: ConnectHandset };
    window.connectHandset = script.connectHandset;
  });
}

/** Starts connecting, with the console in a frame that fills the page. */
async function startConnecting(page: Page, console: string): Promise<FrameLocator> {
  await loadScript(page);
  await page.evaluate((address) => {
    const container = document.createElement('div');
    container.style.cssText = 'position: fixed; inset: 0';
    document.body.replaceChildren(container);
    window.askingCount = 0;
    window.connecting = window.connectHandset({
      console: address,
      in: container,
      onAsking: () => window.askingCount++,
    });
    // A failure is checked later.
    window.connecting.catch(() => undefined);
  }, console);
  return page.frameLocator('iframe');
}

/** Shows the console without connecting; the script removes the frame of a console that refuses it. */
function showConsole(console: string): void {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 100%; height: 100%';
  frame.src = console;
  const container = document.createElement('div');
  container.style.cssText = 'position: fixed; inset: 0';
  container.append(frame);
  document.body.replaceChildren(container);
}

/** The text of get_screen_tree, or the code and message of the error. */
function callTree(page: Page): Promise<string> {
  return page.evaluate(async () => {
    try {
      const phone = await window.connecting;
      const { content } = await phone.call('get_screen_tree', { compact: true });
      const [first] = content;
      return first?.text ?? 'no text';
    } catch (error) {
      const { code, message } = error as { code: string; message: string }; // The error that connectHandset rejects with.
      return `${code}: ${message}`;
    }
  });
}

const tree = /com\.google\.android\.apps\.nexuslauncher|launcher/i;
const demo = '?phone=demo&live=off';

test('a script on the page and one in a same-origin frame connect without asking', async ({
  console: page,
  bridge,
  pageErrors,
}) => {
  await loadScript(page);
  const results = await page.evaluate(async () => {
    const phone = await window.connectHandset({ console: '/', in: window });
    const names = (await phone.tools()).map(({ name }) => name);
    const waiting = { by: 'text', value: 'Nowhere at all', timeout: 500 };
    const { structuredContent } = await phone.call('wait_for_element', waiting);
    const abort = new AbortController();
    // Without progress the call would end after 30 s, and not by being aborted.
    const onProgress = (): void => abort.abort();
    const aborted = await phone
      .call(
        'wait_for_element',
        { ...waiting, timeout: 30_000 },
        { onProgress, signal: abort.signal },
      )
      .catch((error: unknown) => (error as DOMException).name); // The type that AbortController rejects with.
    const wrong = await phone.call('tap', { x: 'left' });
    phone.close();
    const closed = await phone.tools().catch((error: unknown) => String(error));
    return { names, structuredContent, aborted, wrong, closed };
  });
  expect(results.names).toEqual(expect.arrayContaining(['get_screen_state', 'tap', 'use_phone']));
  expect(results.structuredContent).toMatchObject({ found: false });
  expect(results.aborted).toBe('AbortError');
  expect(results.wrong).toMatchObject({ isError: true });
  expect(results.closed).toContain(
    'ConnectionError: The connection to the Handset console has ended.',
  );

  const frame = await page.evaluateHandle(() => {
    const iframe = document.createElement('iframe');
    iframe.src = '/favicon.svg';
    document.body.append(iframe);
    return new Promise<HTMLIFrameElement>((resolve) => (iframe.onload = () => resolve(iframe)));
  });
  const inside = await frame.contentFrame();
  await loadScript(inside);
  const answer = await inside?.evaluate(async () => {
    const phone = await window.connectHandset({ console: '/', in: window.parent });
    return await phone.call('press_home');
  });
  expect(answer).toMatchObject({ content: [{ type: 'text' }] });
  expect(answer?.isError).toBeUndefined();
  await page.getByRole('tab', { name: /Timeline/ }).click();
  await expect(page.getByTestId('calls')).toContainText('this-page');
  // Removing the frame closes its connection.
  await frame.evaluate((element) => element.remove());
  await page.getByRole('tab', { name: /Agents/ }).click();
  await expect(page.getByTestId('section-browser')).toContainText('None connected');
  expect(new URL(page.url()).port).toBe(String(bridge.port));
  expect(pageErrors).toEqual([]);
});

test('the user allows or refuses another origin; the answer is remembered and can be forgotten', async ({
  page,
  hostPort,
  agentPort,
}) => {
  const console = `http://127.0.0.1:${hostPort}/${demo}`;
  const origin = `http://127.0.0.1:${agentPort}`;
  await page.goto(`${origin}/blank`);
  let frame = await startConnecting(page, console);
  const question = frame.getByTestId('connection-request');
  await expect(question).toContainText(`${origin} wants to use this phone`);

  await test.step('forged messages change nothing', async () => {
    await page.evaluate(() => {
      const { port1 } = new MessageChannel();
      const connected = { type: 'handset:connected', id: 'x', agent: 'forged' };
      window.postMessage(connected, '*', [port1]);
      const target = document.querySelector('iframe')?.contentWindow;
      const junk = [null, 'handset:connect', { type: 'handset:connect' }, connected];
      for (const each of [...junk, { type: 'handset:connect', id: 7 }]) {
        target?.postMessage(each, '*');
      }
      target?.postMessage({ type: 'handset:connect', id: 'x'.repeat(65) }, '*');
    });
    await expect(question).not.toContainText('waiting');
  });

  await test.step('a covered question cannot be allowed', async () => {
    const allow = question.getByRole('button', { name: 'Allow' });
    await expect(allow).toBeEnabled();
    await page.evaluate(() => {
      const cover = document.createElement('p');
      cover.style.cssText = 'position: fixed; inset: 0; pointer-events: none; background: #fff1';
      document.body.append(cover);
    });
    await expect(allow).toBeDisabled();
    await page.evaluate(() => document.querySelector('p')?.remove());
    await allow.click();
  });
  expect(await callTree(page)).toMatch(tree);
  await expect(question).toBeHidden();

  await page.reload();
  frame = await startConnecting(page, console);
  expect(await callTree(page)).toMatch(tree);
  expect(await page.evaluate(() => window.askingCount)).toBe(0);

  await frame.getByRole('tab', { name: /Timeline/ }).click();
  await expect(frame.getByTestId('calls')).toHaveCount(1);
  await expect(frame.getByTestId('calls')).toContainText(`127.0.0.1-${agentPort}`);
  await frame.getByRole('tab', { name: /Agents/ }).click();
  const section = frame.getByTestId('section-browser');
  await section.getByRole('heading', { name: 'Agents in this browser' }).click();
  await section.getByRole('button', { name: `Forget ${origin}` }).click();
  await expect(section).toContainText('None connected');
  expect(await callTree(page)).toMatch(/^closed: /);
  frame = await startConnecting(page, console);
  // Chromium drops clicks on a frame that has just appeared.
  await expect(frame.getByRole('button', { name: 'Allow' })).toBeEnabled();
  await frame.getByRole('button', { name: 'Deny' }).click();
  expect(await callTree(page)).toMatch(/^refused: /);

  // Reloading the frame does not ask again, until the user forgets the answer.
  frame = await startConnecting(page, console);
  expect(await callTree(page)).toMatch(/^refused: /);
  expect(await page.evaluate(() => window.askingCount)).toBe(0);
  await page.evaluate(showConsole, console);
  await frame.getByRole('tab', { name: /Agents/ }).click();
  await section.getByRole('heading', { name: 'Agents in this browser' }).click();
  await section.getByRole('button', { name: `Forget ${origin}` }).click();
  await startConnecting(page, console);
  await expect(frame.getByTestId('connection-request')).toBeVisible();
});

test(
  'refuses a site and a page without origin, and connects to a window instead of a frame',
  inFullBrowser,
  async ({ page, hostPort }) => {
    const console = `http://127.0.0.1:${hostPort}/${demo}`;
    await page.goto(`http://localhost:${hostPort}/blank`);
    const frame = await startConnecting(page, console);
    await frame.getByRole('button', { name: 'Deny' }).click();
    expect(await callTree(page)).toMatch(/^refused: The user denied access\./);

    const framed = await page.evaluate(async (address) => {
      const container = document.createElement('iframe');
      container.src = address;
      document.body.replaceChildren(container);
      const sandboxed = document.createElement('iframe');
      sandboxed.setAttribute('sandbox', 'allow-scripts');
      sandboxed.srcdoc = `<script>
      addEventListener('message', ({ data }) => parent.postMessage(data, '*'));
      setInterval(() => parent[0].postMessage({ type: 'handset:connect', id: 'boxed' }, '*'), 200);
    </script>`;
      document.body.append(sandboxed);
      return await new Promise<unknown>((resolve) => {
        addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
          if (source === sandboxed.contentWindow) resolve(data);
        });
      });
    }, console);
    expect(framed).toMatchObject({ type: 'handset:refused', id: 'boxed', reason: 'no-origin' });

    const opening = page.waitForEvent('popup');
    await page.evaluate((address) => {
      document.body.replaceChildren();
      window.connecting = window.connectHandset({ console: address, in: 'window' });
      window.connecting.catch(() => undefined);
    }, console);
    const opened = await opening;
    await opened.getByRole('button', { name: 'Allow' }).click();
    expect(await callTree(page)).toMatch(tree);
    await opened.close();
    expect(await callTree(page)).toMatch(/^closed: /);
  },
);

test('a page that covers the framed console cannot make the user touch the phone (clickjacking)', async ({
  page,
  hostPort,
  agentPort,
}) => {
  await page.goto(`http://127.0.0.1:${agentPort}/blank`);
  await page.evaluate((src) => {
    document.body.innerHTML = `<iframe allow="usb"></iframe><div></div>`;
    for (const [name, more] of [
      ['iframe', 'width: 100%; height: 100%; border: 0'],
      // What the user would see over the phone; clicks pass through it.
      ['div', 'background: white; pointer-events: none'],
    ] as const) {
      const element = document.body.querySelector<HTMLElement>(name);
      if (element !== null) element.style.cssText = `position: fixed; inset: 0; ${more}`;
    }
    document.querySelector('iframe')?.setAttribute('src', src);
  }, `http://127.0.0.1:${hostPort}/?phone=demo&bridge=off`);
  const frame = page.frameLocator('iframe');
  const layer = frame.getByTestId('touch-layer');
  const note = frame.getByTestId('user-input-note');
  await layer.click({ position: { x: 100, y: 100 } });
  await expect(note).toContainText('Something is covering the phone');
  await frame.getByRole('button', { name: 'Recent apps' }).click();
  await expect(frame.getByTestId('finger')).toHaveCount(0);

  await page.evaluate(() => document.querySelector('div')?.remove());
  // The note disappears after some seconds and does not return.
  await expect(note).toBeEmpty({ timeout: 10_000 });
  const box = await layer.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100);
  await page.mouse.down();
  await expect(frame.getByTestId('finger')).toHaveCount(1);
  await page.mouse.up();
  await expect(note).toBeEmpty();
});

test(
  'the bridge lets only allowed sites frame its console, and no site keep a handle to its window',
  inFullBrowser,
  async ({ page, bridge, hostPort }) => {
    const origin = `http://localhost:${hostPort}`;
    const open = await startBridge(bridgeFile, ['--allow-origin', origin]);
    await page.goto(`${origin}/blank`);
    await loadScript(page);
    const connect = (console: string, where: 'frame' | 'window'): Promise<string> =>
      page.evaluate(
        async ([address, how]) => {
          const container = how === 'window' ? how : document.body;
          try {
            await window.connectHandset({ console: address, in: container, timeoutMs: 5_000 });
            return 'connected';
          } catch (error) {
            const { code, message } = error as { code: string; message: string }; // The error that connectHandset rejects with.
            return `${code}: ${message}`;
          }
        },
        [new URL('/', console).href, where] as const,
      );
    try {
      const refusal = /^no-answer: No Handset console at .* --allow-origin http:\/\/localhost/;
      expect(await connect(bridge.url, 'frame')).toMatch(refusal);
      const severed = /^window-closed: .*Put the console in a frame instead/;
      expect(await connect(open.url, 'window')).toMatch(severed);
      const connecting = connect(open.url, 'frame');
      await page.frameLocator('iframe').getByRole('button', { name: 'Allow' }).click();
      expect(await connecting).toBe('connected');
    } finally {
      await open.stop();
    }
  },
);

test(
  'the demo page’s agent reaches its goals on the phone in its frame',
  { tag: '@more' },
  async ({ page, bridge, pageErrors }) => {
    await page.goto(new URL('/agent.html', bridge.url).href);
    const status = page.getByTestId('connection');
    await expect(status).toHaveText('Connected to the console');
    const steps = page.getByTestId('steps');
    const pursue = async (goal: string, last: string): Promise<void> => {
      await page.getByTestId('goal').fill(goal);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      // A goal takes a dozen calls.
      await expect(steps.getByRole('listitem').last()).toHaveText(last, { timeout: 120_000 });
    };
    await pursue('Turn on dark theme', 'Dark theme is on.');
    await pursue('turn on the dark theme', 'Dark theme is already on. Nothing to do.');
    await pursue('Calculate 408 / 34', 'The display shows 12: 408 / 34 = 12.');
    await expect(steps.getByText('@digit_4')).toHaveCount(2);
    await pursue('Order a pizza', 'I’m only a script, and I have no plan for this.');

    await page.getByText('A single tool').click();
    await page.getByTestId('tool').selectOption('get_screen_state');
    await page.getByTestId('arguments').fill('{"include_screenshot": true}');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await expect(steps.getByAltText('What get_screen_state showed')).toBeVisible();
    const outside = await axeViolations(page, (axe) =>
      axe.include('header').include('[aria-label="Agent"]'),
    );
    expect(outside).toEqual([]);
    // The framed console serves this page only, not the bridge's agents.
    const frame = page.frameLocator('iframe');
    await expect(frame.getByTestId('bridge-status')).toHaveText('No bridge');
    expect(pageErrors).toEqual([]);
  },
);
