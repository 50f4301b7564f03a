import { defineConfig } from '@playwright/test';
import { launchOptions, headlessShellOptions } from './chromium.ts';

/** Many tests that wait more than they compute, so they run beside the others from the start. */
const waiting = ['tools/touch-and-elements.spec.ts', 'tools/text-and-waits.spec.ts'];
/** The slowest tests, and those that need a worker of their own; they start early, so that none runs alone at the end. */
const longest = ['endurance.spec.ts', 'accessibility.spec.ts', 'package.spec.ts'];
/** Workers for tests that compute: on two cores, more would wait for each other. */
const computing = 4;

/** End to end: real agents, the real bridge, a real browser, the demo phone at the byte stream. */
export default defineConfig({
  testDir: '.',
  // `*.test.ts` are unit tests.
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/inventory/{arg}{ext}',
  workers: computing + 2,
  fullyParallel: true,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 2 },
    { name: 'longest', testMatch: longest, workers: computing },
    { name: 'full browser', grep: /@full-browser/, workers: computing, use: { launchOptions } },
    {
      name: 'others',
      testIgnore: [...waiting, ...longest],
      grepInvert: /@full-browser/,
      workers: computing,
    },
  ],
  // CI retries a failed test once; the run lists flaky tests.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  // Assertions poll until they hold; a slow machine must not fail them. steps.mjs limits the whole run.
  timeout: 180_000,
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
  // Pages must come from their host, not from a cache; offline.spec.ts overrides this.
  use: {
    launchOptions: headlessShellOptions,
    serviceWorkers: 'block',
    // Without a GPU every frame of an animation is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
  },
});
