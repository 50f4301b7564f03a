/**
 * The steps of `npm run check` and `npm test`: their commands, and how their tests are counted.
 * Plain Node, since it is loaded before anything is installed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { countsOf, filesOf, notesOf } from './playwright-report.mjs';

/** The repository's root. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const cache = join(root, '.cache');
/** Timeout of a command: four times what two slow cores need. */
const commandLimitMs = 16 * 60_000;
/** Timeout of the end-to-end tests, which took 45 minutes on two slow cores. */
const e2eLimitMs = 65 * 60_000;
/** Time after SIGINT for a test runner to report running tests; then it is killed. */
const reportLimitMs = 30_000;

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ file: string, seconds: number }} FileTime */
/** @typedef {{ name: string, commands: string[][], limitMs?: number, env?: Record<string, string>, report?: string, notes?: (json: any) => string[], count?: (json: any) => Counts, files?: (json: any) => FileTime[] }} Step */
/** @typedef {{ name: string, ok: boolean, output: string, seconds: number, counts: Counts, notes: string[], files: FileTime[] }} Outcome */

/** @type {Step} */
export const build = { name: 'build', commands: [['npm', 'run', 'build']] };
/** Measures the last build and the sources. @type {Step} */
export const weight = {
  name: 'weight',
  commands: [
    ['node', 'e2e/size-budget.mjs'],
    ['node', 'e2e/size.mjs'],
  ],
};
/** @type {Step} */
export const types = {
  name: 'types',
  commands: [
    // Several checkers would each work out the same types; other steps use the other cores.
    ['@typescript/native/tsc', '-b', '--checkers', '1'],
    [
      'svelte-check/svelte-check',
      '--tsgo-experimental-api',
      '--tsconfig',
      'app/tsconfig.json',
      '--fail-on-warnings',
    ],
  ],
};
/** @type {Step} */
export const lint = {
  name: 'lint',
  // A larger young generation saves ESLint a sixth of its processor time.
  env: { NODE_OPTIONS: '--max-semi-space-size=64' },
  commands: [
    ['oxlint/oxlint', '-c', 'oxlint.config.js'],
    ['eslint/eslint', '.', '--max-warnings', '0'],
    [
      'dependency-cruiser/depcruise',
      'app',
      'core',
      'worker',
      'e2e',
      'vite.config.ts',
      '-T',
      'err-long',
    ],
    [
      'dependency-cruiser/depcruise',
      '--config',
      'e2e/lint/folder-cycles.mjs',
      'app',
      'core',
      'worker',
      '-T',
      'err-long',
    ],
  ],
};
const cached = ['--cache', '--cache-location', join(cache, 'prettier')];
/** @type {Step} */
export const format = {
  name: 'format',
  commands: [['prettier/prettier', '--check', '.', ...cached, '--cache-strategy', 'content']],
};
/** The tests of these projects of vitest.config.ts. @returns {Step} */
function vitest(name, projects) {
  const report = join(cache, `${name}.json`);
  return {
    name,
    commands: [
      [
        'vitest/vitest',
        'run',
        ...projects.map((project) => `--project=${project}`),
        '--reporter=default',
        '--reporter=json',
        '--reporter=./e2e/unit-reporter.mjs',
        `--outputFile.json=${report}`,
      ],
    ],
    report,
    count: (json) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests,
    }),
    files: (json) =>
      json.testResults.map(({ name: path, startTime, endTime }) => ({
        file: relative(root, path),
        seconds: (endTime - startTime) / 1000,
      })),
  };
}
export const unit = vitest('unit', ['worker', 'pure', 'isolated']);
/** Unit tests with programs of others, and with thousands of inputs for each reader. */
export const unitMore = vitest('unit-more', ['more', 'fuzz']);

/** A Playwright run with this configuration file. */
export const playwright = (config, report, ...args) => ({
  commands: [
    ['@playwright/test/playwright', 'test', `--config=${config}`, '--reporter=list,json', ...args],
  ],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  report,
  count: countsOf,
  notes: notesOf,
  files: filesOf,
});
/**
 * Browser tests of which `args` choose some; they fail if they take longer than their budget.
 * @returns {Step}
 */
function browserTests(name, ...args) {
  const report = join(cache, `${name}.json`);
  const tests = playwright('e2e/playwright.config.ts', report, ...args);
  const budget = ['node', 'e2e/browser-budget.mjs', name];
  return {
    ...tests,
    name,
    commands: [[...budget, 'before'], ...tests.commands, [...budget, 'after', report]],
    limitMs: e2eLimitMs,
  };
}
/** End-to-end tests of what must never break. */
export const e2e = browserTests('e2e', '--grep-invert=@more|@nightly');
/** The other end-to-end tests, except those that take longest. */
export const e2eMore = browserTests('e2e-more', '--grep=@more');
/** End-to-end tests that repeat others in every state, size and version, and with slow or failing parts. */
export const e2eNightly = browserTests('e2e-nightly', '--grep=@nightly');
const suites = playwright('e2e/conformance/playwright.config.ts', join(cache, 'conformance.json'));
/** @type {Step} */
export const conformance = {
  ...suites,
  name: 'conformance',
  commands: [
    ['vite/vite', 'build', '--config', 'e2e/conformance/vite.config.ts', '--logLevel', 'warn'],
    ...suites.commands,
  ],
};

