/** A console that may use the phones at the guest's USB ports without a person who chooses them. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { findAdb, startAdbClient } from '../adb-client.ts';
import type { Agent } from '../agents.ts';
import { bridgeFile, startBridge } from '../bridge-process.ts';
import { giveAdbKey, waitForBridge } from '../console-page.ts';
import { expect, test as base } from '../fixtures.ts';
import { allowRiskyCalls } from '../tools/phone-under-test.ts';
import { type UsbPhone, usbIds } from './gadget.ts';

/** Of Debian's Chromium, and of Chrome. */
const policyFolders = ['/etc/chromium/policies/managed', '/etc/opt/chrome/policies/managed'];

/** The folder of the bridge for files. */
export const filesFolder = '/tmp/handset-usb-files';

async function allowPhones(origin: string): Promise<void> {
  const devices = [{ vendor_id: usbIds.vendor, product_id: usbIds.product }];
  const policy = { WebUsbAllowDevicesForUrls: [{ devices, urls: [origin] }] };
  for (const folder of policyFolders) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'usb.json'), JSON.stringify(policy));
  }
}

interface UsbFixtures {
  /** Keeps a phone that is removed after the test. */
  readonly keep: (phone: UsbPhone) => UsbPhone;
  /** An agent that may use every tool. */
  readonly agent: Agent;
}

export const test = base.extend<UsbFixtures, { readonly policy: undefined }>({
  workerBridge: [
    async ({}, use) => {
      await mkdir(filesFolder, { recursive: true });
      const bridge = await startBridge(bridgeFile, ['--tools', 'all', '--files', filesFolder]);
      await use(bridge);
      await bridge.stop();
    },
    { scope: 'worker' },
  ],
  // Before the browser starts, which reads it then.
  policy: [
    async ({ workerBridge }, use) => {
      await allowPhones(new URL(workerBridge.url).origin);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  keep: async ({}, use) => {
    const phones: UsbPhone[] = [];
    await use((phone) => {
      phones.push(phone);
      return phone;
    });
    for (const phone of phones) await phone.remove();
  },
  agent: async ({ agents }, use) => use(await agents('v1')),
});

/** The phone and the console that the tests of a file share: each leaves the phone connected. */
export interface PhoneAndConsole {
  phone: UsbPhone;
  page: Page;
}

/** Makes the tests of this file run in order, with one phone and one console. */
export function sharePhone(create: () => UsbPhone): PhoneAndConsole {
  // Filled before the tests.
  const shared = {} as PhoneAndConsole;
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async ({ browser, workerBridge }) => {
    shared.phone = create();
    shared.phone.plug();
    const context = await browser.newContext({ serviceWorkers: 'block' });
    shared.page = await openConsole(context, workerBridge.url);
  });
  test.afterAll(async () => {
    await shared.page.context().close();
    await shared.phone.remove();
  });
  return shared;
}

/** Opens the console, whose user lets agents do everything, and is asked only about shell commands. */
export async function openConsole(
  context: BrowserContext,
  bridgeUrl: string,
  live: 'on' | 'off' = 'off',
): Promise<Page> {
  const page = await context.newPage();
  await allowRiskyCalls(page, { run_shell: 'ask' });
  await giveAdbKey(page);
  const url = new URL(bridgeUrl);
  url.searchParams.set('live', live);
  await page.goto(url.href);
  await waitForBridge(page);
  return page;
}

/** Waits until the header of the console says this of its phone. */
export async function expectPhone(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByTestId('phone-status')).toHaveText(text);
}

/** Has adb use the phone of this console for a while, which says so. */
export async function takeByAdb(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect the phone' }).click();
  await expectPhone(page, 'No phone');
  const adb = await startAdbClient(findAdb() ?? '');
  await adb.run('start-server');
  await expect.poll(async () => String((await adb.run('devices')).stdout)).toContain('\tdevice');
  await page.reload();
  await expect(page.getByTestId('problem')).toContainText('Another program is using');
  await adb.close();
}

/** Makes a call that must succeed; returns its text. */
export async function call(
  agent: Agent,
  tool: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const { isError, text } = await agent.call(tool, args);
  expect(isError, `${tool}: ${text}`).toBe(false);
  return text;
}

/** A new file in the folder of the bridge. */
export async function writeRandomFile(name: string, bytes: number): Promise<void> {
  await writeFile(join(filesFolder, name), randomBytes(bytes));
}

export async function sha256(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/** Sends a file to the phone and fetches it again; both must be the same. */
export async function sendAndFetch(agent: Agent, name: string): Promise<void> {
  const path = /\/sdcard\/\S+\w/.exec(await call(agent, 'send_file', { file: name }))?.[0];
  await call(agent, 'fetch_file', { path, save_as: `from-phone/${name}` });
  expect(await sha256(join(filesFolder, 'from-phone', name))).toBe(
    await sha256(join(filesFolder, name)),
  );
}

/** Leaves the phone in the middle of a packet, as a page does that ends while it sends; then opens the console again. */
export async function endInPacket(page: Page): Promise<void> {
  const consoleUrl = page.url();
  // A page of the same origin that does nothing.
  await page.goto(new URL('/none', consoleUrl).href);
  await page.evaluate(async () => {
    const [phone] = await navigator.usb.getDevices();
    const adb = phone?.configuration?.interfaces[0];
    const out = adb?.alternate.endpoints.find(({ direction }) => direction === 'out');
    if (phone === undefined || adb === undefined || out === undefined) throw new Error('No phone.');
    await phone.open();
    await phone.claimInterface(adb.interfaceNumber);
    const wrte = 0x45545257;
    const header = Uint32Array.of(wrte, 1, 1, 65_536, 0, ~wrte);
    await phone.transferOut(out.endpointNumber, header);
    await phone.transferOut(out.endpointNumber, new Uint8Array(20_480));
    await phone.close();
  });
  await page.goto(consoleUrl);
}

export { expect };
