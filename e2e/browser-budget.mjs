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
import { findBrowser, findHeadlessShell } from './browser.mjs';
import { filesOf } from './playwright-report.mjs';

const budgets = { e2e: 900, 'e2e-more': 1_700, 'e2e-nightly': 1_000 };

/**
 * How long the browsers' work takes on the machine of the budgets: a third of what it took on a slow machine,
 * where the tests took three times as long as when their budgets were set.
 */
const usualMs = 2_000;
/** More than two cores can do at a time, as with the tests. */
const browsers = 4;
const pagesOfEach = 5;

/**
 * How many times as long the same work takes now as on the machine of the budgets. It is a browser's work,
 * since some virtual machines start programs and get memory much more slowly than they compute.
 */
async function slowness() {
  const executablePath = findHeadlessShell() ?? (await findBrowser());
  if (executablePath === undefined) return 1;
  const { chromium } = await import('@playwright/test');
  const openPages = async () => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    for (let i = 0; i < pagesOfEach; i++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.setContent('<p>A page</p>');
      await page.screenshot();
      await context.close();
    }
    await browser.close();
  };
  // The first browser is read from the disk.
  await openPages();
  const start = performance.now();
  await Promise.all(Array.from({ length: browsers }, openPages));
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

await main(process.argv.slice(2));
