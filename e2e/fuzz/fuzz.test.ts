/** Runs the targets: `npm run fuzz` with 100,000 inputs each, `npm run test:more` with 2,000. */
import { describe, test } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { type Target, fuzz } from './runner.ts';
import { targets } from './targets.ts';

const cases = Number(process.env['HANDSET_FUZZ_CASES'] ?? 2_000);
const seed = Number(process.env['HANDSET_SEED'] ?? 1);
const only = process.env['HANDSET_FUZZ_ONLY'] ?? '';
const chosen = targets.filter(({ name }) => name.includes(only));
const waiting = chosen.filter(({ waits }) => waits === true);

function testAll(some: readonly Target[]): void {
  test.each(some)('$name', { timeout: 0 }, async (target) => await fuzz(target, { cases, seed }));
}

describe('every reader of bytes from outside', () => {
  testAll(chosen.filter(({ waits }) => waits !== true));
  describe.skipIf(waiting.length === 0)('on a driven clock', () => {
    useDrivenClock();
    testAll(waiting);
  });
});
