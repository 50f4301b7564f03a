import type { LaunchOptions } from '@playwright/test';
import { findBrowser } from './browser.mjs';

/** The executable of this machine's Chrome or Chromium; undefined where there is none. */
export const browserPath = await findBrowser();
// Playwright's workers need not look again.
if (browserPath !== undefined) process.env['HANDSET_BROWSER'] = browserPath;

/** A headless browser that keeps to itself: no sandbox (containers run as root), no GPU, no phoning home. */
export const launchOptions: LaunchOptions = {
  ...(browserPath !== undefined && { executablePath: browserPath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
