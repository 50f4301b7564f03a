/** The real `adb` client with its own server, home and keys, so that the developer's are not touched. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { demoPhoneProgram } from './bundle-demo-phone.ts';
import { freePort } from './free-port.ts';

interface AdbResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface AdbClient {
  /** A temporary folder, deleted by `close`. */
  readonly folder: string;
  /** The environment in which other programs find its server. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs `adb ARGS`; a non-zero exit code does not reject. */
  run(...args: string[]): Promise<AdbResult>;
  /** The same, with `input` on stdin. */
  runWithInput(input: string, ...args: string[]): Promise<AdbResult>;
  /** Kills the server and deletes the home folder. */
  close(): Promise<void>;
}

/** Timeout of one adb command, in ms. */
const commandTimeoutMs = 30_000;

/** The program, or undefined if none is installed. */
export function findAdb(): string | undefined {
  return spawnSync('adb', ['version']).status === 0 ? 'adb' : undefined;
}

export async function startAdbClient(adb: string): Promise<AdbClient> {
  const folder = await mkdtemp(join(tmpdir(), 'handset-adb-'));
  const port = await freePort();
  const env = {
    ...process.env,
    HOME: folder,
    ANDROID_SDK_HOME: folder,
    ANDROID_ADB_SERVER_PORT: String(port),
    // Takes precedence, and may be set to the developer's own.
    ADB_SERVER_SOCKET: `tcp:localhost:${port}`,
    ADB_MDNS: '0',
    // Else it connects to emulators by itself, also to one of another test, which then loses its host.
    ADB_LOCAL_TRANSPORT_MAX_PORT: '5554',
  };
  const runWithInput = (input: string | undefined, args: readonly string[]): Promise<AdbResult> =>
    new Promise((resolve) => {
      const options = {
        env,
        encoding: 'buffer',
        timeout: commandTimeoutMs,
        maxBuffer: 2 ** 26,
      } as const;
      const child = execFile(adb, args, options, (error, stdout, stderr) => {
        const exitCode = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        resolve({ stdout, stderr: stderr.toString(), exitCode });
      });
      if (input !== undefined) child.stdin?.end(input);
    });
  return {
    folder,
    env,
    run: (...args) => runWithInput(undefined, args),
    runWithInput: (input, ...args) => runWithInput(input, args),
    close: async () => {
      await runWithInput(undefined, ['kill-server']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface DemoPhoneProcess {
  /** `127.0.0.1:PORT`, which is also its serial. */
  readonly address: string;
  readonly pid: number;
  /** Resolves with its exit code. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<unknown>;
}

/** Starts the bundled `demo-phone.ts` as a process; resolves when it listens, rejects with its output if it exits. */
export async function startDemoPhone(...options: string[]): Promise<DemoPhoneProcess> {
  const port = await freePort();
  const args = [demoPhoneProgram, '--port', `${port}`, ...options];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended: Promise<unknown[]> = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const onOutput = (text: Buffer): void => {
      output += text.toString();
      if (output.includes(`adb connect 127.0.0.1:${port}\n`)) resolve();
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    void ended.then(() => {
      reject(new Error(`The demo phone ended: ${output}`));
    });
  });
  return {
    address: `127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [exitCode] = await ended;
      return exitCode;
    },
  };
}

const touchSchema = z.object({ action: z.string(), x: z.number(), y: z.number() });

/** Reads where fingers went down since the last call, as `x,y`, from the file that a demo phone's `--touches` names. */
export function readTouches(file: string): () => Promise<readonly string[]> {
  let taken = 0;
  return async () => {
    const text = await readFile(file, 'utf8').catch(() => '');
    const lines = text.split('\n').slice(taken, -1);
    taken += lines.length;
    const events = lines.map((line) => touchSchema.parse(JSON.parse(line)));
    return events.filter(({ action }) => action === 'down').map(({ x, y }) => `${x},${y}`);
  };
}
