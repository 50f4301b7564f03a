/** Runs npm from a build. Plain Node without npm packages. */
import { spawnSync } from 'node:child_process';

/** Runs npm without output. Throws an Error with npm's reason as its message. */
export function runNpm(/** @type {string[]} */ args, /** @type {number} */ deadlineMs) {
  const script = process.env.npm_execpath ?? '';
  // npm passes the path of its script to programs it starts; on Windows the bare command is a batch
  // file.
  const direct = /npm-cli\.js$/.test(script);
  const [command = '', ...first] = direct ? [process.execPath, script] : ['npm'];
  const { status, stderr, error } = spawnSync(command, [...first, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: !direct && process.platform === 'win32',
    timeout: deadlineMs,
  });
  if (status === 0) return;
  throw new Error(error?.message ?? reasonIn(stderr) ?? `npm ended with status ${status}`);
}

/** The first line of npm's output that is a sentence; earlier ones only have codes. */
const reasonIn = (/** @type {string} */ stderr) =>
  /^npm error (?!code |syscall |errno )(.+)$/m.exec(stderr)?.[1]?.trim().replace(/\.$/, '');
