/**
 * `npm run bench`: how long the steps of a call take and how long its answers are, beside other MCP
 * servers. Compare ratios between machines, not milliseconds. The live view is measured for ten
 * minutes: `-- --live-minutes 1` for less. `-- --only PART` measures one part, see `parts`.
 */
import { parseArgs } from 'node:util';
import bundleDemoPhone from '../bundle-demo-phone.ts';
import { type FileSpeed, largeMegabytes, timeFiles } from './files.ts';
import { type FirstPaint, timeFirstPaint, visits } from './first-paint.ts';
import { type LiveMeasurements, timeLive } from './live.ts';
import { type MemoryOfConsole, measureMemory } from './memory.ts';
import { comparePeers, loadTokenCounter, steps } from './peers.ts';
import {
  callRuns,
  pictureRuns,
  timeCalls,
  timePictures,
  type CallTimes,
  type PictureSpeed,
} from './bridge-overhead.ts';
import { timeReading } from './reader.ts';
import { replayRecordings, replayTimes } from './replay.ts';
import { compareRoads, fileMegabytes, roadCalls, roadFiles } from './roads.ts';
import { type Retention, measureRetention } from './retention.ts';
import { timeSteps } from './screen-formats.ts';
import { type Timing, median, percentile, runs } from './timing.ts';

function printTimings(timings: readonly Timing[]): void {
  console.log('');
  const unit = timings[0]?.medianMs ?? NaN;
  console.log(`median of ${runs} runs                    ms   ratio`);
  for (const { name, medianMs } of timings) {
    const ms = medianMs.toFixed(2).padStart(9);
    console.log(`${name.padEnd(34)}${ms}${(medianMs / unit).toFixed(2).padStart(8)}`);
  }
}

function printRow(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(18)).join(''));
}

function printCalls({ bareMs, browserMs, tunnelMs, addedMs }: CallTimes): void {
  console.log('');
  printRow(`a call that does nothing, ${callRuns} runs`, ['median ms', '95th ms']);
  const rows = [
    ['bare HTTP server', bareMs],
    ['bare HTTP from the browser', browserMs],
    ['bridge and worker', tunnelMs],
    ['added, run by run', addedMs],
  ] as const;
  for (const [name, times] of rows) {
    printRow(name, [median(times).toFixed(2), percentile(times, 95).toFixed(2)]);
  }
}

function printPictures(speeds: readonly PictureSpeed[]): void {
  console.log('');
  printRow(`pictures, ${pictureRuns} runs each, median`, ['MB/s', "tunnel's part"]);
  for (const { megabytes, bare, browser, tunnel } of speeds) {
    const rows = { 'bare HTTP server': bare, 'bare HTTP from the browser': browser, tunnel };
    for (const [path, speed] of Object.entries(rows))
      printRow(`${megabytes} MB, ${path}`, [speed.toFixed(1), (tunnel / speed).toFixed(2)]);
  }
}

function printFirstPaint(paints: readonly FirstPaint[]): void {
  console.log('');
  printRow(`first visit, 4x slow CPU, ${visits} visits`, ['paint', 'content', 'ready']);
  for (const { name, paintMs, contentMs, readyMs } of paints) {
    printRow(
      name,
      [paintMs, contentMs, readyMs].map((ms) => `${ms.toFixed(0)} ms`),
    );
  }
  console.log('asked: first paint within 1,000 ms');
}

function printLive({ state, framesPerSecond, inputToFrameMs, memoryMB }: LiveMeasurements): void {
  const [before = NaN] = memoryMB;
  const growth = (memoryMB.at(-1) ?? NaN) - before;
  console.log(`\nlive view of the demo phone, by ${state}`);
  const rows = [
    ['frames a second while dragging, median', median(framesPerSecond).toFixed(0)],
    ['from input to decoded frame, median', `${median(inputToFrameMs).toFixed(0)} ms`],
    ['from input to decoded frame, 95th', `${percentile(inputToFrameMs, 95).toFixed(0)} ms`],
    [`memory after ${liveMinutes} minutes of recording`, `${(before + growth).toFixed(0)} MB`],
    ['more than at the beginning', `${growth.toFixed(0)} MB`],
    ['most in between', `${Math.max(...memoryMB).toFixed(0)} MB`],
  ] as const;
  for (const [what, figure] of rows) console.log(what.padEnd(46) + figure.padStart(12));
}

function printMemory({ samples, scarceMB }: MemoryOfConsole): void {
  console.log('');
  const columns = ['page', 'DOM nodes', 'its process', 'stored'];
  printRow('memory in MB, every call with pictures', columns);
  for (const { calls, pageMB, nodes, processMB, storedMB } of samples)
    printRow(`after ${calls} calls`, [
      pageMB.toFixed(1),
      String(nodes),
      processMB.toFixed(1),
      storedMB.toFixed(1),
    ]);
  printRow('then, told that memory is scarce', ['', '', scarceMB.toFixed(1)]);
}

