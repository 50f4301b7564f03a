import type { Locator, Page } from '@playwright/test';

/** How the demo phone is to be: the console's query values. */
export interface DemoQuery {
  readonly faults?: string;
  readonly android?: string;
  readonly latency?: string;
  /** `package/.Activity` in front. */
  readonly activity?: string;
  /** The BroadcastChannel that is told every touch. */
  readonly record?: string;
  /** `off`: only agents read the screen. */
  readonly live?: 'off';
}

/** The console's address with the demo phone's values; `phone` makes the console connect it by itself. */
export function consoleUrl(url: string, query: DemoQuery & { readonly phone?: 'demo' }): string {
  const address = new URL(url);
  // An interface has no index signature, so Object.entries would type its values as any.
  const values: Readonly<Record<string, string>> = { ...query };
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  return address.href;
}

/** How the header names a phone that is connected, and what it says before it is decided. */
const connected = /· Android [\d.]+$/;
const undecided = /^(?:No phone|Connecting.*|Tap Allow.*)$/;
/** The demo phone taps Allow after a moment. One that has not done so after this time never will. */
const patienceMs = 8_000;

/** The rows of the element table with this text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByTestId('element-row').filter({ hasText: text });

/** Waits until the console says that a phone is connected; rejects with what it says instead. */
export async function phoneConnected(page: Page, timeoutMs = 30_000): Promise<void> {
  const status = page.getByTestId('phone-status');
  try {
    await status.filter({ hasText: connected }).waitFor({ timeout: timeoutMs });
  } catch (error) {
    const said = (await page.getByTestId('problem').or(status).allTextContents()).join(' ').trim();
    throw new Error(`The phone is not connected; the console says: ${said}`, { cause: error });
  }
}

/** Waits until connecting has succeeded or failed, or nobody can be expected to tap Allow any more. */
export async function phoneDecided(page: Page, timeoutMs = patienceMs): Promise<void> {
  const decided = page.getByTestId('phone-status').filter({ hasNotText: undecided });
  await decided.waitFor({ timeout: timeoutMs }).catch(() => undefined);
}

/** Waits until agents reach this page. */
export async function bridgeConnected(page: Page, timeoutMs = 30_000): Promise<void> {
  const status = page.getByTestId('bridge-status');
  await status
    .filter({ hasText: /^Bridge connected$/ })
    .waitFor({ state: 'attached', timeout: timeoutMs });
}

/** Has a press on the picture touch the phone, or point at an element. */
export async function pressesTo(page: Page, mode: 'use' | 'inspect'): Promise<void> {
  // The choice itself is hidden behind its label.
  const label = mode === 'use' ? 'Use' : 'Inspect';
  await page.getByTestId('screen-mode').getByText(label, { exact: true }).click();
}

/** Reads the screen once more, and waits until it is shown. */
export async function readAgain(page: Page): Promise<void> {
  const glass = page.getByTestId('phone-glass');
  const before = await glass.getAttribute('data-read-at');
  // Without the pointer, which stays where the test has put it.
  await page.getByTestId('read-now').dispatchEvent('click');
  await page
    .locator(`[data-testid="phone-glass"]:not([data-read-at="${before ?? ''}"])`)
    .waitFor({ state: 'attached' });
}

/** The middle of the element with this text on the picture, in fractions of it; its row must be in the table. */
export async function placeOnPicture(
  page: Page,
  text: string,
): Promise<{ readonly x: number; readonly y: number }> {
  const row = rowOf(page, text).first();
  const bounds = /(\d+),(\d+),(\d+),(\d+)/.exec((await row.textContent()) ?? '');
  const facts = /(\d+) × (\d+)/.exec(await page.locator('#screen').innerText());
  if (bounds === null || facts === null) throw new Error(`No place for ${text} on the screen.`);
  const [left = 0, top = 0, right = 0, bottom = 0] = bounds.slice(1).map(Number);
  const [width = 1, height = 1] = facts.slice(1).map(Number);
  return { x: (left + right) / 2 / width, y: (top + bottom) / 2 / height };
}
