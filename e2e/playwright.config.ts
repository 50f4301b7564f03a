import { defineConfig } from '@playwright/test';
import { launchOptions } from './chromium.ts';

/** End to end: real agents, the real bridge, a real browser, the demo phone at the byte stream. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Most of them wait for gestures and pages rather than compute.
  workers: 3,
  fullyParallel: true,
  // On a busy machine a test may meet a deadline of the product's own; the run names those as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  // A fault may run into a deadline of the product's own; nothing takes longer than this.
  timeout: 60_000,
  globalTimeout: 16 * 60_000,
  // Every page comes from its host as it is now; offline.spec.ts says otherwise.
  use: { launchOptions, serviceWorkers: 'block' },
});
