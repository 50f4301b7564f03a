import { defineConfig } from '@playwright/test';
import { launchOptions, shellOptions } from './chromium.ts';

/** Where most of the time goes: what begins last must not be what takes longest. */
const longest = [
  'tools/every-phone.spec.ts',
  'tools/words-and-waits.spec.ts',
  'endurance.spec.ts',
  'accessibility.spec.ts',
];

/** End to end: real agents, the real bridge, a real browser, the demo phone at the byte stream. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Most of them wait for gestures and pages rather than compute.
  workers: 3,
  fullyParallel: true,
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'full browser', grep: /@full-browser/, use: { launchOptions } },
    { name: 'others', testIgnore: longest, grepInvert: /@full-browser/ },
  ],
  // A net: the run names what fell into it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  // Slowness alone fails nothing: waits are polls with room for a machine that has other things to do.
  timeout: 180_000,
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
  globalTimeout: 45 * 60_000,
  // Every page comes from its host as it is now; offline.spec.ts says otherwise.
  use: { launchOptions: shellOptions, serviceWorkers: 'block', actionTimeout: 30_000 },
});
