/** `npm run check`: types, lint, format, unit tests and weight. Runs them all, ends with a summary. */
import { format, lint, prepare, runSteps, types, unit, weight } from './steps.mjs';

// Built where it is old: only what was built can be weighed.
if (!prepare('build')) process.exit(1);
const outcomes = await runSteps([lint, unit, types, format, weight]);

console.log();
for (const { name, ok } of outcomes) console.log(`${ok ? 'passed' : 'FAILED'}  ${name}`);
if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
