import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { launchOptions, headlessShellOptions } from './chromium.ts';

/** The files that take longest and those that need a worker of their own; they start first, so that none runs alone at the end. */
const longest = [
  'cut-connections.spec.ts',
  'endurance.spec.ts',
  'accessibility.spec.ts',
  'package.spec.ts',
];

/** End to end: real agents, the real bridge, a real browser, the demo phone at the byte stream. */
export default defineConfig({
  testDir: '.',
  // The conformance suites take this configuration over from another folder.
  globalSetup: fileURLToPath(new URL('bundle-demo-phone.ts', import.meta.url)),
  // `*.test.ts` are unit tests. `npm run chaos` sets the variable.
  testMatch:
    process.env['HANDSET_CHAOS_POINTS'] === undefined ? '**/!(chaos).spec.ts' : '**/chaos.spec.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/inventory/{arg}{ext}',
  // Three keep two slow cores busy: five took longer in all, and each test half as long again.
  workers: 3,
  fullyParallel: true,
  projects: [
    { name: 'longest', testMatch: longest },
    {
      name: 'full browser',
      testIgnore: longest,
      grep: /@full-browser/,
      use: { launchOptions },
    },
    { name: 'others', testIgnore: longest, grepInvert: /@full-browser/ },
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
