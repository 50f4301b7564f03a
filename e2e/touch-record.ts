/** What touched the demo phone, as the phone itself tells it. */
import type { Page } from '@playwright/test';
import { z } from 'zod';

const touches = z.array(z.object({ action: z.string(), x: z.number(), y: z.number() }));

/** One thing that a finger did, in device pixels. */
export type Touch = z.infer<typeof touches>[number];

/**
 * Writes down every touch from now on, in the page, which must not be reloaded; the result reads
 * them in their order. `channel` is what the demo phone was given as `record`.
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
  return async () => touches.parse(await page.evaluate('window.record'));
}

/** Where fingers went down, as `x,y`, in order. */
export function placesOf(record: readonly Touch[]): readonly string[] {
  return record.filter(({ action }) => action === 'down').map(({ x, y }) => `${x},${y}`);
}

/** How many fingers are on the screen. */
export function fingersLeft(record: readonly Touch[]): number {
  const since = record.slice(record.findLastIndex(({ action }) => action === 'cancel') + 1);
  const count = (action: string): number => since.filter((each) => each.action === action).length;
  return count('down') - count('up');
}

/** Has the demo phone run a command line, as `adb shell` from another computer would; what it printed. */
export async function typeCommand(page: Page, channel: string, line: string): Promise<string> {
  await page.evaluate(
    ([name, command]) => {
      const end = new BroadcastChannel(name);
      const printed = new Promise((resolve) => {
        end.onmessage = ({ data }: MessageEvent<unknown>) => {
          if (data instanceof Object && 'printed' in data) resolve(data.printed);
        };
      });
      end.postMessage(command);
      Object.assign(window, { printed });
    },
    [channel, line] as const,
  );
  return z.string().parse(await page.evaluate('window.printed'));
}
