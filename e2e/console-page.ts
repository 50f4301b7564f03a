import { generateKeyPairSync } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { adbGeneratePublicKey } from '@yume-chan/adb';
import type { Calls } from '#core/link/messages.ts';
import { z } from 'zod';

/** Query parameters of the console that configure the demo phone. */
export interface DemoQuery {
  readonly faults?: string;
  readonly android?: string;
  readonly latency?: string;
  /** `package/.Activity` in front. */
  readonly activity?: string;
  /** The BroadcastChannel that receives every touch. */
  readonly record?: string;
  /** `off`: the page does not read the screen; only agents do. */
  readonly live?: 'on' | 'off';
}

/** The console's URL with these parameters; with `phone` the console connects the phone on load, and shows its elements. */
export function consoleUrl(url: string, query: DemoQuery & { readonly phone?: 'demo' }): string {
  const address = new URL(url);
  // An interface has no index signature, so Object.entries would type its values as any.
  const values: Readonly<Record<string, string>> = {
    ...(query.phone !== undefined && { panel: 'elements' }),
    ...query,
  };
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  return address.href;
}

/** Texts of the header: a connected phone; and before connecting has succeeded or failed. */
const connectedText = /(?:· Android [\d.]+|Captured screen)$/;
const undecidedText = /^(?:No phone|Connecting.*|Tap Allow.*)$/;
/** The demo phone taps Allow within this time or never. */
const autoAllowTimeoutMs = 8_000;

/** The rows of the element table that contain this text, other than as the text of an element inside. */
export const elementRow = (page: Page, text: string): Locator =>
  page
    .getByTestId('element-row')
    .filter({ hasText: text, hasNot: page.getByTestId('row-label').filter({ hasText: text }) });

/** A 2048-bit RSA key in PKCS #8, made when first needed. */
let adbKey: readonly number[] | undefined;

function makeAdbKey(): readonly number[] {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  return [...privateKey];
}

/**
 * Gives this browser an ADB key before the console's first load, as if it had connected a phone before.
 * Making one takes a processor 140 ms, up to 500; consoles opened without this make their own.
 */
export async function giveAdbKey(page: Page): Promise<void> {
  adbKey ??= makeAdbKey();
  await page.addInitScript((key: readonly number[]) => {
    // A blank page has no storage.
    if (!location.protocol.startsWith('http')) return;
    // The store of @yume-chan/adb-credential-web.
    const opening = indexedDB.open('Tango', 1);
    opening.onupgradeneeded = () => {
      const keys = opening.result.createObjectStore('Authentication', { autoIncrement: true });
      keys.add(Uint8Array.from(key));
    };
    opening.onsuccess = () => opening.result.close();
  }, adbKey);
}

/** The line of that key in a phone's adb_keys. */
export function adbKeysLine(): string {
  adbKey ??= makeAdbKey();
  return Buffer.from(adbGeneratePublicKey(Uint8Array.from(adbKey))).toString('base64');
}

/** Waits until a phone is connected; on timeout rejects with the text that the console shows. */
export async function waitForPhone(page: Page, timeoutMs = 30_000): Promise<void> {
  const status = page.getByTestId('phone-status');
  try {
    await status.filter({ hasText: connectedText }).waitFor({ timeout: timeoutMs });
  } catch (error) {
    const shownText = (await page.getByTestId('problem').or(status).allTextContents())
      .join(' ')
      .trim();
    throw new Error(`The phone is not connected; the console says: ${shownText}`, { cause: error });
  }
}

/** Waits until connecting has succeeded or failed, or the demo phone would have tapped Allow. */
export async function waitForConnectOutcome(page: Page): Promise<void> {
  const settledStatus = page.getByTestId('phone-status').filter({ hasNotText: undecidedText });
  await settledStatus.waitFor({ timeout: autoAllowTimeoutMs }).catch(() => undefined);
}

/** Connects the phone that the adb server has at this address. */
export async function connectThroughAdb(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: `${address} through adb` }).click();
  await waitForPhone(page);
}

/** Waits until the page is connected to the bridge. */
export async function waitForBridge(page: Page, timeoutMs = 30_000): Promise<void> {
  const status = page.getByTestId('bridge-status');
  await status
    .filter({ hasText: /^Bridge connected$/ })
    .waitFor({ state: 'attached', timeout: timeoutMs });
}

/** Sets whether a press on the picture touches the phone or inspects an element. */
export async function setScreenMode(page: Page, mode: 'use' | 'inspect'): Promise<void> {
  // The radio input is hidden; click its label.
  const label = mode === 'use' ? 'Use' : 'Inspect';
  await page.getByTestId('screen-mode').getByText(label, { exact: true }).click();
}

