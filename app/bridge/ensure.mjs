/**
 * Installs packages and builds where needed. Plain Node, since it runs before anything is installed.
 * Writes only to stderr: stdout belongs to the program that is started afterwards.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The built bridge; importing it starts it. */
export const bridgeFile = join(root, 'dist-bridge', 'bridge.js');

/** Inputs of the builds. */
const sources = [
  ...['app', 'core', 'worker', 'public'],
  ...[
    'vite.config.ts',
    'svelte.config.js',
    'tsconfig.base.json',
    'package.json',
    'package-lock.json',
  ],
].map((name) => join(root, name));

/** The path's modification time in epoch milliseconds; 0 when it does not exist. */
const changedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The latest modification time of a file, or below a folder; a folder's own time reflects deleted files. */
function newestMs(path) {
  const own = changedMs(path);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

const isInstalled = () =>
  changedMs(join(root, 'node_modules', '.package-lock.json')) >=
    changedMs(join(root, 'package-lock.json')) && existsSync(join(root, 'node_modules'));

function isBuilt() {
  const built = Math.min(changedMs(join(root, 'dist', 'index.html')), changedMs(bridgeFile));
  return built > Math.max(...sources.map(newestMs));
}

/** Runs npm silently; when it fails, prints its output and exits. */
function npm(args, failure) {
  const script = process.env.npm_execpath ?? '';
  // npm sets npm_execpath for its scripts; on Windows the bare `npm` is a batch file.
  const [command, first] = /npm-cli\.js$/.test(script) ? [process.execPath, [script]] : ['npm', []];
  const { status, stdout, stderr, error } = spawnSync(command, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
    maxBuffer: Infinity,
  });
  if (status === 0) return;
  console.error(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n${failure}`);
  process.exit(1);
}

/** Installs the packages unless they are there and match the lockfile. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.error('Installing packages (npm ci), about half a minute …');
  npm(['ci', '--include=dev'], 'The packages could not be installed; npm says why above.');
}

/** Installs, then builds console and bridge unless both are newer than all their inputs. */
export function ensureBuilt() {
  ensureInstalled();
  if (isBuilt()) return;
  console.error('Building Handset …');
  npm(['run', 'build'], 'Handset could not be built; the compiler says why above.');
}
