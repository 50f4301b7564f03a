/**
 * Compares how long browser tests took with their budget, and fails if it is exceeded:
 * `node e2e/browser-budget.mjs e2e before`, then the tests, then `… e2e after REPORT` with Playwright's
 * JSON report. The speed of the machine is measured before and after.
 *
 * A budget is in seconds of test time, summed over all tests, on two quiet cores. It is what the tests take
 * now and room for a few more. Raise it only in a commit of its own that says what for.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { filesOf } from './playwright-report.mjs';

const budgets = { e2e: 900, 'e2e-more': 1_700, 'e2e-nightly': 1_000 };

/** How long `pieces` pieces of work take on the machine of the budgets. */
const usualMs = 1_450;
/** More than two cores can do at a time, as with the browser tests. */
const pieces = 6;

/** Work that takes the processor as long each time. */
function work() {
  let text = '';
  for (let round = 0; round < 60; round++) {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: (index * 7919) % 20_011 }));
    text = JSON.stringify(rows.toSorted((one, other) => one.id - other.id));
  }
  return text.length;
}

/** How many times as long the same work takes now as on the machine of the budgets. */
async function slowness() {
  const start = performance.now();
  const piece = () =>
    new Promise((resolve, reject) => {
      new Worker(fileURLToPath(import.meta.url)).on('exit', resolve).on('error', reject);
    });
  await Promise.all(Array.from({ length: pieces }, piece));
  return (performance.now() - start) / usualMs;
}

async function compare(name, report, slownessBefore) {
  const seconds = filesOf(JSON.parse(readFileSync(report, 'utf8'))).reduce(
    (sum, file) => sum + file.seconds,
    0,
  );
  const factor = Math.max(1, slownessBefore, await slowness());
  const comparable = Math.round(seconds / factor);
  const budget = budgets[name];
  console.log(
    `The browser tests took ${Math.round(seconds)} s of test time, on a machine that was ${factor.toFixed(2)} times as slow as the usual one with ${availableParallelism()} cores: ${comparable} s there. The budget is ${budget} s.`,
  );
  if (comparable > budget) process.exitCode = 1;
}

async function main([name, time, report]) {
  const kept = join(import.meta.dirname, '..', '.cache', `slowness-before-${name}.json`);
  if (time === 'before') writeFileSync(kept, JSON.stringify(await slowness()));
  else await compare(name, report, JSON.parse(readFileSync(kept, 'utf8')));
}

if (isMainThread) await main(process.argv.slice(2));
else work();
