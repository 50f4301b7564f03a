/**
 * `npm run bench`: how long the steps of a call take here, and how long its answers are. Medians
 * over runs; the ratios of one run compare from machine to machine, the milliseconds do not.
 */
import { timeRoad } from './road.ts';
import { type Sizes, peers, sizesOfCorpus, sizesOfSettings } from './sizes.ts';
import { timeSteps } from './steps.ts';
import { type Timing, runs } from './timing.ts';

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

printTimings([...(await timeSteps()), ...(await timeRoad())]);
const settings = await sizesOfSettings();
printSizes(`characters, Settings of the demo phone, ${settings.elements} elements`, settings.sizes);
const corpus = sizesOfCorpus();
if (corpus) {
  printSizes(`characters, median of captured dumps, ${corpus.elements} elements`, corpus.sizes);
}
printSizes('others, as measured elsewhere on another Settings page, 83 elements', peers);
