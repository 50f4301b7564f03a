/** `npm run chaos`: every tool with its connection broken at every point of its run; `-- 20` for 20 points of each. */
import { spawnSync } from 'node:child_process';

const [points = '100000'] = process.argv.slice(2);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=more', 'worker/testing/chaos'];
const { status } = spawnSync(process.execPath, vitest, {
  env: { ...process.env, HANDSET_CHAOS_POINTS: points },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