/** Handset beside other servers, with no delays and with a phone's. Rows in which another is better come first. */
async function printPeers(countTokens: (text: string) => number): Promise<void> {
  for (const latency of ['none', 'real'] as const) {
    const comparison = await comparePeers(latency);
    if (comparison === null) {
      console.log('\nno other servers: they need adb');
      return;
    }
    const { servers, mediansMs, texts } = comparison;
    console.log('');
    printRow(`median ms, phone's delays: ${latency}`, servers);
    const rows = steps.map((step, at) => ({ step, ms: mediansMs.map((each) => each[at] ?? NaN) }));
    const isBeaten = ([own = NaN, , ...others]: readonly number[]): boolean =>
      others.some((ms) => ms < own);
    for (const { step, ms } of rows.toSorted((a, b) => +isBeaten(b.ms) - +isBeaten(a.ms)))
      printRow(
        step,
        ms.map((each) => (Number.isNaN(each) ? '-' : each.toFixed(0))),
      );
    if (latency === 'none') continue;
    console.log('');
    printRow("a text of the demo phone's Settings", ['characters', 'o200k tokens']);
    for (const { name, text } of texts.toSorted((a, b) => a.text.length - b.text.length))
      printRow(name, [text.length, countTokens(text)].map(String));
  }
}

async function printRoads(): Promise<void> {
  const roads = await compareRoads();
  console.log(roads === null ? '\nno roads: they need adb' : '');
  if (roads === null) return;
  const names = roads.map(({ name }) => name);
  printRow(`${roadCalls} calls, ${roadFiles} files of ${fileMegabytes} MB`, names);
  const rows = [
    ['one shell command, median ms', 'commandMs'],
    ['MB/s sent, median', 'sendMBps'],
    ['MB/s received, median', 'receiveMBps'],
    ['frames a second while dragging', 'framesPerSecond'],
  ] as const;
  for (const [what, key] of rows) {
    const figures = roads.map((road) => road[key]);
    printRow(
      what,
      figures.map((figure) => (Number.isNaN(figure) ? '-' : figure.toFixed(0))),
    );
  }
}

async function printFiles(): Promise<void> {
  const speeds: readonly FileSpeed[] | null = await timeFiles();
  console.log(speeds === null ? '\nno files: they need adb' : '');
  if (speeds === null) return;
  printRow(`a file of ${largeMegabytes} MB`, [
    'adb, MB/s',
    'console, MB/s',
    'agent, MB/s',
    'most memory',
    'at rest',
  ]);
  for (const { name, adbMBps, consoleMBps, agentMBps, mostMB, restMB } of speeds)
    printRow(
      name,
      [adbMBps, consoleMBps, agentMBps, mostMB, restMB].map((figure) => figure.toFixed(0)),
    );
  console.log('memory in MB, of the page with its worker; the copies have the same SHA-256');
}

async function printReading(): Promise<void> {
  const { methods, rows } = await timeReading();
  console.log('');
  printRow("ms, phone's delays: median (95th)", [...methods, 'asked']);
  for (const { name, durationsMs, goalMs } of rows) {
    const cells = durationsMs.map((times) =>
      times.length === 0
        ? '-'
        : `${median(times).toFixed(0)} (${percentile(times, 95).toFixed(0)})`,
    );
    printRow(name, [...cells, `< ${goalMs}`]);
  }
}

async function printReplays(): Promise<void> {
  console.log('');
  printRow('a recording, replayed', replayTimes);
  let done = 0;
  for await (const { name, ends } of replayRecordings()) {
    const cells = ends.map(({ isDone, differing }) => {
      if (!isDone) return 'failed';
      return differing === 0 ? 'done' : `done, ${differing} differ`;
    });
    printRow(name, cells);
    done += ends.filter(({ isDone }) => isDone).length;
    for (const { isDone, words } of ends) if (!isDone) console.log(`  ${words}`);
  }
  console.log(`${done} were done; asked: 48 of 50`);
}

/** What the texts of captured screens of real phones keep. */
async function printRetention(countTokens: (text: string) => number): Promise<void> {
  const texts = await measureRetention();
  console.log(texts.size === 0 ? '\nno captured screens: they need captures and adb' : '');
  if (texts.size === 0) return;
  const columns = ['words', 'to act on', 'named', 'mean tokens', 'for a kept word'];
  printRow('kept of captured screens', ['screens', ...columns]);
  for (const [name, screens] of texts) {
    const sum = (figure: (text: Retention) => number): number =>
      screens.reduce((total, text) => total + figure(text), 0);
    const shares = (['words', 'actionable', 'named'] as const).map(
      (what) => sum((text) => text[what].kept) / sum((text) => text[what].all),
    );
    const tokens = sum(({ text }) => countTokens(text));
    printRow(name, [
      String(screens.length),
      ...shares.map((kept) => `${(kept * 100).toFixed(1)} %`),
      (tokens / screens.length).toFixed(0),
      (tokens / sum(({ words }) => words.kept)).toFixed(1),
    ]);
  }
}

const { values } = parseArgs({
  options: { 'live-minutes': { type: 'string', default: '10' }, only: { type: 'string' } },
});
const liveMinutes = Number(values['live-minutes']);

/** What is measured, in this order. */
const parts: Readonly<Record<string, () => Promise<void>>> = {
  peers: async () => {
    const countTokens = await loadTokenCounter();
    await printPeers(countTokens);
    await printRetention(countTokens);
  },
  steps: async () => printTimings(await timeSteps()),
  bridge: async () => {
    printCalls(await timeCalls());
    printPictures(await timePictures());
  },
  reader: printReading,
  paint: async () => printFirstPaint(await timeFirstPaint()),
  roads: printRoads,
  files: printFiles,
  live: async () => printLive(await timeLive(liveMinutes)),
  replay: printReplays,
  memory: async () => printMemory(await measureMemory()),
};

const { only } = values;
if (only !== undefined && parts[only] === undefined) {
  console.error(`There is no part "${only}": use ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
await bundleDemoPhone();
for (const [name, measure] of Object.entries(parts)) if ((only ?? name) === name) await measure();
