import type { LaunchOptions } from '@playwright/test';
import { findBrowser, findHeadlessShell } from './browser.mjs';

const shellPath = findHeadlessShell();
/** The executable of this machine's Chrome or Chromium; undefined if there is none. */
export const browserPath = await findBrowser();
// Spares Playwright's worker processes the search.
if (shellPath !== undefined) process.env['HANDSET_HEADLESS_SHELL'] = shellPath;
if (browserPath !== undefined) process.env['HANDSET_BROWSER'] = browserPath;

/** No sandbox (containers run as root), no GPU, no background network requests. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The full browser in its headless mode. */
export const launchOptions: LaunchOptions = {
  ...(browserPath !== undefined && { executablePath: browserPath }),
  args,
};

/**
 * The headless shell if there is one, in which most tests run. Without the font flag it would fit
 * glyphs to whole pixels, unlike the full browser, and break lines elsewhere.
 */
export const shellOptions: LaunchOptions = {
  ...launchOptions,
  ...(shellPath !== undefined && {
    executablePath: shellPath,
    args: [...args, '--font-render-hinting=none'],
  }),
};
