/** `npm run fuzz -- [--only NAME] [--cases N] [--seed N]`: feeds the readers whose name contains NAME, all by default. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../steps.mjs';

const option = { type: 'string' };
const { values } = parseArgs({ options: { only: option, cases: option, seed: option } });
const { only = '', cases = '100000', seed = '1' } = values;
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project=fuzz', '--reporter=verbose'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HANDSET_FUZZ_ONLY: only, HANDSET_FUZZ_CASES: cases, HANDSET_SEED: seed },
  },
);
process.exitCode = status ?? 1;
