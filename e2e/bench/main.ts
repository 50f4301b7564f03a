/**
 * `npm run bench`: how long the steps of a call take, and how many characters its answers have.
 * Compare ratios between machines, not milliseconds. The live view is measured for ten minutes:
 * `-- --live-minutes 1` for less, `-- --only live` for that alone.
 */
import { parseArgs } from 'node:util';
import { type FirstPaint, timeFirstPaint, visits } from './first-paint.ts';
import { type LiveMeasurements, timeLive } from './live.ts';
import {
  callRuns,
  percentile,
  pictureRuns,
  timeCalls,
  timePictures,
  timeRoundTrips,
  type CallTimes,
  type PictureSpeed,
} from './round-trips.ts';
import {
  otherTools,
  sizesOfCorpus,
  sizesOfSettings,
  timeSteps,
  type Sizes,
} from './screen-formats.ts';
import { type Timing, median, runs } from './timing.ts';

function printTimings(timings: readonly Timing[]): void {
  const unit = timings[0]?.medianMs ?? NaN;
  console.log(`median of ${runs} runs                    ms   ratio`);
  for (const { name, medianMs } of timings) {
    const ms = medianMs.toFixed(2).padStart(9);
    console.log(`${name.padEnd(34)}${ms}${(medianMs / unit).toFixed(2).padStart(8)}`);
  }
}

function printSizes(title: string, sizes: Sizes): void {
  console.log(`\n${title}`);
  for (const [what, characters] of sizes) {
    console.log(`${what.padEnd(44)}${characters.toLocaleString('en').padStart(7)}`);
  }
}

function printRow(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(12)).join(''));
}

function printCalls({ bareMs, tunnelMs, addedMs }: CallTimes): void {
  console.log('');
  printRow(`a call that does nothing, ${callRuns} runs`, ['median ms', '95th ms']);
  const rows = [
    ['bare HTTP server', bareMs],
    ['bridge and worker', tunnelMs],
    ['added, run by run', addedMs],
  ] as const;
  for (const [name, times] of rows) {
    printRow(name, [median(times).toFixed(2), percentile(times, 95).toFixed(2)]);
  }
}

function printPictures(speeds: readonly PictureSpeed[]): void {
  console.log('');
  printRow(`MB/s of pictures, ${pictureRuns} runs each`, ['bare', 'tunnel', 'ratio']);
  for (const { megabytes, bare, tunnel } of speeds) {
    const ratio = (tunnel / bare).toFixed(3);
    printRow(`${megabytes} MB, median`, [bare.toFixed(1), tunnel.toFixed(1), ratio]);
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
    [`memory of the browser after ${liveMinutes} minutes`, `${(before + growth).toFixed(0)} MB`],
    ['more than at the beginning', `${growth.toFixed(0)} MB`],
    ['most in between', `${Math.max(...memoryMB).toFixed(0)} MB`],
  ] as const;
  for (const [what, figure] of rows) console.log(what.padEnd(46) + figure.padStart(12));
}

const { values } = parseArgs({
  options: { 'live-minutes': { type: 'string', default: '10' }, only: { type: 'string' } },
});
const liveMinutes = Number(values['live-minutes']);

if (values.only === 'live') {
  printLive(await timeLive(liveMinutes));
  process.exit();
}
printTimings([...(await timeSteps()), ...(await timeRoundTrips())]);
printCalls(await timeCalls());
printPictures(await timePictures());
printFirstPaint(await timeFirstPaint());
printLive(await timeLive(liveMinutes));
const settings = await sizesOfSettings();
printSizes(`characters, Settings of the demo phone, ${settings.elements} elements`, settings.sizes);
const corpus = sizesOfCorpus();
if (corpus) {
  printSizes(`characters, median of captured dumps, ${corpus.elements} elements`, corpus.sizes);
}
printSizes('others, as measured elsewhere on another Settings page, 83 elements', otherTools);
