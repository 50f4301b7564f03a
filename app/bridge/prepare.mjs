/**
 * Starts Handset from a repository, also a fresh clone: `node app/bridge/prepare.mjs VERB [args …]`.
 *
 * - `start`: installs and builds what is missing or outdated, then runs the bridge with the arguments.
 * - `bridge`: runs the bridge as last built, without output and fast, for agents that start it.
 * - `build`, `install`: only that step, where needed.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bridgeFile, ensureBuilt, ensureInstalled } from './ensure.mjs';

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
    console.error('Run npm start once, it builds Handset.');
    process.exitCode = 1;
  },
  build: ensureBuilt,
  install: ensureInstalled,
};

const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
if (run === undefined) {
  console.error(`Unknown verb "${verb}"; there are ${Object.keys(verbs).join(', ')}.`);
  process.exit(2);
}
await run();
