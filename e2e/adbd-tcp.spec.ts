/** Phones whose adbd listens on TCP: an address that was typed, an emulator's port, one phone in two ways, gone from the network. */
import type { Page } from '@playwright/test';
import { EMULATOR_PORTS } from '#core/link/phone-address.ts';
import {
  type AdbClient,
  type DemoPhoneProcess,
  findAdb,
  startAdbClient,
  startDemoPhone,
} from './adb-client.ts';
import { type Agent, connectAgent } from './agents.ts';
import { axeViolationsInBothThemes, horizontalOverflowPx } from './axe.ts';
import { type Bridge, bridgeFile, startBridge } from './bridge-process.ts';
import { browserPath } from './chromium.ts';
import { waitForBridge, waitForPhone } from './console-page.ts';
import { expect, noBrowserReason, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { type TcpForward, forwardTo } from './tcp-forward.ts';

test.describe.configure({ mode: 'default' });
test.skip(browserPath === undefined, noBrowserReason);

let phone: DemoPhoneProcess;
let bridge: Bridge;
const closing: (() => unknown)[] = [];

test.beforeEach(async () => {
  phone = await startDemoPhone('--android', '14');
  // Where no adb server listens.
  bridge = await startBridge(bridgeFile, ['--tools', 'all'], {
    ADB_SERVER_SOCKET: `tcp:127.0.0.1:${await freePort()}`,
  });
});
test.afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await bridge.stop();
  await phone.stop();
});

const open = async (page: Page, url = bridge.url): Promise<void> => {
  await page.goto(url);
  await waitForBridge(page);
  await page.getByText('Connect over Wi-Fi or by address').click();
};

const typeAddress = async (page: Page, address: string): Promise<void> => {
  await page.getByTestId('phone-address').fill(address);
  await page.keyboard.press('Enter');
};

const agentOf = async (ofBridge = bridge): Promise<Agent> => {
  const agent = await connectAgent('v1', ofBridge, '/one');
  closing.push(() => agent.close());
  return agent;
};

test('an address is typed, remembered where a phone was, and removed; what is wrong with it is said', async ({
  page,
}) => {
  await open(page);
  const problem = page.getByTestId('problem');
  await typeAddress(page, '192.168.1.300:5555');
  await expect(problem).toContainText('“192.168.1.300:5555” is not a phone’s address.');
  const deadPort = await freePort();
  const topOfForm = async (): Promise<number | undefined> =>
    (await page.getByTestId('phone-address').boundingBox())?.y;
  const top = await topOfForm();
  await typeAddress(page, `127.0.0.1:${deadPort}`);
  await expect(problem).toContainText(`Nothing listens at 127.0.0.1:${deadPort}.`);
  await expect(page.getByTestId('phone-address')).toHaveValue(`127.0.0.1:${deadPort}`);
  // Said below the form, which stays where it is.
  expect(await topOfForm()).toBe(top);
  await expect(page.getByRole('button', { name: `Connect to 127.0.0.1:${deadPort}` })).toHaveCount(
    0,
  );

  await typeAddress(page, phone.address);
  await waitForPhone(page);
  await expect(page.getByTestId('live-line')).toHaveAttribute('data-state', 'video');
  const agent = await agentOf();
  expect((await agent.call('list_phones')).data).toMatchObject({
    phones: [
      { serial: 'DEMO14', kind: 'tcp', state: 'connected', current: true, address: phone.address },
    ],
  });
  expect(await agent.call('use_phone', { serial: phone.address })).toMatchObject({
    isError: false,
  });
  const screen = await agent.call('get_screen_state', { include_screenshot: true });
  expect(screen, screen.text).toMatchObject({ isError: false });
  expect(screen.images).toHaveLength(1);

  // It comes back by itself after a reload, and is kept for another visit.
  const reloaded = page.reload();
  const calls: Promise<string>[] = [];
  // Calls that come meanwhile wait for the phone.
  for (let i = 0; i < 20; i++) {
    calls.push(agent.call('press_home').then(({ text }) => text));
    await page.waitForTimeout(100);
  }
  await reloaded;
  await waitForPhone(page);
  // One may have been in the page that closed.
  const answers = (await Promise.all(calls)).filter((text) => !text.includes('console closed'));
  expect(new Set(answers)).toEqual(new Set(['Home button press executed successfully']));
  await page.getByRole('button', { name: 'Disconnect' }).first().click();
  await page.getByRole('button', { name: `Connect to ${phone.address}` }).click();
  await waitForPhone(page);
  await page.getByRole('button', { name: 'Disconnect' }).first().click();
  await page.getByRole('button', { name: `Remove ${phone.address}` }).click();
  await expect(page.getByRole('button', { name: `Connect to ${phone.address}` })).toHaveCount(0);
});

