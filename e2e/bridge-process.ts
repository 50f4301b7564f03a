/** Runs the real bridge as a process with its own port and config folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { freePort } from './free-port.ts';

/** The built bridge. */
export const bridgeFile = join(import.meta.dirname, '..', 'dist-bridge', 'bridge.js');

/** Timeout of a start, which reads two secrets and opens a port. */
const startDeadlineMs = 60_000;
/** SIGKILL follows SIGTERM after this time; open sockets must not delay the exit. */
const stopDeadlineMs = 5_000;

const addressSchema = z.object({ url: z.string(), mcp: z.string(), token: z.string() });

/** The JSON that the bridge prints: the console's URL with its secret, the MCP address and token. */
type BridgeAddress = z.infer<typeof addressSchema>;

/** A running bridge; the caller must stop it. */
export interface Bridge extends BridgeAddress {
  readonly port: number;
  /** HANDSET_CONFIG_DIR; removed by `stop`. */
  readonly configDir: string;
  /** The process that runs at present. */
  pid(): number;
  /** Ends the process, gracefully or as in a crash; `resume` starts it again. */
  pause(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same port and config; rejects if its addresses changed. */
  resume(): Promise<void>;
  restart(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the built bridge on a free port with additional `options`; resolves when it listens, rejects
 * with its stderr if it exits.
 */
export async function startBridge(
  program = bridgeFile,
  options: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Bridge> {
  const configDir = await mkdtemp(join(tmpdir(), 'handset-'));
  const port = await freePort();
  const args = [program, '--json', '--no-open', '--port', String(port), ...options];
  const environment = { ...process.env, ...noAdbServer, ...env, HANDSET_CONFIG_DIR: configDir };
  let running = await launch(args, environment);
  const pause: Bridge['pause'] = (signal) => endProcess(running.child, signal);
  const resume = async (): Promise<void> => {
    const before = running.address;
    running = await launch(args, environment);
    if (!isDeepStrictEqual(running.address, before)) {
      throw new Error('The bridge came back with other addresses or secrets.');
    }
  };
  return {
    ...running.address,
    port,
    configDir,
    pid: () => running.child.pid ?? 0,
    pause,
    resume,
    restart: async (signal) => {
      await pause(signal);
      await resume();
    },
    stop: async () => {
      await pause();
      await rm(configDir, { recursive: true, force: true });
    },
  };
}

/** An address where nothing listens and where adb starts none, so that the developer's adb server is not seen. */
const noAdbServer = { ADB_SERVER_SOCKET: 'tcp:127.0.0.2:1' };

interface RunningBridge {
  readonly child: ChildProcess;
  readonly address: BridgeAddress;
}

async function launch(args: readonly string[], env: NodeJS.ProcessEnv): Promise<RunningBridge> {
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderrText = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderrText += text));
  try {
    const line = await firstLine(child.stdout);
    return { child, address: addressSchema.parse(JSON.parse(line)) };
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The bridge did not start: ${stderrText || String(error)}`, { cause: error });
  }
}

function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stream });
    lines.once('line', resolve);
    lines.once('close', () => reject(new Error('It ended without a line.')));
    setTimeout(() => reject(new Error('It printed nothing.')), startDeadlineMs).unref();
  });
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
  await exited;
  clearTimeout(timer);
}
