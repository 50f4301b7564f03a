/** Installs the third-party conformance suites; only their tests need them. Plain Node. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from '../steps.mjs';

/** A folder without our code, so that its packages cannot shadow the project's. */
const folder = join(dirname(fileURLToPath(import.meta.url)), 'programs');

const changedMs = (...names) =>
  statSync(join(folder, ...names), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const areInstalled = () =>
  changedMs('node_modules', '.package-lock.json') >= changedMs('package-lock.json');

/** Installs the suites if outdated. Without network it prints that their tests are skipped. */
export async function ensureSuites() {
  if (areInstalled()) return;
  await attempt(['npm', 'ci', '--ignore-scripts', '--fetch-retries=1'], folder);
  if (!areInstalled())
    console.log("No conformance suites: they couldn't be installed. Their tests are skipped.");
}
