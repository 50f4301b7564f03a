/**
 * `npm run usb`: tests over Chromium's own WebUSB and Linux's USB, in a guest of User-mode Linux that has this
 * computer's files, two USB ports in memory (dummy_hcd), and phones at them (FunctionFS). Prints
 * `N passed, N failed` last. `npm run usb -- --only TEXT` runs the tests whose titles contain the text.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCommand } from '../browser.mjs';
import { countsOf, filesOf, notesOf } from '../playwright-report.mjs';
import { attempt, prepare, root, runSteps, slowestFiles, sumUp, timesOf } from '../steps.mjs';

/** Debian's packages by a command of each. */
const packages = {
  'g++': 'build-essential',
  flex: 'flex',
  bison: 'bison',
  bc: 'bc',
  xz: 'xz-utils',
  udevadm: 'udev',
  adb: 'adb',
  chromium: 'chromium',
};

const missingPackages = () =>
  Object.keys(packages)
    .filter((command) => findCommand(command) === undefined)
    .map((command) => packages[command]);

/** Installs what is missing. Returns why the tests can't run here, or null. */
async function findObstacle() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'this is not Linux on x86-64';
  if (process.getuid() !== 0) return 'root is needed to read all files and to install packages';
  if (!/^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))) return 'this is no Debian';
  if (missingPackages().length > 0) {
    await attempt(['apt-get', 'update']);
    await attempt(['apt-get', 'install', '-y', '--no-install-recommends', ...missingPackages()]);
  }
  const missing = missingPackages();
  return missing.length === 0 ? null : `${missing.join(', ')} can’t be installed`;
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const cache = join(root, '.cache', 'usb');
const results = join(cache, 'results');
const minuteMs = 60_000;

/** Building the kernel takes about nine minutes of processor time. */
const guest = {
  name: 'guest',
  commands: [['node', '--import', 'tsx', 'e2e/usb/prepare.ts']],
  limitMs: 60 * minuteMs,
};

const kernel = [
  join(cache, 'linux'),
  'mem=4096M',
  'root=/dev/root',
  'rootfstype=hostfs',
  'rootflags=/',
  'ro',
  'con=null',
  'con0=null,fd:1',
  'quiet',
  'panic=1',
  'seccomp=on',
  'dummy_hcd.num=2',
  'init=/bin/sh',
  `HANDSET_ROOT=${root}`,
  `HANDSET_RESULTS=${results}`,
  `HANDSET_ONLY="${values.only}"`,
  '--',
  join(import.meta.dirname, 'init.sh'),
];
const usb = {
  name: 'usb',
  commands: [
    // `exec`, so that a signal reaches the kernel.
    ['sh', '-c', 'exec "$0" "$@"', ...kernel],
    ['sh', '-c', 'exit "$(cat "$0/exit-code")"', results],
  ],
  // The tests end themselves before.
  limitMs: 35 * minuteMs,
  report: join(results, 'report.json'),
  count: countsOf,
  notes: notesOf,
  files: filesOf,
};

async function main() {
  const obstacle = await findObstacle();
  if (obstacle !== null) {
    console.log(`The USB tests are skipped: ${obstacle}.\n\n0 passed, 0 failed, 1 skipped`);
    return;
  }
  if (!(await prepare('build'))) process.exit(1);
  const outcomes = await runSteps([guest]);
  if (outcomes.every(({ ok }) => ok)) {
    rmSync(results, { recursive: true, force: true });
    mkdirSync(results);
    outcomes.push(...(await runSteps([usb])));
  }
  if (!outcomes.every(({ ok }) => ok)) process.exitCode = 1;
  console.log(`\nThe slowest files, in seconds:\n${slowestFiles(outcomes)}`);
  console.log(`\n${timesOf(outcomes)}\n\n${sumUp(outcomes.map(({ counts }) => counts))}`);
}

await main();
