/** Runs only the conformance suites: `node e2e/conformance/run.mjs`. */
import { conformance, prepare, runSteps } from '../steps.mjs';
import { ensureSuites } from './install.mjs';

if (!(await prepare('build'))) process.exit(1);
await ensureSuites();
const [outcome] = await runSteps([conformance]);
if (!outcome?.ok) process.exitCode = 1;
