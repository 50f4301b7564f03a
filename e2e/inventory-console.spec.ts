/** The inventory of the page and the demo phones; inventory.spec.ts says how to update it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { faults } from '#core/demo-phone/options.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { waitForBridge, consoleUrl, waitForPhone, readScreenAgain } from './console-page.ts';
import { expect, ownBridge, test } from './fixtures.ts';
import { expectInventory, connectClient, root, section, maskVaryingValues } from './inventory.ts';
import { startStaticHost } from './local-http.ts';

/** Runs before the page's scripts: records which URL parameters and storage keys it reads, and which WebMCP tools it registers. */
function recordPageReads(): void {
  const reads = {
    parameters: new Set<string>(),
    stored: new Set<string>(),
    offered: [] as object[],
  };
  Object.assign(window, { reads });
  const wrapMethod = (
    of: object,
    method: string,
    into: (receiver: unknown, name: string) => unknown,
  ): void => {
    const own = Reflect.get(of, method) as (...args: unknown[]) => unknown; // One of the methods patched below.
    Reflect.set(of, method, function (this: unknown, ...args: unknown[]) {
      into(this, String(args[0]));
      return own.apply(this, args);
    });
  };
  wrapMethod(URLSearchParams.prototype, 'get', (_query, name) => reads.parameters.add(name));
  for (const method of ['getItem', 'setItem']) {
    wrapMethod(Storage.prototype, method, (storage, name) =>
      reads.stored.add(`${storage === localStorage ? 'local' : 'session'} ${name}`),
    );
  }
  const registerTool = (tool: object): Promise<void> =>
    Promise.resolve(void reads.offered.push(tool));
  Object.assign(document, { modelContext: { registerTool } });
}

const recordedReadsSchema = z.object({
  parameters: z.array(z.string()),
  stored: z.array(z.string()),
  offered: z.array(z.looseObject({ name: z.string(), annotations: z.looseObject({}) })),
});

/** What the page has read and registered since it was loaded. */
async function recordedReads(page: Page): Promise<z.infer<typeof recordedReadsSchema>> {
  const text = await page.evaluate(`JSON.stringify({
    parameters: [...reads.parameters].sort(), stored: [...reads.stored].sort(), offered: reads.offered,
  })`);
  return recordedReadsSchema.parse(JSON.parse(z.string().parse(text)));
}

/** The text of each element, with whitespace collapsed. */
const textOf = (locator: Locator): Promise<string[]> =>
  locator.evaluateAll((all) => all.map((each) => each.textContent.replaceAll(/\s+/g, ' ').trim()));

/** Every line of the palette before anything is typed, and all other commands that can run but those of single apps. */
async function palette(page: Page): Promise<readonly string[]> {
  const linesOf = (): Promise<readonly string[]> =>
    page.getByTestId('palette-list').evaluate((list) =>
      [...list.children].flatMap((line) => {
        if (line.getAttribute('aria-disabled') === 'true') return [];
        const parts = [...line.querySelectorAll('.label, code, .keys')];
        if (parts.length === 0) return line.textContent;
        const words = parts.map((part) =>
          part.matches('.keys')
            ? [...part.children].map(({ textContent }) => textContent).join('+')
            : part.textContent.trim(),
        );
        const id = line.id.slice(line.id.indexOf('-') + 1);
        return `  ${id} | ${words.join(' | ')}`;
      }),
    );
  await page.getByTestId('open-palette').click();
  const input = page.getByTestId('palette-input');
  await expect(input).toBeFocused();
  const first = await linesOf();
  const found = new Set<string>();
  // Every command has a word that begins with one of these.
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    await input.fill(letter);
    for (const line of await linesOf()) found.add(line);
  }
  await page.keyboard.press('Escape');
  const others = [...found].filter((line) => !first.includes(line) && !/-com\./.test(line));
  return [...first, 'Found by a search', ...others.sort()];
}

