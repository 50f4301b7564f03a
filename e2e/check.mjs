/** `npm run check`: types, lint, format and unit tests. Runs them all, ends with a summary. */
import { format, lint, prepare, runSteps, types, unit } from './steps.mjs';

if (!prepare('install')) process.exit(1);
const outcomes = await runSteps([lint, types, unit, format]);

console.log();
for (const { name, ok } of outcomes) console.log(`${ok ? 'passed' : 'FAILED'}  ${name}`);
if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