/** Reads the screen again, and waits until the new snapshot is shown. */
export async function readScreenAgain(page: Page): Promise<void> {
  const viewport = page.getByTestId('phone-viewport');
  const before = await viewport.getAttribute('data-read-at');
  // Does not move the pointer.
  await page.getByTestId('read-now').dispatchEvent('click');
  await page
    .locator(`[data-testid="phone-viewport"]:not([data-read-at="${before ?? ''}"])`)
    .waitFor({ state: 'attached' });
}

/** The centre of the element on the picture, as fractions of its size; the element's row must be in the table. */
export async function positionOnPicture(
  page: Page,
  text: string,
): Promise<{ readonly x: number; readonly y: number }> {
  const row = elementRow(page, text).first();
  const edges = /(\d+),(\d+),(\d+),(\d+)/.exec((await row.textContent()) ?? '');
  const size = /(\d+) × (\d+)/.exec(await page.locator('#screen').innerText());
  if (edges === null || size === null) throw new Error(`No place for ${text} on the screen.`);
  const [left = 0, top = 0, right = 0, bottom = 0] = edges.slice(1).map(Number);
  const [width = 1, height = 1] = size.slice(1).map(Number);
  return { x: (left + right) / 2 / width, y: (top + bottom) / 2 / height };
}

// Makes the worker fail some of the page's calls: the only way to reach states that no demo phone causes.

/** Makes the worker fail these calls after the next load, until `allowCalls`. */
export async function refuseCalls(page: Page, ...names: (keyof Calls)[]): Promise<void> {
  await refuseCallsAgain(page);
  await page.addInitScript((refused: readonly string[]) => {
    const send = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
      message: unknown,
      options?: StructuredSerializeOptions,
    ) => void; // The native method.
    Worker.prototype.postMessage = function (message: unknown, options?: unknown): void {
      const name = typeof message === 'object' && message && 'name' in message && message.name;
      const isRefused = typeof name === 'string' && refused.includes(name);
      const isPassed = !isRefused || sessionStorage.getItem('calls-allowed') !== null;
      // The worker has no such call.
      const sent = isPassed ? message : { ...(message as object), name: 'refused' };
      send.call(this, sent, options as StructuredSerializeOptions | undefined); // Passed on unchanged.
    };
  }, names);
}

/** Lets the worker handle all calls again. */
export async function allowCalls(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.setItem('calls-allowed', 'yes'));
}

/** Makes the worker fail the same calls again, without a load. */
export async function refuseCallsAgain(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.removeItem('calls-allowed'));
}

// Reads the touches that the demo phone records.

const touchesSchema = z.array(z.object({ action: z.string(), x: z.number(), y: z.number() }));

/** One touch event, in device pixels. */
export type Touch = z.infer<typeof touchesSchema>[number];

/**
 * Records every touch from now on, in the page, which must not be reloaded; returns a function that
 * reads them in order. `channel` is the demo phone's `record` parameter.
 */
export async function recordTouches(
  page: Page,
  channel: string,
): Promise<() => Promise<readonly Touch[]>> {
  await page.evaluate((name) => {
    const record: unknown[] = [];
    new BroadcastChannel(name).onmessage = ({ data }) => {
      if (data instanceof Object && 'action' in data) record.push(data);
    };
    Object.assign(window, { record });
  }, channel);
  return async () => touchesSchema.parse(await page.evaluate('window.record'));
}

/** Where fingers went down, as `x,y` in device pixels, in order. */
export function touchDownPoints(record: readonly Touch[]): readonly string[] {
  return record.filter(({ action }) => action === 'down').map(({ x, y }) => `${x},${y}`);
}

/** The number of fingers still down. */
export function fingersDown(record: readonly Touch[]): number {
  const since = record.slice(record.findLastIndex(({ action }) => action === 'cancel') + 1);
  const count = (action: string): number => since.filter((each) => each.action === action).length;
  return count('down') - count('up');
}

/** Runs a command line on the demo phone, as `adb shell` would; returns its output. */
export async function runPhoneCommand(page: Page, channel: string, line: string): Promise<string> {
  await page.evaluate(
    ([name, command]) => {
      const broadcast = new BroadcastChannel(name);
      const printed = new Promise((resolve) => {
        broadcast.onmessage = ({ data }: MessageEvent<unknown>) => {
          if (data instanceof Object && 'printed' in data) resolve(data.printed);
        };
      });
      broadcast.postMessage(command);
      Object.assign(window, { printed });
    },
    [channel, line] as const,
  );
  return z.string().parse(await page.evaluate('window.printed'));
}

/** Sets the rule of a risk level in the Agents panel, which is open. */
export async function setRule(
  page: Page,
  level: 'look' | 'act' | 'risk',
  rule: 'Allow' | 'Ask me' | 'Off',
): Promise<void> {
  const row = page.getByTestId(`rule-${level}`);
  await row.getByText(rule, { exact: true }).click();
  await expect(row.getByRole('radio', { name: rule })).toBeChecked();
}
