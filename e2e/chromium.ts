import type { LaunchOptions } from '@playwright/test';
import { findBrowser, findHeadlessShell } from './browser.mjs';

const headlessShellPath = findHeadlessShell();
/** The executable of this machine's Chrome or Chromium; undefined if there is none. */
export const browserPath = await findBrowser();
// Spares Playwright's worker processes the search.
if (headlessShellPath !== undefined) process.env['HANDSET_HEADLESS_SHELL'] = headlessShellPath;
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
export const headlessShellOptions: LaunchOptions = {
  ...launchOptions,
  ...(headlessShellPath !== undefined && {
    executablePath: headlessShellPath,
    args: [...args, '--font-render-hinting=none'],
  }),
};
