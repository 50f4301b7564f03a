/** A worker that fails at some of the page's calls: the only way to faces that no demo phone leads to. */
import type { Page } from '@playwright/test';
import type { Calls } from '../core/link/messages.ts';

/** The worker fails at these calls from the next load on, until `allowCalls`. */
export async function refuseCalls(page: Page, ...names: (keyof Calls)[]): Promise<void> {
  await refuseAgain(page);
  await page.addInitScript((refused: readonly string[]) => {
    const send = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
      message: unknown,
      options?: StructuredSerializeOptions,
    ) => void; // The browser's own.
    Worker.prototype.postMessage = function (message: unknown, options?: unknown): void {
      const name = typeof message === 'object' && message && 'name' in message && message.name;
      const isRefused = typeof name === 'string' && refused.includes(name);
      const passes = !isRefused || sessionStorage.getItem('calls-allowed') !== null;
      // The worker has nothing of this name.
      const sent = passes ? message : { ...(message as object), name: 'refused' };
      send.call(this, sent, options as StructuredSerializeOptions | undefined); // As it was given.
    };
  }, names);
}

/** The worker does everything again. */
export async function allowCalls(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.setItem('calls-allowed', 'yes'));
}

/** The worker fails again at what it was to fail at, at once. */
export async function refuseAgain(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.removeItem('calls-allowed'));
}
