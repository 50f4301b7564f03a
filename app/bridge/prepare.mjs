/**
 * Starts Handset from a repository, also a fresh clone: `node app/bridge/prepare.mjs VERB [args …]`.
 *
 * - `start`: installs and builds what is missing or outdated, then runs the bridge with the arguments.
 * - `bridge`: runs the bridge as last built, without output and fast, for agents that start it.
 * - `build`, `install`: only that step, where needed.
 *
 * Plain Node, since it runs before anything is installed. Writes only to stderr: stdout belongs to the
 * program that is started afterwards.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The root folder of the repository. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The built bridge; importing it starts it. */
const bridgeFile = join(root, 'dist-bridge', 'bridge.js');

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
function ensureInstalled() {
  if (isInstalled()) return;
  console.error('Installing packages (npm ci); this takes about half a minute …');
  npm(['ci', '--include=dev'], "The packages couldn't be installed; see npm's output above.");
}

/** Installs, then builds console and bridge unless both are newer than all their inputs. */
function ensureBuilt() {
  ensureInstalled();
  if (isBuilt()) return;
  console.error('Building Handset …');
  npm(['run', 'build'], "Handset couldn't be built; see the compiler's output above.");
}

const [verb = '', ...rest] = process.argv.slice(2);
const args = rest[0] === '--' ? rest.slice(1) : rest;

/** Runs the bridge in this process, so that it gets signals and stdio directly. */
async function runBridge() {
  process.argv = [process.execPath, bridgeFile, ...args];
  await import(pathToFileURL(bridgeFile).href);
}

const verbs = {
  start: () => {
    ensureBuilt();
    return runBridge();
  },
  bridge: () => {
    if (existsSync(bridgeFile)) return runBridge();
    console.error('Run npm start once; it builds Handset.');
    process.exitCode = 1;
  },
  build: ensureBuilt,
  install: ensureInstalled,
};

const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
if (run === undefined) {
  console.error(`Unknown command "${verb}". Known commands: ${Object.keys(verbs).join(', ')}.`);
  process.exit(2);
}
await run();
