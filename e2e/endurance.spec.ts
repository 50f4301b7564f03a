/** Five hundred calls while pages reload and bridges restart; the phone's touch record shows what was done. */
import type { BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import type { Agent } from './agents.ts';
import type { Bridge } from './bridge-process.ts';
import { waitForBridge, waitForPhone } from './console-page.ts';
import { expect, test } from './fixtures.ts';

const kinds = ['v1', 'v2', 'v2-auto'] as const;
const calls = 500;
/** Every fourth call taps; the others only read. */
const tapEvery = 4;
/** Concurrent calls of one agent. */
const lanes = 2;
const disturbances = ['reload', 'SIGTERM', 'reload', 'SIGKILL', 'reload', 'SIGTERM'] as const;

const channelName = 'record';
test.use({
  demo: { activity: 'com.android.calculator2/.Calculator', record: channelName, live: 'off' },
});

/** How one call ended. */
interface CallOutcome {
  readonly tap: string | null;
  readonly ended: 'done' | 'failed' | 'no answer';
  readonly text: string;
}

/** The errors that a call may get when its console or bridge goes away. */
const expectedErrors = [
  /may or may not have run; look at the screen before you repeat it\.$/,
  /^No Handset console is open\. Open http:\/\/127\.0\.0\.1:\d+\/ in Chrome/,
  /^No phone is connected\. In the console at http:/,
  /is still connecting\. Try again in a moment\.$/,
];
/** Errors of the SDK or Node when the bridge is not running. */
const bridgeDownErrors =
  /fetch failed|ECONNREFUSED|ECONNRESET|socket|terminated|SSE stream|closed/i;

/** A different point for each tap, so that the record tells them apart. */
function tapPoint(call: number): { x: number; y: number } {
  return { x: 10 + (call % 100) * 10, y: 700 + Math.floor(call / 100) * 20 };
}

async function makeCall(agent: Agent, call: number): Promise<CallOutcome> {
  const place = call % tapEvery === 0 ? tapPoint(call) : null;
  const tap = place === null ? null : `${place.x},${place.y}`;
  try {
    const { isError, text } = await (place === null
      ? agent.call('find_elements', { by: 'text', value: '7' })
      : agent.call('tap', { ...place }));
    return { tap, ended: isError ? 'failed' : 'done', text: text };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    return { tap, ended: 'no answer', text: `${String(error)} ${cause}` };
  }
}

/** Waits until the bridge listens, so that an agent does not retry in a tight loop. */
async function bridgeListens({ url }: Bridge): Promise<void> {
  const health = new URL('/healthz', url);
  const ask = (): Promise<boolean> =>
    fetch(health).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ask).toBe(true);
}

/** Makes all calls, a few at once, with disturbances at even intervals; the outcomes are unordered. */
async function callAll(
  { agents, bridge }: { readonly agents: readonly Agent[]; readonly bridge: Bridge },
  disturb: (how: (typeof disturbances)[number]) => Promise<void>,
): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  let next = 0;
  const lane = async (agent: Agent): Promise<void> => {
    while (next < calls) {
      const outcome = await makeCall(agent, next++);
      outcomes.push(outcome);
      if (outcome.ended === 'no answer') await bridgeListens(bridge);
    }
  };
  const disturber = async (): Promise<void> => {
    for (const [at, how] of disturbances.entries()) {
      const due = ((at + 1) * calls) / (disturbances.length + 1);
      await expect.poll(() => outcomes.length >= due, { timeout: 120_000 }).toBe(true);
      await disturb(how);
    }
  };
  const working = agents.flatMap((agent) => Array.from({ length: lanes }, () => lane(agent)));
  await Promise.all([...working, disturber()]);
  return outcomes;
}

/** Records every touch of the demo phone, in a page that is not reloaded. */
async function startTouchRecord(context: BrowserContext, bridge: Bridge): Promise<Page> {
  const recorder = await context.newPage();
  await recorder.goto(new URL('/healthz', bridge.url).href);
  await recorder.evaluate((name) => {
    const record: unknown[] = [];
    new BroadcastChannel(name).onmessage = ({ data }) => record.push(data);
    Object.assign(window, { record });
  }, channelName);
  return recorder;
}

const touchesSchema = z.array(z.object({ action: z.string(), x: z.number(), y: z.number() }));

/** How often a finger went down at each point, keyed by `x,y`. */
async function readRecord(recorder: Page): Promise<ReadonlyMap<string, number>> {
  const downs = touchesSchema
    .parse(await recorder.evaluate('window.record'))
    .filter(({ action }) => action === 'down');
  const places = downs.map(({ x, y }) => `${x},${y}`);
  return new Map(places.map((place) => [place, places.filter((each) => each === place).length]));
}

test(
  'five hundred calls through reloads, restarts and a crash: each ends once, and acts at most once',
  { tag: '@nightly' },
  async ({ console: page, bridge, context, agents }) => {
    test.setTimeout(240_000);
    await waitForBridge(page);
    const recorder = await startTouchRecord(context, bridge);
    const open = await Promise.all(kinds.map((kind) => agents(kind, `/${kind}`)));
    const outcomes = await callAll({ agents: open, bridge }, async (how) => {
      await (how === 'reload' ? page.reload() : bridge.restart(how));
      await waitForPhone(page);
      await waitForBridge(page);
    });

    expect(outcomes).toHaveLength(calls);
    const unclear = outcomes.filter(({ ended, text }) =>
      ended === 'failed'
        ? !expectedErrors.some((each) => each.test(text))
        : ended === 'no answer' && !bridgeDownErrors.test(text),
    );
    expect(unclear).toEqual([]);
    const record = await readRecord(recorder);
    const taps = outcomes.filter((outcome) => outcome.tap !== null);
    const tapCount = ({ tap }: CallOutcome): number => record.get(tap ?? '') ?? 0;
    expect(taps.filter((tap) => tap.ended === 'done' && tapCount(tap) !== 1)).toEqual([]);
    expect(taps.filter((tap) => tapCount(tap) > 1)).toEqual([]);
    // The disturbances may fail only a few calls.
    const done = outcomes.filter(({ ended }) => ended === 'done').length;
    console.log(
      `${done} of ${calls} calls done, ${record.size} of ${taps.length} taps on the record`,
    );
    expect(done).toBeGreaterThan(calls * 0.8);
  },
);
