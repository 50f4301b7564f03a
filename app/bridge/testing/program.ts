/** The built bridge as users and agents start it: one file, run by Node in its own process. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import * as z from 'zod';
import { temporaryFolder } from './bridge.ts';
import type { StdioProgram } from './clients.ts';

type Program = ChildProcessByStdio<Writable, Readable, Readable>;

const startupJson = z.object({ url: z.string(), mcp: z.string(), token: z.string() });
const secretsFile = z.object({ token: z.string(), page: z.string() });

/** The exit code and output of a program. */
export interface ProgramResult {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** A bridge process that has printed its addresses as JSON. */
interface AnnouncedBridge extends z.infer<typeof startupJson> {
  readonly child: Program;
  readonly port: number;
}

/** The built program, with a separate config folder for each test. */
class BuiltBridge {
  /** The built file. */
  path = '';
  /** The folder where it looks for the built console; empty until a test writes to it. */
  consoleFolder = '';
  /** The folder of this test's secrets. */
  configFolder = '';

  /** Starts it; it is killed after the test. */
  start(...args: string[]): Program {
    const program = this.command('--no-open', ...args);
    const child = spawn(program.command, program.args, {
      env: program.env,
      cwd: tmpdir(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  /** The command line and environment that a client must start. */
  command(...args: string[]): StdioProgram {
    const env = { PATH: process.env['PATH'] ?? '', HANDSET_CONFIG_DIR: this.configFolder };
    return { command: process.execPath, args: [this.path, ...args], env };
  }

  /** Runs it until it exits, with an empty stdin. */
  async runToEnd(...args: string[]): Promise<ProgramResult> {
    const child = this.start(...args);
    child.stdin.end();
    const exit = once(child, 'exit');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = (await exit) as unknown[]; // Typed any[] by Node.
    return { code, stdout, stderr };
  }

  /** Starts a bridge and reads its line of JSON. */
  async startJson(...args: string[]): Promise<AnnouncedBridge> {
    const child = this.start('--json', ...args);
    const [line] = (await once(child.stdout, 'data')) as unknown[]; // Typed any[] by Node.
    const addresses = startupJson.parse(JSON.parse(String(line)));
    return { ...addresses, child, port: Number(new URL(addresses.mcp).port) };
  }

  /** Reads the stored secrets. */
  async secrets(): Promise<z.infer<typeof secretsFile>> {
    const content = await readFile(join(this.configFolder, 'secrets.json'), 'utf8');
    return secretsFile.parse(JSON.parse(content));
  }
}

/** Builds the bridge once for a test file, into a folder that is deleted afterwards. */
export function builtBridge(): BuiltBridge {
  const built = new BuiltBridge();
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'handset-bridge-'));
    const programFolder = join(folder, 'dist-bridge');
    built.path = join(programFolder, 'bridge.js');
    built.consoleFolder = join(folder, 'dist');
    await mkdir(built.consoleFolder);
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const args = ['build', '--config', 'app/bridge/vite.config.ts', '--outDir', programFolder];
    await promisify(execFile)(process.execPath, [vite, ...args], { cwd: root });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    built.configFolder = await temporaryFolder();
  });
  return built;
}

/** A port that no program listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No TCP address.');
  return address.port;
}
