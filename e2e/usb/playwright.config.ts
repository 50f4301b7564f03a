import { defineConfig } from '@playwright/test';
import { launchOptions } from '../chromium.ts';
import e2e from '../playwright.config.ts';

const { projects: _, globalSetup: _bundled, ...settings } = e2e;

/** The tests over USB, in the guest, which has one processor; only the full browser has policies. */
export default defineConfig({
  ...settings,
  testDir: '.',
  testMatch: '*.suite.ts',
  outputDir: '../../.cache/usb/results/failures',
  workers: 1,
  fullyParallel: false,
  globalTimeout: 30 * 60_000,
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  use: { ...settings.use, launchOptions },
});
