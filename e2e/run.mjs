/** Runs a TypeScript program of e2e, with everything it needs installed and built: `node e2e/run.mjs FILE [args …]`. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './steps.mjs';

/** Programs that need only packages, no build. */
const withoutBuild = new Set(['demo-phone.ts']);

const [file = '', ...args] = process.argv.slice(2);
if (!(await prepare(withoutBuild.has(file) ? 'install' : 'build'))) process.exit(1);

const child = spawn(
  process.execPath,
  ['--import', import.meta.resolve('tsx'), join(root, 'e2e', file), ...args],
  // npm changes to the repository's root; paths in arguments are relative to the user's folder.
  { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // The terminal sends SIGINT to the child too, which exits by itself.
  process.on(signal, () => signal === 'SIGINT' || child.kill(signal));
}
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
