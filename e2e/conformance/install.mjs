/** Installs the suites of others that npm test runs; apart, so that nobody else waits for them. Plain Node. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from '../steps.mjs';

/** A folder without code of ours: what is installed there must not stand in for our own packages. */
const folder = join(dirname(fileURLToPath(import.meta.url)), 'programs');

const changedMs = (...names) =>
  statSync(join(folder, ...names), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const areInstalled = () =>
  changedMs('node_modules', '.package-lock.json') >= changedMs('package-lock.json');

/** Without network it says so, and the tests that need them are skipped. */
export function ensureSuites() {
  if (areInstalled()) return;
  attempt(['npm', 'ci', '--ignore-scripts', '--fetch-retries=1'], folder);
  if (!areInstalled())
    console.log('No conformance suites: they could not be installed. Their tests are skipped.');
}
