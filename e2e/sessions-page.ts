/** The timeline and the sessions that the browser keeps, as a person finds them, and what is stored of them. */
import type { Locator, Page } from '@playwright/test';
import { waitForBridge, waitForPhone } from './console-page.ts';

/** The calls in the list. */
export const calls = (page: Page): Locator => page.getByTestId('calls').getByRole('option');

export async function openTimeline(page: Page): Promise<void> {
  await waitForBridge(page);
  await waitForPhone(page);
  await page.getByRole('tab', { name: /^Timeline/ }).click();
}

export async function openSessions(page: Page): Promise<Locator> {
  await page.getByTestId('open-sessions').click();
  return page.getByTestId('sessions-dialog');
}

/** Everything that the page has stored of sessions, as JSON; empty before it has stored any. */
export async function storedSessions(
  page: Page,
  store: 'calls' | 'steps' = 'calls',
): Promise<string> {
  return await page.evaluate(async (store) => {
    // Opening it here would create it, without the page's tables.
    const all = await indexedDB.databases();
    if (!all.some(({ name }) => name === 'handset-runs')) return '';
    return await new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open('handset-runs');
      opening.onerror = () => reject(opening.error ?? new Error('not opened'));
      opening.onsuccess = () => {
        const { result: database } = opening;
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.onsuccess = () => {
          database.close();
          resolve(JSON.stringify(reading.result));
        };
      };
    });
  }, store);
}

/** Makes IndexedDB of the page or its worker refuse to store, as a browser does whose storage is full. */
export async function setFull(page: Pick<Page, 'evaluate'>, isFull: boolean): Promise<void> {
  await page.evaluate((full) => {
    const { prototype } = IDBObjectStore;
    // The real one is kept beside it.
    const { put } = 'realPut' in prototype ? { put: prototype.realPut } : prototype;
    const refuse = (): never => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    Object.assign(prototype, { realPut: put, put: full ? refuse : put });
  }, isFull);
}
