import { describe, test } from 'vitest';
import { type Target, fuzz } from './runner.ts';
import { targets } from './targets.ts';

const cases = Number(process.env['HANDSET_FUZZ_CASES'] ?? 2_000);
const seed = Number(process.env['HANDSET_SEED'] ?? 1);
const only = process.env['HANDSET_FUZZ_ONLY'] ?? '';

/** Declares the tests of some targets, as far as `--only` names them. */
export function testTargets(name: string, isHere: (target: Target) => boolean): void {
  const chosen = targets.filter((target) => target.name.includes(only) && isHere(target));
  describe.skipIf(chosen.length === 0)(name, () => {
    test.each(chosen)('$name', { timeout: 0 }, async (target) => {
      await fuzz(target, { cases, seed });
    });
  });
}
