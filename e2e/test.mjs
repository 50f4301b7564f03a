/**
 * `npm test` and, with the argument `more` or `nightly`, `npm run test:more` and `test:nightly`; also in a fresh
 * clone: they install what is missing (packages, a browser, adb, for `more` the conformance suites), build, and
 * run their tests. They print the slowest files and each step's time, and `N passed, N failed` last.
 */
import { existsSync } from 'node:fs';
import { findBrowser, findCommand, findHeadlessShell, headlessShell } from './browser.mjs';
import { ensureSuites } from './conformance/install.mjs';
import {
  attempt,
  build,
  conformance,
  e2e,
  e2eMore,
  e2eNightly,
  format,
  lint,
  prepare,
  runSteps,
  slowestFiles,
  sumUp,
  timesOf,
  types,
  unit,
  unitMore,
  weight,
} from './steps.mjs';

const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');

let hasLists = false;

async function aptInstall(name) {
  if (!mayInstall) return;
  if (!hasLists) await attempt(['apt-get', 'update']);
  hasLists = true;
  await attempt(['apt-get', 'install', '-y', '--no-install-recommends', name]);
}

/** Installs what needs none of the project's packages. */
async function ensurePrograms() {
  // Without the headless shell, all tests run in the full browser.
  const isNamed = process.env.HANDSET_BROWSER !== undefined;
  if (!isNamed && findHeadlessShell() === undefined) await aptInstall(headlessShell);
  if (findCommand('adb') === undefined) await aptInstall('adb');
  if (findCommand('adb') === undefined) {
    console.log('No adb: install the Android platform tools. Tests that need it are skipped.');
  }
}

async function ensureBrowser() {
  if ((await findBrowser()) !== undefined) return;
  await attempt(['npx', 'playwright', 'install', 'chromium']);
  if ((await findBrowser()) !== undefined) return;
  await aptInstall('chromium');
  if ((await findBrowser()) !== undefined) return;
  console.log(
    'No browser: install Chrome or Chromium, or name one in HANDSET_BROWSER. Tests that need it are skipped.',
  );
}

const start = Date.now();
const secondsSince = (time) => (Date.now() - time) / 1000;

function finish(outcomes) {
  const counts = outcomes.map((outcome) => outcome.counts);
  const ran = counts.some(({ passed }) => passed > 0);
  if (!ran || counts.some(({ failed }) => failed > 0)) process.exitCode = 1;
  const minutes = (secondsSince(start) / 60).toFixed(1);
  console.log(`\nThe slowest files, in seconds:\n${slowestFiles(outcomes)}`);
  console.log(`\n${timesOf(outcomes)}; ${minutes} minutes in all\n\n${sumUp(counts)}`);
}

/** What must never break. */
async function runTests() {
  // The browser is installed beside the checks.
  const browser = ensureBrowser();
  const checks = await runSteps([unit, build, lint, types, format]);
  const size = await runSteps([weight]);
  await browser;
  // By themselves, since their tests are sensitive to load.
  const tests = await runSteps([e2e]);
  return [...checks, ...size, ...tests];
}

/** What takes longer, or needs programs of others. */
async function runMoreTests() {
  await Promise.all([ensureBrowser(), ensureSuites(), prepare('build')]);
  const outcomes = [];
  // One after the other, since their tests are sensitive to load.
  for (const step of [e2eMore, unitMore, conformance]) {
    outcomes.push(...(await runSteps([step])));
  }
  return outcomes;
}

async function runNightlyTests() {
  await Promise.all([ensureBrowser(), prepare('build')]);
  return await runSteps([e2eNightly]);
}

const parts = { more: runMoreTests, nightly: runNightlyTests };
const run = parts[process.argv[2]] ?? runTests;
const none = { passed: 0, failed: 0, skipped: 0 };
const [hasPackages] = await Promise.all([prepare('install'), ensurePrograms()]);
const install = { name: 'install', seconds: secondsSince(start), files: [] };
if (hasPackages) {
  const outcomes = await run();
  finish([{ ...install, counts: none }, ...outcomes]);
} else {
  finish([{ ...install, counts: { ...none, failed: 1 } }]);
}
