/** Phones through the real adb server: listed on the first page, connected, used by agents, cut off. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import {
  type AdbClient,
  type DemoPhoneProcess,
  findAdb,
  startAdbClient,
  startDemoPhone,
} from './adb-client.ts';
import { type Agent, type ToolCallResult, connectAgent } from './agents.ts';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { browserPath } from './chromium.ts';
import { consoleUrl, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, noBrowserReason, test } from './fixtures.ts';
import { freePort } from './free-port.ts';

const adbPath = findAdb();

test.describe('phones of the adb server', () => {
  test.describe.configure({ mode: 'default' });
  test.skip(adbPath === undefined, 'no adb on this machine');
  test.skip(browserPath === undefined, noBrowserReason);

  let adb: AdbClient;
  let bridge: Bridge;
  const phones: DemoPhoneProcess[] = [];
  const agents: Agent[] = [];

  test.beforeEach(async () => {
    adb = await startAdbClient(adbPath ?? '');
    bridge = await startBridge(bridgeFile, ['--tools', 'all'], adb.env);
  });
  test.afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.close()));
    await Promise.all(phones.splice(0).map((phone) => phone.stop()));
    await bridge.stop();
    await adb.close();
  });

  const startPhone = async (android: '11' | '14'): Promise<DemoPhoneProcess> => {
    const phone = await startDemoPhone('--android', android);
    phones.push(phone);
    return phone;
  };

  const connectAdb = async (phone: DemoPhoneProcess): Promise<void> => {
    await adb.run('connect', phone.address);
    await adb.run('-s', phone.address, 'wait-for-device');
  };

  const openConsole = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(consoleUrl(bridge.url, { live: 'off' }));
    await waitForBridge(page);
    return page;
  };

  const connectPhone = async (page: Page, phone: DemoPhoneProcess): Promise<void> => {
    const button = page.getByRole('button', { name: `${phone.address} through adb` });
    await button.click();
    await waitForPhone(page);
  };

  const agentNamed = async (name: string): Promise<Agent> => {
    const agent = await connectAgent('v1', bridge, `/${name}`);
    agents.push(agent);
    return agent;
  };

  test(
    'are listed live, and adb is started only by its button',
    { tag: '@more' },
    async ({ context }) => {
      const [phone, other] = await Promise.all([startPhone('14'), startPhone('11')]);
      const page = await openConsole(context);
      await page.getByText('More ways to connect').click();
      const start = page.getByRole('button', { name: 'Start adb' });
      await expect(start).toBeVisible();
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
      await start.click();
      const list = page.getByTestId('adb-phones');
      await expect(list).toContainText('sees no phone');
      await connectAdb(phone);
      await expect(list).toContainText(phone.address);
      await connectAdb(other);
      await expect(list.getByRole('button', { name: 'through adb' })).toHaveCount(2);
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await horizontalOverflowPx(page)).toBe(0);
      await other.stop();
      await expect(list.getByRole('button', { name: 'through adb' })).toHaveCount(1);
      await adb.run('kill-server');
      await expect(start).toBeVisible();
    },
  );

  test(
    'serve two agents at once, each its own phone, and files',
    { tag: '@more' },
    async ({ context }) => {
      const [phone, other] = await Promise.all([startPhone('14'), startPhone('11')]);
      await connectAdb(phone);
      await connectAdb(other);
      const pages = [await openConsole(context), await openConsole(context)] as const;
      await connectPhone(pages[0], phone);
      await connectPhone(pages[1], other);
      const first = await agentNamed('first');
      const second = await agentNamed('second');
      const listed = await first.call('list_phones');
      expect(listed.text).toContain(phone.address);
      expect(listed.text).toMatch(/\tadb\tconnected/);
      expect(await second.call('use_phone', { serial: other.address })).toMatchObject({
        isError: false,
      });
      const bytes = randomBytes(6_000_000);
      const path = test.info().outputPath('large.bin');
      await writeFile(path, bytes);
      const sendFile = async (): Promise<void> => {
        // A buffer would be copied on the page's thread, for which the worker's first picture waits.
        await pages[0].getByTestId('send-files-input').setInputFiles(path);
        // It goes by itself some seconds later.
        await expect(pages[0].getByTestId('transfer')).toHaveAttribute('data-state', 'done');
      };
      const work = async (agent: Agent, android: string): Promise<void> => {
        expect((await agent.call('get_device')).text).toContain(android);
        for (let round = 0; round < 4; round += 1) {
          const screen = await agent.call('get_screen_state', { include_screenshot: true });
          expect(screen, screen.text).toMatchObject({ isError: false });
          expect(screen.images).toHaveLength(1);
          expect(await agent.call('tap', { x: 300, y: 900 })).toMatchObject({ isError: false });
          expect(await agent.call('press_home')).toMatchObject({ isError: false });
        }
      };
      await Promise.all([work(first, '14'), work(second, '11'), sendFile()]);
      const { stdout } = await adb.run(
        ...['-s', phone.address, 'exec-out', 'cat', '/sdcard/Download/large.bin'],
      );
      const sha256 = (content: Buffer): string =>
        createHash('sha256').update(content).digest('hex');
      expect(sha256(stdout)).toBe(sha256(bytes));
    },
  );

  test('are used by the scripted agent only after a yes', { tag: '@more' }, async ({ context }) => {
    const phone = await startPhone('14');
    await connectAdb(phone);
    const page = await openConsole(context);
    await connectPhone(page, phone);
    await page.getByRole('tab', { name: 'Agents' }).click();
    await page.getByTestId('watch-here').click();
    const card = page.getByTestId('scripted-agent');
    await expect(card).toContainText('Let the script use Handset 14?');
    await expect(card.getByTestId('steps')).toHaveCount(0);
    await card.getByTestId('allow-own-phone').click();
    await expect(card.getByTestId('steps').getByRole('listitem').last()).toContainText('In short:');
    // Goals that type or change settings are for the demo phone.
    await expect(card.getByRole('button', { name: 'Turn on dark theme' })).toHaveCount(0);
  });

  test('come back after a reload, after adb was stopped, and after the phone was gone', async ({
    context,
  }) => {
    const phone = await startPhone('14');
    await connectAdb(phone);
    const page = await openConsole(context);
    await connectPhone(page, phone);
    const agent = await agentNamed('one');
    await page.reload();
    await waitForPhone(page);
    expect(await agent.call('get_screen_state')).toMatchObject({ isError: false });

    // The server ends while a tool waits for the phone.
    const waiting = await startWaiting(agent);
    const startedAt = performance.now();
    await adb.run('kill-server');
    const cut = await waiting.result;
    expect(cut, cut.text).toMatchObject({ isError: true });
    expect(cut.text).toContain('was disconnected');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await expect(page.getByTestId('phone-status')).toContainText('disconnected');
    await connectAdb(phone);
    await waitForPhone(page);
    const after = await agent.call('get_screen_state');
    expect(after, after.text).toMatchObject({ isError: false });

    // The phone itself goes while a tool waits for it.
    const waitingAgain = await startWaiting(agent);
    await phone.stop();
    const gone = await waitingAgain.result;
    expect(gone).toMatchObject({ isError: true });
    expect(gone.text).toContain('was disconnected');
    await expect(page.getByTestId('phone-status')).toContainText('disconnected');
    // The rest of the bridge goes on.
    expect((await agent.call('list_phones')).text).toContain('\tlost\t');
  });

  test(
    'a phone that adb holds at USB is offered through adb, beside Retry',
    { tag: '@more' },
    async ({ page }) => {
      const phone = await startPhone('14');
      await connectAdb(phone);
      // As long as the address, since the list has its length before it.
      const serial = 'R5CT30ABCDEFGHIJKLMNOP'.slice(0, phone.address.length);
      const proxy = await renamingProxy(Number(adb.env['ANDROID_ADB_SERVER_PORT']), {
        from: phone.address,
        to: serial,
      });
      const ownBridge = await startBridge(bridgeFile, [], {
        ADB_SERVER_SOCKET: `tcp:127.0.0.1:${proxy.port}`,
      });
      try {
        await page.goto(consoleUrl(ownBridge.url, { phone: 'demo', faults: 'usb-busy' }));
        await expect(page.getByTestId('problem')).toContainText('Another program is using');
        await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
        expect(await axeViolationsInBothThemes(page)).toEqual([]);
        await page.getByRole('button', { name: 'Use it through adb' }).click();
        await waitForPhone(page);
        const agent = await connectAgent('v1', ownBridge, '/one');
        agents.push(agent);
        expect((await agent.call('list_phones')).text).toContain(`${serial}\tHandset 14\t14\tadb`);
        expect(await agent.call('use_phone', { serial })).toMatchObject({ isError: false });
        expect(await agent.call('tap', { x: 300, y: 900 })).toMatchObject({ isError: false });
      } finally {
        await ownBridge.stop();
        proxy.close();
      }
    },
  );
});

/** A call that waits 20 s for what never comes; resolves when the phone has been read for it. */
async function startWaiting(agent: Agent): Promise<{ readonly result: Promise<ToolCallResult> }> {
  let onprogress = (): void => undefined;
  const reading = new Promise<void>((resolve) => (onprogress = resolve));
  const never = { by: 'text', value: 'never there', timeout: 20_000 };
  const result = agent.call('wait_for_element', never, { onprogress });
  await Promise.race([reading, result]);
  return { result };
}

/** Passes connections on to the adb server, and gives a phone another serial number in its lists: that of one at USB. */
async function renamingProxy(
  serverPort: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    client.on('error', () => upstream.destroy()).pipe(upstream);
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    upstream.on('data', (bytes: Buffer) => {
      client.write(bytes.toString('latin1').replaceAll(from, to), 'latin1');
    });
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { port, close: () => void server.close() };
}
