/**
 * How long the elements of a screen take by each way of reading them, with a phone's delays: for a
 * reading, for a call with what it changed, and for waits. In one process, without bridge and browser.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { walk } from '#core/screen/screen.ts';
import { type RunnerHarness, createSlowRunnerHarness } from '#worker/calls/testing/harness.ts';
import { median } from './timing.ts';

const dex = new URL('../../worker/adb/screen-reader/screen-reader.dex.gz', import.meta.url);
const settings = 'com.android.settings/.Settings';
const calculator = 'com.android.calculator2/.Calculator';
const notes = 'com.handset.notes/.MainActivity';

/** The ways of reading; runs of each, since a dump takes two seconds. */
export const readingWays = [
  { name: 'uiautomator dump', runs: 3, load: undefined },
  {
    name: 'screen reader',
    runs: 15,
    load: async (): Promise<Uint8Array<ArrayBuffer>> => Uint8Array.from(await readFile(dex)),
  },
] as const;

/** What is timed; `goalMs` is what the screen reader is to reach. */
export interface ReadingTimes {
  readonly name: string;
  readonly goalMs: number;
  /** The median of each way. */
  readonly mediansMs: readonly number[];
}

interface TimedStep {
  readonly name: string;
  readonly goalMs: number;
  /** The time that counts, in ms. */
  run(phone: RunnerHarness): Promise<number>;
}

const timedSteps: readonly TimedStep[] = [
  {
    name: 'read the elements of Settings',
    goalMs: 150,
    run: async (harness) => {
      await show(harness, settings);
      return await timed(() => call(harness, 'get_screen_tree', { compact: true }));
    },
  },
  {
    name: 'click with observe: diff',
    goalMs: 400,
    run: async (harness) => {
      await show(harness, calculator);
      const click = { selector: '@digit_5', observe: 'diff' };
      return await timed(() => call(harness, 'click_element', click));
    },
  },
  {
    name: 'wait_for_element, after the change',
    goalMs: 100,
    run: (harness) => timeWait(harness, { selector: ':text("Battery")' }),
  },
  {
    name: 'wait_for_element gone, after it',
    goalMs: 100,
    run: (harness) => timeWait(harness, { selector: ':text("Notes")', gone: true }),
  },
  {
    name: 'wait_for_idle, after 500 ms of rest',
    goalMs: 100,
    run: async (harness) => {
      await show(harness, notes);
      harness.world.startActivity(settings);
      return (await timed(() => call(harness, 'wait_for_idle', { timeout: 20_000 }))) - 500;
    },
  },
];

/** Shows this activity, and reads it as an agent does before it acts. */
async function show(harness: RunnerHarness, activity: string): Promise<void> {
  harness.world.startActivity(activity);
  await pause(300);
  await call(harness, 'get_screen_tree', { compact: true });
}

/** From the change of the screen to the end of a wait that began before it. */
async function timeWait(harness: RunnerHarness, args: object): Promise<number> {
  await show(harness, notes);
  const waiting = call(harness, 'wait_for_element', { ...args, timeout: 20_000 });
  await pause(700);
  return await timed(async () => {
    harness.world.startActivity(settings);
    await waiting;
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function call(harness: RunnerHarness, tool: string, args: object): Promise<void> {
  const { isError, text } = await harness.call(tool, args);
  if (isError) throw new Error(`${tool}: ${text}`);
}

/** The medians, and the number of nodes of Settings. */
export async function timeReading(): Promise<{ nodes: number; times: readonly ReadingTimes[] }> {
  const columns: (readonly number[])[] = [];
  let nodes = 0;
  for (const { runs, load } of readingWays) {
    const harness = await createSlowRunnerHarness(load);
    const medians: number[] = [];
    // The first readings prove the screen reader.
    for (const activity of [settings, notes]) await show(harness, activity);
    for (const { run } of timedSteps) {
      const durations: number[] = [];
      for (let count = 0; count < runs; count++) durations.push(await run(harness));
      medians.push(median(durations));
    }
    await show(harness, settings);
    const phone = await harness.session.phone(new AbortController().signal);
    nodes = [...walk(phone.lastHierarchy?.roots ?? [])].length;
    columns.push(medians);
  }
  const times = timedSteps.map(({ name, goalMs }, at) => {
    return { name, goalMs, mediansMs: columns.map((medians) => medians[at] ?? NaN) };
  });
  return { nodes, times };
}
