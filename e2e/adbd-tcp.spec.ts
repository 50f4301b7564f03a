/** Phones whose adbd listens on TCP: an address that was typed, an emulator's port, one phone in two ways, cut off. */
import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
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
import { waitForBridge, waitForPhone } from './console-page.ts';
import { expect, noBrowserReason, test } from './fixtures.ts';
import { freePort } from './free-port.ts';

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
  await page.getByText('Connect over Wi-Fi or by an address').click();
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

test('an address is typed, remembered and removed; what is wrong with it is said', async ({
  page,
}) => {
  await open(page);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await horizontalOverflowPx(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  const problem = page.getByTestId('problem');
  await typeAddress(page, '192.168.1.300:5555');
  await expect(problem).toContainText("“192.168.1.300:5555” is not a phone's address.");
  const deadPort = await freePort();
  await typeAddress(page, `127.0.0.1:${deadPort}`);
  await expect(problem).toContainText(`Nothing listens at 127.0.0.1:${deadPort}.`);
  await page.getByRole('button', { name: `Remove 127.0.0.1:${deadPort}` }).click();
  await expect(page.getByRole('button', { name: `Connect 127.0.0.1:${deadPort}` })).toHaveCount(0);

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
  await page.reload();
  await waitForPhone(page);
  expect(await agent.call('press_home')).toMatchObject({ isError: false });
  await page.getByRole('button', { name: 'Disconnect' }).first().click();
  await page.getByRole('button', { name: `Connect ${phone.address}` }).click();
  await waitForPhone(page);
});

test('an emulator is recognised by its port, and named as adb names it', async ({ page }) => {
  const emulator = await forward(5585, phone.address);
  await open(page);
  await expect(page.getByTestId('address-phones')).toContainText('Emulator');
  await page.getByRole('button', { name: 'Connect 127.0.0.1:5585' }).click();
  await waitForPhone(page);
  const agent = await agentOf();
  expect((await agent.call('list_phones')).text).toContain('emulator-5584\tHandset 14\t14\ttcp');
  expect(await agent.call('use_phone', { serial: 'emulator-5584' })).toMatchObject({
    isError: false,
  });
  expect(await agent.call('tap', { x: 300, y: 900 })).toMatchObject({ isError: false });
  emulator.cut();
  // The port still accepts connections, so it comes back.
  await expect(page.getByTestId('phone-status')).toContainText('disconnected');
  await waitForPhone(page);
});

test('one phone that adb and a tab reach is one phone', async ({ page, context }) => {
  const adbPath = findAdb();
  test.skip(adbPath === undefined, 'no adb on this machine');
  const adb: AdbClient = await startAdbClient(adbPath ?? '');
  closing.push(() => adb.close());
  // Another address of the same phone.
  const port = await freePort();
  await forward(port, phone.address);
  await adb.run('connect', `127.0.0.1:${port}`);
  await adb.run('-s', `127.0.0.1:${port}`, 'wait-for-device');
  const ownBridge = await startBridge(bridgeFile, [], adb.env);
  closing.push(() => ownBridge.stop());
  await open(page, ownBridge.url);
  await page.getByRole('button', { name: `127.0.0.1:${port} through adb` }).click();
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
        address: `127.0.0.1:${port}`,
      },
    ],
  });
  expect(await agent.call('use_phone', { serial: 'DEMO14' })).toMatchObject({ isError: false });
});

/** Long enough for a call to have begun, and shorter than these calls take on a phone with the latency of a real one. */
const cutAfterMs = 500;
/** A tool of each kind: a wait, readings, a gesture, text, an app. */
const cutTools: readonly (readonly [string, Record<string, unknown>])[] = [
  ['wait_for_element', { by: 'text', value: 'never there', timeout: 20_000 }],
  ['get_screen_state', { include_screenshot: true }],
  ['summarize_screen', {}],
  ['long_press', { x: 300, y: 900, duration: 4_000 }],
  ['swipe', { x1: 300, y1: 900, x2: 300, y2: 300, duration: 4_000 }],
  ['run_steps', { steps: [{ tool: 'long_press', arguments: { x: 9, y: 9, duration: 4_000 } }] }],
];

test('a connection that breaks in the middle of a tool is said, and comes back', async ({
  page,
}) => {
  test.slow();
  const real = await startDemoPhone('--android', '14', '--latency', 'real');
  closing.push(() => real.stop());
  const port = await freePort();
  const way = await forward(port, real.address);
  await open(page);
  await typeAddress(page, `127.0.0.1:${port}`);
  const agent = await agentOf();
  for (const [name, args] of cutTools) {
    await test.step(name, async () => {
      await waitForPhone(page);
      expect(await agent.call('press_home')).toMatchObject({ isError: false });
      const result: Promise<ToolCallResult> = agent.call(name, args);
      await pause(cutAfterMs);
      way.cut();
      const startedAt = performance.now();
      const { isError, text } = await result;
      expect(performance.now() - startedAt, text).toBeLessThan(10_000);
      expect(isError, text).toBe(true);
      expect(text).toContain('was disconnected');
    });
  }
  await waitForPhone(page);
  expect(await agent.call('get_screen_state')).toMatchObject({ isError: false });
  expect(await page.getByText('worker failed').count()).toBe(0);
});

/** Passes connections at this port on to an address. */
async function forward(port: number, to: string) {
  const sockets = new Set<Socket>();
  const [host = '', toPort = ''] = to.split(':');
  const server: Server = createServer((near) => {
    near.setNoDelay(true).on('error', () => undefined);
    sockets.add(near);
    // A look at whether the port is open does not reach the phone.
    near.once('readable', () => {
      if (near.readableLength === 0) return;
      const far = connect({ host, port: Number(toPort), noDelay: true });
      sockets.add(far);
      far.on('error', () => undefined).on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      near.pipe(far).pipe(near);
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  closing.push(() => {
    cut();
    server.close();
  });
  return { cut };
}
