/** Phones on the network, through the adb server: an address that is typed, one phone at two addresses, pairing, phones that adb has found. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Page } from '@playwright/test';
import {
  type AdbClient,
  type DemoPhoneProcess,
  findAdb,
  startAdbClient,
  startDemoPhone,
} from './adb-client.ts';
import { connectAgent } from './agents.ts';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { browserPath } from './chromium.ts';
import { connectThroughAdb, waitForBridge, waitForPhone } from './console-page.ts';
import { expect, noBrowserReason, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { forwardTo } from './tcp-forward.ts';

const adbPath = findAdb();
test.skip(browserPath === undefined, noBrowserReason);

const closing: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const bridgeWith = async (env: NodeJS.ProcessEnv): Promise<Bridge> => {
  const bridge = await startBridge(bridgeFile, ['--tools', 'all'], env);
  closing.push(() => bridge.stop());
  return bridge;
};

const open = async (page: Page, { url }: Bridge): Promise<void> => {
  await page.goto(url);
  await waitForBridge(page);
  await page.getByTestId('help-more').evaluate((part: HTMLDetailsElement) => (part.open = true));
  await page.getByText('Connect over Wi-Fi or by address').click();
};

const pair = async (page: Page, address: string, code: string): Promise<void> => {
  await page.getByTestId('pairing-address').fill(address);
  await page.getByTestId('pairing-code').fill(code);
  await page.keyboard.press('Enter');
};

const openAgent = async (bridge: Bridge) => {
  const agent = await connectAgent('v1', bridge, '/one');
  closing.push(() => agent.close());
  return agent;
};

test.describe('by the adb of this machine', () => {
  test.skip(adbPath === undefined, 'no adb on this machine');

  let phone: DemoPhoneProcess;
  let adb: AdbClient;
  let bridge: Bridge;
  test.beforeEach(async () => {
    phone = await startDemoPhone('--android', '14');
    closing.push(() => phone.stop());
    adb = await startAdbClient(adbPath ?? '');
    closing.push(() => adb.close());
    await adb.run('start-server');
    bridge = await bridgeWith(adb.env);
  });

  test('an address is typed, and what is wrong with it is said; the phone comes back and is removed', async ({
    page,
  }) => {
    await open(page, bridge);
    const typeAddress = async (address: string): Promise<void> => {
      await page.getByTestId('phone-address').fill(address);
      await page.keyboard.press('Enter');
    };
    const problem = page.getByTestId('problem');
    await typeAddress('192.168.1.300:5555');
    await expect(problem).toContainText(
      '“192.168.1.300:5555” has the number 300, and 255 is the largest.',
    );
    const deadPort = await freePort();
    const topOfForm = async (): Promise<number | undefined> =>
      (await page.getByTestId('phone-address').boundingBox())?.y;
    const top = await topOfForm();
    await typeAddress(`127.0.0.1:${deadPort}`);
    await expect(problem).toContainText(`adb failed to connect to '127.0.0.1:${deadPort}'`);
    // Said below the form, which stays where it is.
    expect(await topOfForm()).toBe(top);

    const way = await forwardTo(phone.address);
    closing.push(() => way.close());
    // A new key is shown to the phone, which adb calls a failure until somebody has tapped Allow.
    await expect(async () => {
      await typeAddress(way.address);
      await waitForPhone(page, 5_000);
    }).toPass({ timeout: 20_000 });
    await expect(page.getByTestId('live-line')).toHaveAttribute('data-state', 'video');
    const agent = await openAgent(bridge);
    expect((await agent.call('list_phones')).data).toMatchObject({
      phones: [
        { serial: 'DEMO14', kind: 'adb', state: 'connected', current: true, address: way.address },
      ],
    });
    // Its Wi-Fi is the way to it: turning that off is asked first.
    await page.locator('#tab-device').click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Wi-Fi' }).click();
    await expect(page.getByTestId('setting-question')).toContainText('loses it');
    await page.getByRole('button', { name: 'Cancel' }).click();
    // It comes back by itself after a reload, for which calls wait, and after it was gone from the network.
    const reloaded = page.reload();
    const answers: Promise<string>[] = [];
    while (answers.length < 40) {
      answers.push(agent.call('list_apps').then(({ text }) => text));
      await page.waitForTimeout(50);
    }
    await reloaded;
    await waitForPhone(page);
    // Some may have been in the page that closed.
    const later = (await Promise.all(answers)).filter((text) => !text.includes('console closed'));
    expect(later.length).toBeGreaterThan(20);
    for (const text of later) expect(text).toContain('Settings');
    way.cut();
    await expect(page.getByTestId('phone-status')).toContainText('disconnected');
    await way.mend();
    await waitForPhone(page, 30_000);
    expect(await agent.call('get_screen_state')).toMatchObject({ isError: false });

    // The form keeps an address that adb has forgotten, and connects to it again.
    await page.getByRole('button', { name: 'Disconnect' }).first().click();
    await page.getByRole('button', { name: `Remove ${way.address} from adb` }).click();
    await expect(page.getByTestId('adb-phones')).toContainText('sees no phone');
    expect((await adb.run('devices')).stdout.toString()).not.toContain(way.address);
    await page.getByText('Connect over Wi-Fi or by address').click();
    await expect(page.getByTestId('phone-address')).toHaveValue(way.address);
    await page.getByTestId('phone-address').press('Enter');
    await waitForPhone(page);
  });

  test('one phone at two addresses is one phone', { tag: '@more' }, async ({ page, context }) => {
    const way = await forwardTo(phone.address);
    closing.push(() => way.close());
    for (const address of [way.address, phone.address]) {
      await adb.run('connect', address);
      await adb.run('-s', address, 'wait-for-device');
    }
    await open(page, bridge);
    const [address, also] = [way.address, phone.address].sort();
    await expect(page.getByTestId('adb-phones')).toContainText(`${address}, also ${also}`);
    await connectThroughAdb(page, address ?? '');
    const other = await context.newPage();
    await open(other, bridge);
    await expect(page).toHaveTitle('Handset 14 · Handset');
    await expect(other.getByTestId('phone-elsewhere')).toContainText('tab is using Handset 14');
    await expect(other.getByTestId('adb-phones')).toContainText('Another tab is using it.');
    await other.getByTestId('phone-address').fill(address ?? '');
    await other.keyboard.press('Enter');
    await expect(other.getByTestId('problem')).toContainText('choose “Use it here” in the list');
    const agent = await openAgent(bridge);
    expect((await agent.call('list_phones')).data).toMatchObject({
      phones: [{ serial: 'DEMO14', kind: 'adb', current: true, address }],
    });
    for (const serial of ['DEMO14', address])
      expect(await agent.call('use_phone', { serial })).toMatchObject({ isError: false });
    await other.getByRole('button', { name: 'Use it here' }).first().click();
    await waitForPhone(other);
    await expect(page.getByTestId('phone-elsewhere')).toContainText('Another tab is using Handset');
  });

  test('an adb that is too old to pair says so, and how to get another', async ({ page }) => {
    const version = (await adb.run('version')).stdout.toString();
    test.skip(!/Version 2\d\./.test(version), 'this adb can pair');
    await open(page, bridge);
    await expect(page.getByTestId('adb-too-old')).toContainText('Platform-Tools');
    await pair(page, phone.address, '246810');
    await expect(page.getByTestId('problem')).toContainText('older than version 30');
    await expect(page.getByTestId('pairing-code')).toHaveValue('');
  });
});

test('found phones are listed; one is paired with the code that it shows, which is kept nowhere', async ({
  page,
}) => {
  const server = await startStandIn();
  const bridge = await bridgeWith({ ADB_SERVER_SOCKET: `tcp:127.0.0.1:${server.port}` });
  await open(page, bridge);
  const found = page.getByTestId('found-phones');
  await expect(found.getByRole('listitem')).toHaveCount(2);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await horizontalOverflowPx(page)).toBe(0);

  await found.getByRole('button', { name: 'Pair with 192.168.1.5:41234' }).click();
  await expect(page.getByTestId('pairing-code')).toBeFocused();
  await page.keyboard.type('111111');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('problem')).toContainText('Wrong password');
  await pair(page, '192.168.1.5:41234', '246 810');
  await expect(page.getByText('Paired. If the phone')).toBeVisible();
  expect(server.requests).toContain('host:pair:246810:192.168.1.5:41234');

  const kept = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      { ...localStorage },
      { ...sessionStorage },
      document.body.innerText,
    ]),
  );
  expect(kept).not.toMatch(/246 ?810|111111/);

  await found.getByRole('button', { name: 'Connect to 192.168.1.5:37043' }).click();
  await expect.poll(() => server.requests).toContain('host:connect:192.168.1.5:37043');
});

test('a computer without adb says how to get it', { tag: '@more' }, async ({ page }) => {
  const bridge = await bridgeWith({
    ADB_SERVER_SOCKET: `tcp:127.0.0.1:${await freePort()}`,
    PATH: '/nonexistent',
    ANDROID_HOME: '',
    ANDROID_SDK_ROOT: '',
  });
  await open(page, bridge);
  await expect(page.getByTestId('no-adb')).toContainText('platform-tools');
});

/** In place of an adb server that finds a phone: a pairing that succeeds needs a real one. */
async function startStandIn(): Promise<{
  readonly port: number;
  readonly requests: readonly string[];
}> {
  const requests: string[] = [];
  const withLength = (text: string): string => text.length.toString(16).padStart(4, '0') + text;
  const found = [
    'adb-R5CT30-aBcDeF\t_adb-tls-connect._tcp\t192.168.1.5:37043\n',
    'adb-R5CT30-aBcDeF\t_adb-tls-pairing._tcp\t192.168.1.5:41234\n',
  ];
  const answers: Readonly<Record<string, string>> = {
    'host:track-devices-l': 'OKAY0000',
    'host:devices-l': 'OKAY0000',
    'host:mdns:services': `OKAY${withLength(found.join(''))}`,
    'host:pair:246810:192.168.1.5:41234': `OKAY${withLength('Successfully paired to 192.168.1.5:41234 [guid=adb-R5CT30-aBcDeF]')}`,
    'host:pair:111111:192.168.1.5:41234': `OKAYFAIL${withLength('Failed: Wrong password or connection was dropped.')}`,
  };
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes: Buffer) => {
      const request = bytes.toString().slice(4);
      requests.push(request);
      socket.write(answers[request] ?? `FAIL${withLength('unknown host service')}`);
      // The list of phones is followed for as long as its connection lasts.
      if (request !== 'host:track-devices-l') socket.end();
    });
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  return { port, requests };
}
