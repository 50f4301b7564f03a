/**
 * `npm test`, also on a fresh clone: installs what is missing (packages, a browser, adb, the
 * conformance suites), builds, and runs every check and test. Ends with the line `N passed, N failed`.
 */
import { existsSync } from 'node:fs';
import { findBrowser, findCommand } from './browser.mjs';
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
  types,
  unit,
  weight,
} from './steps.mjs';

const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');

function aptInstall(name) {
  if (!mayInstall) return;
  attempt(['apt-get', 'update']);
  attempt(['apt-get', 'install', '-y', '--no-install-recommends', name]);
}

async function ensureBrowser() {
  let path = await findBrowser();
  if (path === undefined) attempt(['npx', 'playwright', 'install', 'chromium']);
  path ??= await findBrowser();
  if (path === undefined) aptInstall('chromium');
  path ??= await findBrowser();
  if (path === undefined) {
    console.log(
      'No browser: install Chrome or Chromium, or name one in HANDSET_BROWSER. Tests that need it are skipped.',
    );
  } else {
    process.env.HANDSET_BROWSER = path;
  }
}

function ensureAdb() {
  if (findCommand('adb') === undefined) aptInstall('adb');
  if (findCommand('adb') === undefined) {
    console.log('No adb: install the Android platform tools. Tests that need it are skipped.');
  }
}

function finish(counts) {
  const ran = counts.some(({ passed }) => passed > 0);
  if (!ran || counts.some(({ failed }) => failed > 0)) process.exitCode = 1;
  console.log(`\n${sumUp(counts)}`);
}

if (prepare('install')) {
  await ensureBrowser();
  ensureAdb();
  ensureSuites();
  const first = await runSteps([build, lint, types, unit, format]);
  const built = await runSteps([weight]);
  // Each alone, so that nothing else slows the timing it watches.
  const second = await runSteps([e2e]);
  const third = await runSteps([conformance]);
  finish([...first, ...built, ...second, ...third].map(({ counts }) => counts));
} else {
  finish([{ passed: 0, failed: 1, skipped: 0 }]);
}
