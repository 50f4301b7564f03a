/**
 * A program of `npm run bench`: how long the elements of a screen take by each way of reading them, with
 * a phone's delays: for a reading, for a call with what it changed, and for waits. Without bridge and
 * browser. Prints JSON.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { walk } from '#core/screen/screen.ts';
import { loadScreenReader } from '../../adb/testing/harness.ts';
import { type RunnerHarness, createSlowRunnerHarness } from './harness.ts';

const settings = 'com.android.settings/.Settings';
const calculator = 'com.android.calculator2/.Calculator';
const notes = 'com.handset.notes/.MainActivity';

/** The ways of reading; runs of each, since a dump takes two seconds. */
const readingWays = [
  { name: 'uiautomator dump', runs: 3, load: undefined },
  { name: 'screen reader', runs: 15, load: loadScreenReader },
] as const;

interface TimedStep {
  readonly name: string;
  /** What the screen reader is to reach. */
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
      const { signal } = new AbortController();
      const phone = await harness.session.phone(signal);
      return await timed(() => phone.readHierarchy(signal));
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

const columns: (readonly number[])[] = [];
let elements = 0;
for (const { runs, load } of readingWays) {
  const harness = await createSlowRunnerHarness(load);
  const medians: number[] = [];
  // The first readings prove the screen reader.
  for (const activity of [settings, notes]) await show(harness, activity);
  for (const { run } of timedSteps) {
    const durations: number[] = [];
    for (let count = 0; count < runs; count++) durations.push(await run(harness));
    durations.sort((a, b) => a - b);
    medians.push(durations[runs >> 1] ?? NaN);
  }
  await show(harness, settings);
  const phone = await harness.session.phone(new AbortController().signal);
  elements = [...walk(phone.lastHierarchy?.roots ?? [])].length;
  columns.push(medians);
}
const rows = timedSteps.map(({ name, goalMs }, at) => {
  return { name, goalMs, mediansMs: columns.map((medians) => medians[at]) };
});
console.log(JSON.stringify({ elements, ways: readingWays.map(({ name }) => name), rows }));
// The demo phones would go on.
process.exit();
