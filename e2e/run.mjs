/** Runs a TypeScript program of e2e from any checkout: `node e2e/run.mjs FILE [args …]`. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './steps.mjs';

/** Programs that need no console and no bridge, only packages. */
const withoutBuild = new Set(['demo-phone.ts']);

const [file = '', ...args] = process.argv.slice(2);
if (!prepare(withoutBuild.has(file) ? 'install' : 'build')) process.exit(1);

const child = spawn(
  process.execPath,
  ['--import', import.meta.resolve('tsx'), join(root, 'e2e', file), ...args],
  // npm moves to the checkout; relative names in the arguments mean where the person stands.
  { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // The terminal sends SIGINT to both; the child decides when to end.
  process.on(signal, () => signal === 'SIGINT' || child.kill(signal));
}
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