test(
  'the console: palette, shortcuts, address parameters, agents of the browser',
  { tag: '@more' },
  async ({ page, bridge }) => {
    await page.addInitScript(recordPageReads);
    const parameters: string[] = [];
    for (const name of ['bridge.html', 'agent.html', '']) {
      const address = new URL(name, bridge.url);
      address.hash = new URL(bridge.url).hash;
      await page.goto('about:blank');
      await page.goto(consoleUrl(address.href, { phone: 'demo', live: 'off' }));
      if (name !== 'agent.html') await waitForPhone(page);
      parameters.push(
        `${name || 'index.html'}: ${(await recordedReads(page)).parameters.join(', ')}`,
      );
    }
    await waitForBridge(page);
    // Makes commands available; the palette lists only those. The element reader may start late.
    await expect(async () => {
      await readScreenAgain(page);
      await expect(page.getByTestId('reading')).toContainText('reader runs on the phone', {
        timeout: 1_000,
      });
    }).toPass();
    await page.locator('#tab-timeline').click();
    await page.getByTestId('run-screen-state').click();
    await expect(page.getByTestId('open-export')).toBeEnabled();
    await page.getByRole('tab', { name: /^Timeline/ }).press('F2');
    const connected = await palette(page);
    await page.keyboard.press('?');
    const dialog = page.getByTestId('keyboard-help');
    await expect(dialog.locator('p')).toBeVisible();
    const help = await textOf(dialog.locator('h3, dt, dd, p'));
    await page.keyboard.press('Escape');
    const { offered } = await recordedReads(page);
    const embedded = await page.evaluate(`(async () => {
    const script = await import('/embed/handset.js');
    const phone = await script.connectHandset({ console: '/', in: window });
    const names = (await phone.tools()).map(({ name }) => name);
    phone.close();
    return JSON.stringify({ exports: Object.keys(script), handset: Object.keys(phone), names });
  })()`);
    const embed = z
      .record(z.string(), z.array(z.string()))
      .parse(JSON.parse(z.string().parse(embedded)));
    const script = await readFile(join(root, 'dist/embed/handset.js'), 'utf8');
    const messageTypes = new Set(script.match(/handset:[a-z]+/g));
    await page.getByTestId('open-palette').click();
    await page.getByTestId('palette-input').fill('disconnect');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('phone-status')).toHaveText('No phone');
    expectInventory('console.txt', [
      ...section('Address parameters, query and fragment', parameters),
      ...section('Palette with the demo phone', connected),
      ...section('Palette without a phone, the last command first', await palette(page)),
      ...section('Keyboard help', help),
      ...section(
        'WebMCP',
        offered.map(({ name, annotations }) => `${name} ${JSON.stringify(annotations)}`),
      ),
      ...section('embed/handset.js', [
        ...Object.entries(embed).map(([what, names]) => `${what}: ${names.join(', ')}`),
        `messages: ${[...messageTypes].toSorted().join(', ')}`,
      ]),
    ]);
  },
);

test.describe('what the browser keeps', { tag: '@more' }, () => {
  test.use({ serviceWorkers: 'allow' });

  test('storage, databases, caches and locks, after a tour of the console', async ({ page }) => {
    const host = await startStaticHost('/');
    const bridge = await startBridge(bridgeFile, ['--allow-origin', host.origin]);
    const { hash } = new URL(bridge.url);
    try {
      await page.addInitScript(recordPageReads);
      const demo = { phone: 'demo', live: 'off' } as const;
      await page.goto(`${host.origin}/`);
      await page.getByText('Help', { exact: true }).click();
      await page.getByText('First time? Five steps with pictures').click();
      const step = page.getByTestId('guide-step-1');
      await step.getByRole('button', { name: 'Next step' }).click();
      await page.getByText('Samsung', { exact: true }).click();
      const { stored: first } = await recordedReads(page);
      await page.goto(`${consoleUrl(`${host.origin}/`, demo)}${hash}&at=127.0.0.1:${bridge.port}`);
      await waitForPhone(page);
      const question = page.getByTestId('bridge-question');
      await question.getByRole('button', { name: 'Connect' }).click();
      await waitForBridge(page);
      await tour(page, bridge);
      await page.evaluate(() => navigator.serviceWorker.ready);
      const { stored } = await recordedReads(page);
      const storage = await page.evaluate(`(async () => {
        await navigator.serviceWorker.ready;
        const locks = await navigator.locks.query();
        return JSON.stringify({
          local: Object.entries(localStorage),
          session: Object.entries(sessionStorage),
          databases: await indexedDB.databases(),
          caches: await caches.keys(),
          locks: locks.held.map(({ name, mode }) => name + ' (' + mode + ')'),
        });
      })()`);
      const lists = z
        .record(z.string(), z.array(z.unknown()))
        .parse(JSON.parse(z.string().parse(storage)));
      const lines = Object.entries(lists).flatMap(([name, all]) =>
        section(
          name,
          all.map((each) => maskVaryingValues(JSON.stringify(each), bridge)).toSorted(),
        ),
      );
      expectInventory('storage.txt', [
        ...section('names asked for', [...new Set([...first, ...stored])].toSorted()),
        ...lines,
      ]);
    } finally {
      await bridge.stop();
      host.close();
    }
  });
});

