/** Reads the touches that the demo phone records. */
import type { Page } from '@playwright/test';
import { z } from 'zod';

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
