/** Makes the worker fail some of the page's calls: the only way to reach states that no demo phone causes. */
import type { Page } from '@playwright/test';
import type { Calls } from '../core/link/messages.ts';

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
