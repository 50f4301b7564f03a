/**
 * `npm test`, also on a fresh clone: installs what is missing (packages, a browser, adb), builds,
 * and runs every check and test. Ends with the line `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser, findCommand } from './browser.mjs';
import { build, e2e, format, lint, prepare, root, runSteps, sumUp, types, unit } from './steps.mjs';

/** A download or an installation that takes longer hangs. */
const deadlineMs = 4 * 60_000;

const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Runs a command whose output matters only when it fails. */
function attempt(command, args) {
  console.log(`${command} ${args.join(' ')} …`);
  const { status, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: deadlineMs,
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.log((stderr ?? '').trim().split('\n').slice(-5).join('\n'));
}

function aptInstall(name) {
  if (!mayInstall) return;
  attempt('apt-get', ['update']);
  attempt('apt-get', ['install', '-y', '--no-install-recommends', name]);
}

async function ensureBrowser() {
  let path = await findBrowser();
  if (path === undefined) attempt('npx', ['playwright', 'install', 'chromium']);
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
  const first = await runSteps([build, lint, types, unit, format]);
  // Alone, so that nothing else slows the timing it watches.
  const last = await runSteps([e2e]);
  finish([...first, ...last].map(({ counts }) => counts));
} else {
  finish([{ passed: 0, failed: 1, skipped: 0 }]);
}
