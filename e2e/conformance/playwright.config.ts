import { defineConfig } from '@playwright/test';
import e2e from '../playwright.config.ts';

/** The suites of others, after the project's own tests: theirs have deadlines of half a second. */
export default defineConfig({
  ...e2e,
  testDir: '.',
  testMatch: '*.suite.ts',
  outputDir: '../../test-results/conformance',
  workers: 2,
  // Longer than the programs that it waits for.
  timeout: 100_000,
  retries: 1,
  globalTimeout: 4 * 60_000,
});
