/**
 * Starts Handset from a checkout, also a fresh one: `node app/bridge/prepare.mjs VERB [args …]`.
 *
 * - `start`: installs and builds what is missing or old, then runs the bridge with the arguments.
 * - `bridge`: runs the bridge as it was last built; quiet and quick, for agents that start it.
 * - `build`, `install`: only that, where needed.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bridgeFile, ensureBuilt, ensureInstalled } from './ensure.mjs';

const [verb = '', ...rest] = process.argv.slice(2);
const args = rest[0] === '--' ? rest.slice(1) : rest;

/** Runs the bridge in this process, so that signals and stdio are its own. */
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
