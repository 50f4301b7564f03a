/** The real bridge as a process of its own, with its own port and config folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { freePort } from './free-port.ts';

/** The built program. */
export const bridgeFile = join(import.meta.dirname, '..', 'dist-bridge', 'bridge.js');

/** A start reads two secrets and opens a port; one that takes longer hangs. */
const startDeadlineMs = 60_000;
/** From SIGTERM to the end; open sockets must not hold it. */
const stopDeadlineMs = 5_000;

const addressSchema = z.object({ url: z.string(), mcp: z.string(), token: z.string() });

/** What the bridge says of itself: the console's address with its secret, the agents' address and token. */
type BridgeAddress = z.infer<typeof addressSchema>;

/** A running bridge; the caller stops it. */
export interface Bridge extends BridgeAddress {
  readonly port: number;
  /** HANDSET_CONFIG_DIR; removed by `stop`. */
  readonly configDir: string;
  /** Ends the process: in order, or as a crash would. */
  pause(how?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same port and config; rejects when it then names other addresses. */
  resume(): Promise<void>;
  restart(how?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the built bridge on a free port, with these options besides; resolves when it listens,
 * rejects with its words when it ends instead.
 */
export async function startBridge(
  program = bridgeFile,
  options: readonly string[] = [],
): Promise<Bridge> {
  const configDir = await mkdtemp(join(tmpdir(), 'handset-'));
  const port = await freePort();
  const start = [program, '--json', '--no-open', '--port', String(port), ...options];
  let running = await launch(start, configDir);
  const pause: Bridge['pause'] = (how) => end(running.child, how);
  const resume = async (): Promise<void> => {
    const before = running.address;
    running = await launch(start, configDir);
    if (!isDeepStrictEqual(running.address, before)) {
      throw new Error('The bridge came back with other addresses or secrets.');
    }
  };
  return {
    ...running.address,
    port,
    configDir,
    pause,
    resume,
    restart: async (how) => {
      await pause(how);
      await resume();
    },
    stop: async () => {
      await pause();
      await rm(configDir, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly address: BridgeAddress;
}

async function launch(start: readonly string[], configDir: string): Promise<Running> {
  const child = spawn(process.execPath, start, {
    env: { ...process.env, HANDSET_CONFIG_DIR: configDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
  try {
    const line = await firstLine(child.stdout);
    return { child, address: addressSchema.parse(JSON.parse(line)) };
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The bridge did not start: ${words || String(error)}`, { cause: error });
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

async function end(child: ChildProcess, how: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(how);
  const timer = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
  await gone;
  clearTimeout(timer);
}
