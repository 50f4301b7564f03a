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
const startDeadlineMs = 15_000;
/** From SIGTERM to the end; open sockets must not hold it. */
const stopDeadlineMs = 5_000;

const addressSchema = z.object({ url: z.string(), mcp: z.string(), token: z.string() });

/** What the bridge says of itself: the console's address with its secret, the agents' address and token. */
export type BridgeAddress = z.infer<typeof addressSchema>;

/** A running bridge; the caller stops it. */
export interface Bridge extends BridgeAddress {
  readonly port: number;
  /** HANDSET_CONFIG_DIR; removed by `stop`. */
  readonly configDir: string;
  /** Ends the process. */
  pause(): Promise<void>;
  /** Starts it again on the same port and config; rejects when it then names other addresses. */
  resume(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built bridge on a free port; resolves when it listens, rejects with its words when it ends instead. */
export async function startBridge(): Promise<Bridge> {
  const configDir = await mkdtemp(join(tmpdir(), 'handset-'));
  const port = await freePort();
  let running = await launch(port, configDir);
  const pause = (): Promise<void> => end(running.child);
  const resume = async (): Promise<void> => {
    const before = running.address;
    running = await launch(port, configDir);
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
    restart: async () => {
      await pause();
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

async function launch(port: number, configDir: string): Promise<Running> {
  const args = [bridgeFile, '--json', '--no-open', '--port', String(port)];
  const child = spawn(process.execPath, args, {
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

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
  await gone;
  clearTimeout(timer);
}
