import type { Locator, Page } from '@playwright/test';

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
  readonly live?: 'off';
}

/** The console's URL with these parameters; with `phone` the console connects the phone on load. */
export function consoleUrl(url: string, query: DemoQuery & { readonly phone?: 'demo' }): string {
  const address = new URL(url);
  // An interface has no index signature, so Object.entries would type its values as any.
  const values: Readonly<Record<string, string>> = { ...query };
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  return address.href;
}

/** Texts of the header: a connected phone; and before connecting has succeeded or failed. */
const connectedText = /· Android [\d.]+$/;
const undecidedText = /^(?:No phone|Connecting.*|Tap Allow.*)$/;
/** The demo phone taps Allow within this time or never. */
const autoAllowTimeoutMs = 8_000;

/** The rows of the element table that contain this text. */
export const elementRow = (page: Page, text: string): Locator =>
  page.getByTestId('element-row').filter({ hasText: text });

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
export async function waitForConnectOutcome(
  page: Page,
  timeoutMs = autoAllowTimeoutMs,
): Promise<void> {
  const settledStatus = page.getByTestId('phone-status').filter({ hasNotText: undecidedText });
  await settledStatus.waitFor({ timeout: timeoutMs }).catch(() => undefined);
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
  const viewport = page.getByTestId('phone-glass');
  const before = await viewport.getAttribute('data-read-at');
  // Does not move the pointer.
  await page.getByTestId('read-now').dispatchEvent('click');
  await page
    .locator(`[data-testid="phone-glass"]:not([data-read-at="${before ?? ''}"])`)
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
