/** `doctor`: finds out why a phone or an agent can't connect, and says what to do about it. */
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { describeThrown } from '#core/errors.ts';
import { handsetVersion } from '#core/version.ts';
import { engines } from '../../../package.json';
import { CliError, PortInUseError } from '../errors.ts';
import { isExpired } from '../guard/agent-tokens.ts';
import { type Secrets, findSecrets, newChallenge, secretsPath } from '../guard/secrets.ts';
import { IPV4, IPV6, listen, listenIfAvailable } from '../http/server.ts';
import { connectToBridge } from '../shared-bridge.ts';
import { type Computer, type Finding, checkAdbServer, checkBrowser, checkUsb } from './computer.ts';

/** What `doctor` is started with. */
interface DoctorOptions {
  readonly port: number;
  /** The folder of the secrets. */
  readonly folder: string;
  readonly computer: Computer;
}

/** The text of all findings, and whether any is a problem. */
export async function examine(options: DoctorOptions): Promise<{
  readonly text: string;
  readonly hasProblem: boolean;
}> {
  const { computer, folder, port } = options;
  const stored = await checkSecrets(folder);
  const findings = await Promise.all([
    checkBrowser(computer),
    checkPort(port, stored.secrets),
    checkAdbServer(computer),
    ...(computer.platform === 'linux' ? [checkUsb(computer)] : []),
  ]);
  const all = [
    checkNode(process.versions.node),
    ...findings.flat(),
    stored.finding,
    ...checkTokens(stored.secrets),
  ];
  return {
    text: `Handset ${handsetVersion}\n\n${all.map(toLines).join('')}`,
    hasProblem: all.some(({ state }) => state === 'problem'),
  };
}

const marks = { ok: 'ok', note: '--', problem: '!!' } as const;

function toLines({ state, subject, text, cures = [] }: Finding): string {
  const indent = ' '.repeat(16);
  return `${marks[state]}  ${subject.padEnd(12)}${text}\n${cures.map((line) => `${indent}${line}\n`).join('')}`;
}

/** The oldest version that `package.json` allows. */
const oldestNode = engines.node.replace(/^>=/, '');

function checkNode(version: string): Finding {
  const [current = 0, oldest = 0] = [version, oldestNode].map(versionNumber);
  return current >= oldest
    ? { state: 'ok', subject: 'Node', text: version }
    : {
        state: 'problem',
        subject: 'Node',
        text: `${version} is too old.`,
        cures: [`Install Node ${oldestNode} or newer.`],
      };
}

/** Major and minor version as one number. */
function versionNumber(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
}

async function checkSecrets(
  folder: string,
): Promise<{ readonly secrets: Secrets | null; readonly finding: Finding }> {
  const subject = 'Secrets';
  try {
    const secrets = await findSecrets(folder);
    const path = secretsPath(folder);
    const text =
      secrets === null
        ? `${path} will be created at the first start.`
        : `${path}, which only you can read`;
    return { secrets, finding: { state: secrets === null ? 'note' : 'ok', subject, text } };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { secrets: null, finding: { state: 'problem', subject, text: error.message } };
  }
}

/** The tokens with which an agent is refused. */
function checkTokens(secrets: Secrets | null): readonly Finding[] {
  const refused = [
    ...(secrets?.isSharedAccepted === false
      ? ['Agents with the shared token are refused: each needs a token of its own.']
      : []),
    ...(secrets?.agents ?? [])
      .filter(isExpired)
      .map(({ agent }) => `The token of ${agent} has expired.`),
  ];
  const cures = ['Make one in the Agents panel of the console: “New agent token”.'];
  return refused.map((text) => ({ state: 'note', subject: 'Agents', text, cures }));
}

async function checkPort(port: number, secrets: Secrets | null): Promise<Finding> {
  const subject = 'Port';
  try {
    await tryPort(port);
    return { state: 'ok', subject, text: `${port} is free.` };
  } catch (error) {
    if (error instanceof PortInUseError) return describeHolder(port, secrets);
    return {
      state: 'problem',
      subject,
      text: describeThrown(error),
      cures: ['Choose another port with --port.'],
    };
  }
}

/** Rejects as `listen` does where the port is not free. */
async function tryPort(port: number): Promise<void> {
  const servers = [createServer(), createServer()] as const;
  try {
    await listen(servers[0], port, IPV4);
    await listenIfAvailable(servers[1], port, IPV6);
  } finally {
    servers.forEach((server) => server.close());
  }
}

async function describeHolder(port: number, secrets: Secrets | null): Promise<Finding> {
  const subject = 'Port';
  // Without secrets no bridge can prove to be ours, and nothing of its answer is shown.
  const known = secrets ?? { token: newChallenge(), page: newChallenge() };
  const shared = await connectToBridge(port, { token: known.token, pageSecret: known.page });
  if (typeof shared !== 'string') {
    const { version, hasConsole } = shared.health;
    shared.close();
    const tab = hasConsole
      ? 'a console is open'
      : 'no console is open: open the address it printed';
    return { state: 'ok', subject, text: `Handset ${version} runs on port ${port}; ${tab}.` };
  }
  const holder =
    shared === 'unverified'
      ? 'a bridge with a different token or configuration folder'
      : 'another program';
  return {
    state: 'problem',
    subject,
    text: `${port} is in use by ${holder}.`,
    cures: ['Stop it, or choose another port with --port.'],
  };
}

/** Parses the options after `doctor`. Throws `CliError` with exit code 2. */
export function parseDoctorArguments(argv: readonly string[]): { readonly port?: string } {
  try {
    return parseArgs({ args: [...argv], options: { port: { type: 'string' } } }).values;
  } catch (error) {
    throw new CliError(2, `${describeThrown(error).split(/\. |\n/)[0] ?? ''}. See --help.`);
  }
}
