/** `npm run check`: types, lint, format, unit tests and bundle size. Runs them all and ends with a summary. */
import { format, lint, prepare, runSteps, types, unit, weight } from './steps.mjs';

// Rebuilds only if outdated; the size check needs a build.
if (!(await prepare('build'))) process.exit(1);
const outcomes = await runSteps([unit, lint, types, format, weight]);

console.log();
for (const { name, ok } of outcomes) console.log(`${ok ? 'passed' : 'FAILED'}  ${name}`);
if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
