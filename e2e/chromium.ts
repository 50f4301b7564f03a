import type { LaunchOptions } from '@playwright/test';
import { findBrowser, findHeadlessShell } from './browser.mjs';

const shellPath = findHeadlessShell();
/** The executable of this machine's Chrome or Chromium; undefined where there is none. */
export const browserPath = await findBrowser();
// Playwright's workers need not look again.
if (shellPath !== undefined) process.env['HANDSET_HEADLESS_SHELL'] = shellPath;
if (browserPath !== undefined) process.env['HANDSET_BROWSER'] = browserPath;

/** Headless, and quiet: no sandbox (containers run as root), no GPU, no phoning home. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The full browser in its headless mode, as people have it. */
export const launchOptions: LaunchOptions = {
  ...(browserPath !== undefined && { executablePath: browserPath }),
  args,
};

/**
 * The headless shell where there is one: what most tests run in. Unlike the full browser it fits
 * glyphs to whole pixels unless told not to, and lines break elsewhere.
 */
export const shellOptions: LaunchOptions = {
  ...launchOptions,
  ...(shellPath !== undefined && {
    executablePath: shellPath,
    args: [...args, '--font-render-hinting=none'],
  }),
};
