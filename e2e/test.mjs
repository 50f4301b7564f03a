/**
 * `npm test`, also in a fresh clone: installs what is missing (packages, a browser, adb, the
 * conformance suites), builds, and runs every check and test. Prints `N passed, N failed` last.
 */
import { existsSync } from 'node:fs';
import { findBrowser, findCommand, findHeadlessShell, headlessShell } from './browser.mjs';
import { ensureSuites } from './conformance/install.mjs';
import {
  attempt,
  build,
  conformance,
  e2e,
  format,
  lint,
  prepare,
  runSteps,
  sumUp,
  timesOf,
  types,
  unit,
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
  console.log(`\n${timesOf(outcomes)}; ${minutes} minutes in all\n\n${sumUp(counts)}`);
}

const none = { passed: 0, failed: 0, skipped: 0 };
const [hasPackages] = await Promise.all([prepare('install'), ensurePrograms(), ensureSuites()]);
if (hasPackages) {
  await ensureBrowser();
  const install = { name: 'install', seconds: secondsSince(start), counts: none };
  // The unit tests mostly wait, so they run beside lint and types, which compute.
  const first = await runSteps([unit, build, lint, types, format]);
  const built = await runSteps([weight]);
  // One after the other, since their tests are sensitive to load.
  const second = await runSteps([e2e]);
  const third = await runSteps([conformance]);
  finish([install, ...first, ...built, ...second, ...third]);
} else {
  finish([{ name: 'install', seconds: secondsSince(start), counts: { ...none, failed: 1 } }]);
}
