/** Finds Chrome or Chromium on this machine. Plain Node, since it runs before anything is installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const commands = [
  ...['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'],
  ...['microsoft-edge-stable', 'microsoft-edge'],
];

const appPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
];

/** The name of Debian's package and of its command. */
export const headlessShell = 'chromium-headless-shell';

/** The path of a command found on PATH, or undefined. */
export function findCommand(/** @type {string} */ name) {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, file)).find((path) => existsSync(path));
}

/** The path where Playwright installs its browser, whether or not it is there. */
async function playwrightsOwn() {
  try {
    const { chromium } = await import('@playwright/test');
    return chromium.executablePath();
  } catch {
    return undefined; // Not installed yet, or no browser for this platform.
  }
}

/** Whether the browser starts: a download may lack system libraries. */
function works(/** @type {string | undefined} */ path) {
  if (path === undefined || !existsSync(path)) return false;
  // On Windows --version opens a window instead of answering.
  return process.platform === 'win32' || spawnSync(path, ['--version']).status === 0;
}

/** The browser's executable: HANDSET_BROWSER, the system's, or Playwright's; undefined if there is none. */
export async function findBrowser() {
  if (process.env.HANDSET_BROWSER !== undefined) return process.env.HANDSET_BROWSER;
  return [...commands.map(findCommand), ...appPaths, await playwrightsOwn()].find(works);
}

/**
 * The system's headless shell, which uses less CPU than the full browser; undefined if there is none,
 * or if HANDSET_BROWSER names the browser to test in.
 */
export function findHeadlessShell() {
  const isNamed = process.env.HANDSET_BROWSER !== undefined;
  return process.env.HANDSET_HEADLESS_SHELL ?? (isNamed ? undefined : findCommand(headlessShell));
}
