/**
 * A program of `npm run bench`: measures how long each method takes to read the elements of a screen, with
 * a phone's delays: for a reading, for a call that reports changes, and for waits. Without bridge and
 * browser. Prints JSON.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { walk } from '#core/screen/screen.ts';
import { fakeServerLoader, loadElementReader } from '../../adb/testing/harness.ts';
import { type RunnerHarness, createSlowRunnerHarness } from './harness.ts';

const settings = 'com.android.settings/.Settings';
const calculator = 'com.android.calculator2/.Calculator';
const notes = 'com.handset.notes/.MainActivity';

/** The methods of reading, and how often each is timed: a dump takes two seconds. */
const methods = [
  { name: 'uiautomator dump', runs: 3, options: {} },
  { name: 'yadb', runs: 5, options: { loadYadb: fakeServerLoader, faults: ['no-idle'] } },
  { name: 'element reader', runs: 20, options: { loadElementReader } },
] as const;

interface TimedStep {
  readonly name: string;
  /** The target for the element reader. */
  readonly goalMs: number;
  /** The time that counts, in ms. */
  run(phone: RunnerHarness): Promise<number>;
}

/** A node of a dump. All have the same bounds, since only their number counts here. */
function nodeXml(className: string, text: string, children = ''): string {
  return `<node class="android.widget.${className}" text="${text}" package="com.example" bounds="[0,0][1080,2400]">${children}</node>`;
}

/** A list with 33 rows of three nodes each: 100 nodes. */
const rowsXml = Array.from({ length: 33 }, (_, row) =>
  nodeXml('LinearLayout', '', nodeXml('ImageView', '') + nodeXml('TextView', `Row ${row}`)),
);
const longList = new TextEncoder().encode(
  `<hierarchy rotation="0">${nodeXml('ListView', '', rowsXml.join(''))}</hierarchy>`,
);

const readLongList: TimedStep = {
  name: 'read 100 elements',
  goalMs: 150,
  run: async ({ session }) => {
    const { signal } = new AbortController();
    const phone = await session.phone(signal);
    return await timed(() => phone.readHierarchy(signal));
  },
};

/** Steps on the phone's own screens. */
const timedSteps: readonly TimedStep[] = [
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

/** Shows this activity and reads it, as an agent does before it acts. */
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

/** Times each step in turn. */
async function timeSteps(
  harness: RunnerHarness,
  steps: readonly TimedStep[],
  runs: number,
): Promise<number[][]> {
  const durations: number[][] = [];
  for (const { run } of steps) {
    const ofStep: number[] = [];
    for (let count = 0; count < runs; count++) ofStep.push(await run(harness));
    durations.push(ofStep);
  }
  return durations;
}

const steps = [readLongList, ...timedSteps];
const columns: number[][][] = [];
for (const { runs, options } of methods) {
  const withList = await createSlowRunnerHarness({ ...options, capturedXml: longList });
  // The first readings verify the element reader, and detect a screen that never rests.
  for (let count = 0; count < 2; count++) await readLongList.run(withList);
  const { lastHierarchy } = await withList.session.phone(new AbortController().signal);
  const nodes = [...walk(lastHierarchy?.roots ?? [])].length;
  if (nodes !== 100) throw new Error(`The list has ${nodes} elements`);
  const ofList = await timeSteps(withList, [readLongList], runs);
  if ('loadYadb' in options) {
    columns.push(ofList);
    continue;
  }
  const harness = await createSlowRunnerHarness(options);
  for (const activity of [settings, notes]) await show(harness, activity);
  columns.push([...ofList, ...(await timeSteps(harness, timedSteps, runs))]);
}
const rows = steps.map(({ name, goalMs }, at) => {
  return { name, goalMs, durationsMs: columns.map((column) => column[at] ?? []) };
});
console.log(JSON.stringify({ methods: methods.map(({ name }) => name), rows }));
// The demo phones would keep the process alive.
process.exit();
