import { resolvePath } from './text.ts';
import { decodeUtf8, encodeUtf8 } from '../bytes.ts';
import { isDirectory } from './redirect.ts';
import type { RunningShell } from './state.ts';
import type { Streams } from './streams.ts';

/** Thrown by `exit` to end the current shell. */
export class ShellExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

type Builtin = (
  shell: RunningShell,
  argv: readonly [string, ...string[]],
  streams: Streams,
) => Promise<number>;

/** Commands that act on the shell's own state. */
export const builtins: Readonly<Record<string, Builtin>> = {
  ':': async () => 0,
  cd: changeDirectory,
  pwd: async ({ state }, _argv, { stdout }) => {
    await stdout(encodeUtf8(`${state.directory}\n`));
    return 0;
  },
  exit: async ({ state }, [, code]) => {
    throw new ShellExit((code === undefined ? state.status : Number(code)) & 0xff);
  },
  export: async ({ state }, [, ...names]) => {
    for (const argument of names) {
      const [name = '', ...value] = argument.split('=');
      if (value.length > 0) state.set(name, value.join('='));
      state.export(name);
    }
    return 0;
  },
  wait: async (shell, [, ...pids]) => {
    if (pids.length === 0) await shell.waitForJobs();
    let status = 0;
    for (const pid of pids) status = await shell.waitForJob(Number(pid));
    return status;
  },
  read: readLine,
  // The real adb runs `exec logcat …`.
  exec: async (shell, [, name, ...rest], streams) => {
    if (name === undefined) return 0;
    throw new ShellExit(await shell.invoke([name, ...rest], new Map(), streams));
  },
};

async function changeDirectory(
  shell: RunningShell,
  [, target]: readonly [string, ...string[]],
  streams: Streams,
): Promise<number> {
  const path = resolvePath(shell.state.directory, target ?? shell.state.get('HOME') ?? '/');
  const stat = shell.setup.system.files.stat(path);
  if (stat && isDirectory(stat.mode)) {
    shell.state.directory = path;
    return 0;
  }
  const reason = stat ? 'Not a directory' : 'No such file or directory';
  await shell.printError(streams, `cd: ${target ?? path}: ${reason}`);
  return 2;
}

async function readLine(
  { state }: RunningShell,
  [, ...args]: readonly [string, ...string[]],
  { stdin }: Streams,
): Promise<number> {
  const names = args.filter((word) => !word.startsWith('-'));
  const line = await stdin.readLine();
  const text = line === undefined ? '' : decodeUtf8(line).replace(/\n$/, '').trim();
  const fields = text.split(/[ \t]+/);
  (names.length === 0 ? ['REPLY'] : names).forEach((name, i, all) => {
    state.set(name, i === all.length - 1 ? fields.slice(i).join(' ') : (fields[i] ?? ''));
  });
  return line?.at(-1) === 0x0a ? 0 : 1;
}