/** Changes everything that the console stores. */
async function tour(page: Page, bridge: Bridge): Promise<void> {
  const panel = (name: string): Promise<void> => page.locator(`#tab-${name}`).click();
  await page.getByTestId('open-palette').click();
  await page.getByTestId('palette-input').fill('dark theme');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F2');
  await readScreenAgain(page);
  await page.getByText('Tree', { exact: true }).click();
  await page.getByTestId('element-filter').fill('[clickable]');
  await expect(page.getByTestId('filter-status')).toHaveText(/^\d+ of \d+$/);
  await panel('tools');
  await page.getByTestId('tool-tap').click();
  await page.getByTestId('field-x').fill('5');
  await page.getByTestId('field-y').fill('6');
  await page.getByTestId('run-tool').click();
  await expect(page.getByTestId('call-result')).toContainText('Tap executed');
  await panel('timeline');
  await page.getByTestId('call-filter').click();
  await page.getByTestId('order-calls').selectOption('oldest');
  await page.getByTestId('group-calls').selectOption('agent');
  await panel('logs');
  await page.getByTestId('log-wrap').click();
  await page.getByTestId('log-tag').fill('Looper');
  await panel('agents');
  const client = await connectClient(bridge);
  await client.callTool({ name: 'press_home' });
  await client.close();
  for (const [origin, answer] of [
    ['https://allowed.example', 'Allow'],
    ['https://refused.example', 'Deny'],
  ] as const) {
    await page.evaluate((from) => {
      const data = { type: 'handset:connect', id: from };
      window.dispatchEvent(new MessageEvent('message', { data, origin: from, source: window }));
    }, origin);
    const request = page.getByTestId('connection-request');
    await request.getByRole('button', { name: answer }).click();
    await expect(request).toBeHidden();
  }
  await page.getByTestId('stop').click();
  await expect(page.getByTestId('stop-note').first()).toBeVisible();
}

test.describe('with a bridge of its own', () => {
  ownBridge();

  test(
    'demo phones, and the errors of invalid calls',
    { tag: '@more' },
    async ({ page, bridge }) => {
      const openPhone = async (version: string): Promise<void> => {
        const other = version === '14' ? page : await page.context().newPage();
        await other.goto(consoleUrl(bridge.url, { phone: 'demo', live: 'off', android: version }));
        await Promise.all([waitForPhone(other), waitForBridge(other)]);
      };
      await openPhone('14');
      const client = await connectClient(bridge);
      const call = async (name: string, args = {}): Promise<string> => {
        const { content, isError } = z
          .object({
            content: z.array(z.looseObject({ text: z.string() })),
            isError: z.boolean().default(false),
          })
          .parse(await client.callTool({ name, arguments: args }));
        const text = content
          .map((part) => part.text)
          .join('\n')
          .replace(/\nsnapshot:s\d+$/, '');
        return maskVaryingValues(
          `${name} ${JSON.stringify(args)}${isError ? ' failed' : ''}\n${text}\n`,
        );
      };
      const answers: string[] = [];
      for (const [name, args] of wrongCalls) answers.push(await call(name, args));
      for (const version of ['8', '11', '16']) await openPhone(version);
      // Whether the element reader was already compared with a dump on each depends on the time.
      const phones = (await call('list_phones')).replace(
        /\t(element reader|(?:uiautomator dump|yadb)[^\t]*)\t/g,
        '\t<reader or dump>\t',
      );
      await client.close();
      expectInventory('phones.txt', [
        ...section(
          'Faults',
          Object.entries(faults).map(([name, what]) => `${name}: ${what}`),
        ),
        ...section('Phones', [phones]),
        ...section('Wrong calls', answers),
      ]);
    },
  );

  /** One call for each kind of mistake. */
  const wrongCalls: readonly (readonly [tool: string, args: object])[] = [
    ['no_such_tool', {}],
    ['tap', {}],
    ['tap', { x: 'left', y: 1 }],
    ['tap', { x: 5000, y: 1 }],
    ['tap', { x: 1, y: 1, z: 1 }],
    ['swipe', { x1: 1, y1: 1, x2: 2, y2: 2, duration: 0 }],
    ['scroll', { direction: 'sideways' }],
    ['custom_gesture', { paths: [] }],
    ['press_key', { key: 'NO_SUCH_KEY' }],
    ['click_element', {}],
    ['click_element', { element_id: 'no-such-id' }],
    ['click_element', { selector: ':text("Nowhere")' }],
    ['click_element', { selector: ':text("C*")' }],
    ['click_element', { selector: 'A >' }],
    ['click_element', { selector: 'A', element_id: 'b' }],
    ['set_text', { selector: ':text("Calculator")', text: 'x' }],
    ['input_text', { text: 'x' }],
    ['clear_text', {}],
    ['get_element_details', { ids: ['no-such-id'] }],
    ['find_elements', { by: 'colour', value: 'x' }],
    ['get_screen_tree', { root: '9.9' }],
    ['diff_screen', { since: 's99' }],
    ['suggest_selectors', { element_id: 'no-such-id' }],
    ['scroll_to_element', { selector: ':text("Nowhere")' }],
    ['wait_for_element', { by: 'text', value: 'Nowhere', timeout: 200 }],
    ['get_device_logs', { level: 'LOUD' }],
    ['use_phone', { serial: 'no-such-phone' }],
  ];
});
