/**
 * `npm run chaos`: every tool with its connection, page or bridge broken at every point of its run, and at one through
 * a browser and the adb server. `npm run chaos -- 20` takes 20 points, `-- 20 3` three through the browser.
 */
import { spawnSync } from 'node:child_process';

const [points = '100000', browserPoints = '1'] = process.argv.slice(2);

function run(program, args, pointsOfRun) {
  const env = { ...process.env, HANDSET_CHAOS_POINTS: pointsOfRun };
  const { status } = spawnSync(process.execPath, [`node_modules/${program}`, ...args], {
    env,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

run('vitest/vitest.mjs', ['run', '--project=more', 'worker/testing/chaos'], points);
run(
  '@playwright/test/cli.js',
  ['test', '--config=e2e/playwright.config.ts', 'e2e/chaos.spec.ts'],
  browserPoints,
);