/** Resolves `package/command` to Node and the package's script; other commands are unchanged. */
function resolveCommand([command = '', ...args]) {
  if (!command.includes('/')) return [command, ...args];
  const at = command.lastIndexOf('/');
  const folder = join(root, 'node_modules', command.slice(0, at));
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = typeof bin === 'string' ? bin : bin[command.slice(at + 1)];
  return [process.execPath, join(folder, script), ...args];
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** One function per running process that ends it. */
const running = new Set();
/** The signal that ended the run, if any. */
let endedBy;

function endAll(signal) {
  endedBy = signal;
  // A terminal sends SIGINT to the child processes too.
  for (const end of running) end(`Ended by ${signal}.`, signal === 'SIGINT');
}

/** @returns {Promise<{ ok: boolean, output: string }>} */
function runCommand(words, { env, limitMs = commandLimitMs }) {
  const [command = '', ...args] = resolveCommand(words);
  return new Promise((resolve) => {
    let output = '';
    let reason;
    let kill;
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
    });
    // On SIGINT the test runners report the running tests.
    const end = (why, isInterrupted = false) => {
      reason ??= `${why}\n`;
      if (!isInterrupted) child.kill('SIGINT');
      kill ??= setTimeout(() => child.kill('SIGKILL'), reportLimitMs);
    };
    running.add(end);
    const limit = setTimeout(end, limitMs, `Ended by its limit of ${limitMs / 60_000} minutes.`);
    const ended = (ok) => {
      clearTimeout(limit);
      clearTimeout(kill);
      running.delete(end);
      resolve({ ok: ok && reason === undefined, output: output + (reason ?? '') });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => {
      output += `${error.message}\n`;
      ended(false);
    });
    child.on('close', (code) => ended(code === 0));
  });
}

/**
 * A step without a report counts as one test; a failed step counts at least one failure.
 * @returns {Pick<Outcome, 'counts' | 'notes' | 'files'>}
 */
function readReport(step, ok) {
  const one = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  if (step.report === undefined || !existsSync(step.report))
    return { counts: one, notes: [], files: [] };
  const json = JSON.parse(readFileSync(step.report, 'utf8'));
  const counts = step.count(json);
  return {
    counts: ok ? counts : { ...counts, failed: Math.max(counts.failed, 1) },
    notes: [...new Set(step.notes?.(json) ?? [])],
    files: step.files?.(json) ?? [],
  };
}

/** @returns {Promise<Outcome>} */
async function runStep(step) {
  const start = Date.now();
  mkdirSync(cache, { recursive: true });
  if (step.report !== undefined) rmSync(step.report, { force: true });
  let ok = true;
  let output = '';
  for (const words of step.commands) {
    const result =
      endedBy === undefined
        ? await runCommand(words, step)
        : { ok: false, output: `Did not run: ended by ${endedBy}.\n` };
    ok &&= result.ok;
    output += result.output;
  }
  const seconds = (Date.now() - start) / 1000;
  return { name: step.name, ok, output, seconds, ...readReport(step, ok) };
}

/**
 * Runs the steps, two at a time, and prints each when it ends, with its output if it failed. A
 * failure does not stop later steps.
 * @param {Step[]} steps
 * @returns {Promise<Outcome[]>} in the order they ended
 */
export async function runSteps(steps) {
  const waiting = [...steps];
  const outcomes = [];
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const outcome = await runStep(step);
      outcomes.push(outcome);
      print(outcome, step.report !== undefined);
    }
  };
  for (const signal of signals) process.on(signal, endAll);
  await Promise.all([lane(), lane()]);
  for (const signal of signals) process.off(signal, endAll);
  return outcomes;
}

function print({ name, ok, output, seconds, counts, notes }, hasTests) {
  const tests = hasTests ? `, ${sumUp([counts])}` : '';
  console.log(`\n── ${name}: ${ok ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s${tests} ──`);
  for (const note of notes) console.log(note);
  if (!ok)
    console.log((process.stdout.isTTY ? output : stripVTControlCharacters(output)).trimEnd());
}

/** `3 passed, 1 failed`, plus `, 2 skipped` if any. */
export function sumUp(/** @type {Counts[]} */ counts) {
  const sum = (key) => counts.reduce((total, each) => total + each[key], 0);
  const skipped = sum('skipped') === 0 ? '' : `, ${sum('skipped')} skipped`;
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}`;
}

/** `build 8 s, types 61 s, …`; steps may have run at the same time. */
export function timesOf(/** @type {Pick<Outcome, 'name' | 'seconds'>[]} */ outcomes) {
  return outcomes.map(({ name, seconds }) => `${name} ${Math.round(seconds)} s`).join(', ');
}

/** A line for each of the ten test files that took longest. */
export function slowestFiles(/** @type {Pick<Outcome, 'files'>[]} */ outcomes) {
  return outcomes
    .flatMap(({ files }) => files)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${file}`)
    .join('\n');
}

/** Timeout of a download or installation. */
const installDeadlineMs = 4 * 60_000;

/**
 * Runs a command; prints its last lines of stderr if it fails.
 * @returns {Promise<void>} when it has ended
 */
export function attempt(/** @type {string[]} */ [command = '', ...args], folder = root) {
  console.log(`${command} ${args.join(' ')} …`);
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: installDeadlineMs,
    shell: process.platform === 'win32',
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((resolve) => {
    child.on('error', ({ message }) => (stderr += `${message}\n`));
    child.on('close', (code) => {
      if (code !== 0) console.log(stderr.trim().split('\n').slice(-5).join('\n'));
      resolve();
    });
  });
}

/**
 * Runs app/bridge/prepare.mjs, which prints to stderr only.
 * @returns {Promise<boolean>} whether it succeeded
 */
export function prepare(/** @type {'install' | 'build'} */ verb) {
  const script = join(root, 'app', 'bridge', 'prepare.mjs');
  const child = spawn(process.execPath, [script, verb], { stdio: ['ignore', 2, 2] });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}
