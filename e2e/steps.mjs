/**
 * The parts of `npm run check` and `npm test`: what each runs, and how it is counted.
 * Plain Node: it is loaded before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const cache = join(root, '.cache');
/** No part takes longer than this on two cores; one that does hangs. */
const deadlineMs = 16 * 60_000;

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ name: string, commands: string[][], env?: Record<string, string>, report?: string, notes?: (json: any) => string[], count?: (json: any) => Counts }} Step */
/** @typedef {{ name: string, ok: boolean, output: string, seconds: number, counts: Counts, notes: string[] }} Outcome */

const unitReport = join(cache, 'unit.json');
const e2eReport = join(cache, 'e2e.json');
const conformanceReport = join(cache, 'conformance.json');

/** @type {Step} */
export const build = { name: 'build', commands: [['npm', 'run', 'build']] };
/** Of what was built last. @type {Step} */
export const weight = { name: 'weight', commands: [['node', 'e2e/size-budget.mjs']] };
/** @type {Step} */
export const types = {
  name: 'types',
  commands: [
    ['typescript/tsc', '-b'],
    ['svelte-check/svelte-check', '--tsconfig', 'app/tsconfig.json', '--fail-on-warnings'],
  ],
};
/** @type {Step} */
export const lint = {
  name: 'lint',
  commands: [
    ['eslint/eslint', '.', '--max-warnings', '0'],
    ['oxlint/oxlint', 'app', 'core', 'worker', 'e2e'],
  ],
};
/** @type {Step} */
export const format = { name: 'format', commands: [['prettier/prettier', '--check', '.']] };
/** @type {Step} */
export const unit = {
  name: 'unit',
  commands: [
    [
      'vitest/vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
  ],
  report: unitReport,
  count: (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests + json.numTodoTests,
  }),
};
/** What tests of a Playwright run left for people: figures, why they were skipped, what passed at the second try alone. */
const notesOf = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(notesOf),
  ...specs.flatMap(({ tests }) =>
    tests
      .flatMap(({ annotations }) => annotations)
      .filter(({ type }) => type === 'figures' || type === 'skip')
      .flatMap(({ description }) => (description === undefined ? [] : [description])),
  ),
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `flaky: ${file}: ${title}`),
];

/** A run of Playwright under the settings of this file. */
const playwright = (config, report) => ({
  commands: [['@playwright/test/playwright', 'test', `--config=${config}`, '--reporter=list,json']],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  report,
  count: ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }),
  notes: notesOf,
});
/** @type {Step} */
export const e2e = { name: 'e2e', ...playwright('e2e/playwright.config.ts', e2eReport) };
const suites = playwright('e2e/conformance/playwright.config.ts', conformanceReport);
/** @type {Step} */
export const conformance = {
  ...suites,
  name: 'conformance',
  commands: [
    ['vite/vite', 'build', '--config', 'e2e/conformance/vite.config.ts', '--logLevel', 'warn'],
    ...suites.commands,
  ],
};

/** `package/command` becomes Node and the script behind it; anything else stays as it is. */
function resolveCommand([command = '', ...args]) {
  if (!command.includes('/')) return [command, ...args];
  const at = command.lastIndexOf('/');
  const folder = join(root, 'node_modules', command.slice(0, at));
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = typeof bin === 'string' ? bin : bin[command.slice(at + 1)];
  return [process.execPath, join(folder, script), ...args];
}

/** @returns {Promise<{ ok: boolean, output: string }>} */
function run(words, env) {
  const [command = '', ...args] = resolveCommand(words);
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
      timeout: deadlineMs,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => {
      if (signal !== null)
        output += `Ended by ${signal} (limit: ${deadlineMs / 60_000} minutes).\n`;
      resolve({ ok: code === 0, output });
    });
  });
}

/**
 * A step without a report counts as one; a failed one never counts no failure, whatever its report says.
 * @returns {Pick<Outcome, 'counts' | 'notes'>}
 */
function readReport(step, ok) {
  const one = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  if (step.report === undefined || !existsSync(step.report)) return { counts: one, notes: [] };
  const json = JSON.parse(readFileSync(step.report, 'utf8'));
  const counts = step.count(json);
  return {
    counts: ok ? counts : { ...counts, failed: Math.max(counts.failed, 1) },
    notes: [...new Set(step.notes?.(json) ?? [])],
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
    const result = await run(words, step.env);
    ok &&= result.ok;
    output += result.output;
  }
  const seconds = (Date.now() - start) / 1000;
  return { name: step.name, ok, output, seconds, ...readReport(step, ok) };
}

/**
 * Runs the steps, two at a time, and prints each with a heading when it ends, its output too when
 * it failed. No failure keeps a later step from running.
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
  await Promise.all([lane(), lane()]);
  return outcomes;
}

function print({ name, ok, output, seconds, counts, notes }, hasTests) {
  const tests = hasTests ? `, ${sumUp([counts])}` : '';
  console.log(`\n── ${name}: ${ok ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s${tests} ──`);
  for (const note of notes) console.log(note);
  if (!ok)
    console.log((process.stdout.isTTY ? output : stripVTControlCharacters(output)).trimEnd());
}

/** `3 passed, 1 failed`, with `, 2 skipped` where there are some. */
export function sumUp(/** @type {Counts[]} */ counts) {
  const sum = (key) => counts.reduce((total, each) => total + each[key], 0);
  const skipped = sum('skipped') === 0 ? '' : `, ${sum('skipped')} skipped`;
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}`;
}

/** A download or an installation that takes longer hangs. */
const installDeadlineMs = 4 * 60_000;

/** Runs a command whose output matters only when it fails. */
export function attempt(/** @type {string[]} */ [command = '', ...args], folder = root) {
  console.log(`${command} ${args.join(' ')} …`);
  const { status, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: installDeadlineMs,
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.log((stderr ?? '').trim().split('\n').slice(-5).join('\n'));
}

/** Runs app/bridge/prepare.mjs, which speaks on stderr alone; whether it succeeded. */
export function prepare(/** @type {'install' | 'build'} */ verb) {
  const script = join(root, 'app', 'bridge', 'prepare.mjs');
  return spawnSync(process.execPath, [script, verb], { stdio: ['ignore', 2, 2] }).status === 0;
}
