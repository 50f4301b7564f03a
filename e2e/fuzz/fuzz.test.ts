/** Runs the targets that don't wait: `npm run fuzz` with 100,000 inputs each, `npm run test:more` with 2,000. */
import { testTargets } from './test-targets.ts';

testTargets('every reader of bytes from outside', ({ waits }) => waits !== true);
