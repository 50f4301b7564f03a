import { defineConfig } from '@playwright/test';
import e2e from '../playwright.config.ts';

/** The third-party suites. They run after the project's tests, because they have timeouts of half a second. */
export default defineConfig({
  ...e2e,
  testDir: '.',
  testMatch: '*.suite.ts',
  outputDir: '../../test-results/conformance',
  workers: 2,
  // Longer than the timeouts of the programs that the tests run.
  timeout: 100_000,
  retries: 1,
  globalTimeout: 4 * 60_000,
});