test(
  'an emulator is recognised by its port, and named as adb names it',
  { tag: '@more' },
  async ({ page }) => {
    const emulator = await forward(EMULATOR_PORTS.toReversed());
    await open(page);
    await expect(page.getByTestId('address-phones')).toContainText('Emulator');
    await page.getByRole('button', { name: `Connect to ${emulator.address}` }).click();
    await waitForPhone(page);
    const agent = await agentOf();
    const serial = `emulator-${Number(emulator.address.split(':')[1]) - 1}`;
    expect((await agent.call('list_phones')).text).toContain(`${serial}\tHandset 14\t14\ttcp`);
    for (const name of [serial, emulator.address])
      expect(await agent.call('use_phone', { serial: name })).toMatchObject({ isError: false });
    expect(await agent.call('tap', { x: 300, y: 900 })).toMatchObject({ isError: false });
    emulator.cut();
    await expect(page.getByTestId('phone-status')).toContainText('disconnected');
    await emulator.mend();
    await waitForPhone(page);
  },
);

test(
  'one phone that adb and a tab reach is one phone',
  { tag: '@more' },
  async ({ page, context }) => {
    const adbPath = findAdb();
    test.skip(adbPath === undefined, 'no adb on this machine');
    const adb: AdbClient = await startAdbClient(adbPath ?? '');
    closing.push(() => adb.close());
    // Another address of the same phone.
    const { address } = await forward();
    await adb.run('connect', address);
    await adb.run('-s', address, 'wait-for-device');
    const ownBridge = await startBridge(bridgeFile, [], adb.env);
    closing.push(() => ownBridge.stop());
    await open(page, ownBridge.url);
    await page.getByRole('button', { name: `${address} through adb` }).click();
    await waitForPhone(page);
    const other = await context.newPage();
    await open(other, ownBridge.url);
    await expect(other.getByTestId('adb-phones')).toContainText('Used by another tab');
    const agent = await agentOf(ownBridge);
    expect((await agent.call('list_phones')).data).toMatchObject({
      phones: [
        {
          serial: 'DEMO14',
          kind: 'adb',
          state: 'connected',
          current: true,
          address,
        },
      ],
    });
    expect(await agent.call('use_phone', { serial: 'DEMO14' })).toMatchObject({ isError: false });

    // Another phone of that version says the same serial number, as one phone in two ways does.
    const sameSerial = await startDemoPhone('--android', '14');
    closing.push(() => sameSerial.stop());
    await typeAddress(other, sameSerial.address);
    await waitForPhone(other);
    const twice = await agent.call('list_phones');
    expect(twice.data).toMatchObject({ phones: [{ serial: 'DEMO14', kind: 'adb', address }] });
    expect(twice.text).toContain(
      'DEMO14 is one phone, connected by adb at console 1 and by tcp at console 2',
    );
    for (const serial of ['DEMO14', address, sameSerial.address])
      expect(await agent.call('use_phone', { serial })).toMatchObject({ isError: false });
    expect((await agent.call('list_phones')).data).toMatchObject({
      phones: [{ current: true, kind: 'tcp', address: sameSerial.address }],
    });
  },
);

test(
  'a phone that leaves the network without a word is missed, and comes back',
  { tag: '@more' },
  async ({ page }) => {
    const way = await forward();
    await open(page);
    await typeAddress(page, way.address);
    await waitForPhone(page);
    await expect(page.getByTestId('live-line')).toHaveAttribute('data-state', 'video');
    const agent = await agentOf();
    way.fallSilent();
    const startedAt = performance.now();
    const { isError, text } = await agent.call('wait_for_element', {
      by: 'text',
      value: 'never there',
      timeout: 30_000,
    });
    expect(isError, text).toBe(true);
    expect(text).toMatch(
      /^Handset 14 was disconnected\. It hasn't answered for 15 s\. This happened/,
    );
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    await expect(page.getByTestId('phone-status')).toContainText('disconnected');
    await way.mend();
    await waitForPhone(page);
    expect(await agent.call('get_screen_state')).toMatchObject({ isError: false });
  },
);

test('the form for an address is accessible and narrow', { tag: '@more' }, async ({ page }) => {
  await open(page);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await horizontalOverflowPx(page)).toBe(0);
});

/** Another address of the phone, at one of these ports. */
async function forward(ports?: readonly number[]): Promise<TcpForward> {
  const way = await forwardTo(phone.address, ports);
  closing.push(() => way.close());
  return way;
}
