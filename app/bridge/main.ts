import '#core/zod-jitless.ts';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { startCommand } from '#core/clients/client-setup.ts';
import { tools } from '#core/tools/registry.ts';
import { handsetVersion } from '#core/version.ts';
import { examine, parseDoctorArguments } from './doctor/doctor.ts';
import { thisComputer } from './doctor/computer.ts';
import { type Secrets, loadSecrets, renewSecrets, secretsPath } from './guard/secrets.ts';
import { IPV4, listen } from './http/server.ts';
import { adbServerOptions } from './adb/adb-server.ts';
import { type BridgeOptions, agentSetup } from './bridge.ts';
import { setUp } from './setup/setup.ts';
import {
  type CliArguments,
  configFolder,
  helpText,
  parseCliArguments,
  parsePort,
  parseSetupArguments,
} from './start/arguments.ts';
import { serve, serveStdio } from './start/serve.ts';
import { CliError, PortInUseError } from './errors.ts';

const program = fileURLToPath(import.meta.url);

/** How a user starts this program. */
const command = startCommand({ programPath: program });

/** The folder of the built console: beside the folder of the built bridge, or from the source file. */
const consoleFolder = [
  join(dirname(program), '../dist'),
  join(dirname(program), '../../dist'),
].find((folder) => existsSync(folder));

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader, such as `head`, has read enough; the work goes on.
  if (error.code !== 'EPIPE') throw error;
});
try {
  const argv = process.argv.slice(2);
  const [action, ...rest] = argv;
  if (action !== 'doctor' && action !== 'setup') {
    await runBridge(parseCliArguments(argv, process.env));
  } else if (rest.includes('--help')) {
    process.stdout.write(helpText(command));
  } else {
    await (action === 'doctor' ? runDoctor : runSetup)(rest);
  }
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

async function runBridge(args: CliArguments): Promise<void> {
  if (args.version) return void process.stdout.write(`${handsetVersion}\n`);
  if (args.help) return void process.stdout.write(helpText(command));
  const folder = configFolder(process.env, process.platform);
  const isFirstStart = args.newToken || !existsSync(secretsPath(folder));
  const secrets = await (args.newToken
    ? withPortHeld(args.port, () => renewSecrets(folder))
    : loadSecrets(folder));
  const bridge = bridgeOptions(args, secrets, folder);
  await (args.stdio ? serveStdio : serve)({ args, bridge, isFirstStart });
}

async function runDoctor(argv: readonly string[]): Promise<void> {
  const { text, hasProblem } = await examine({
    port: parsePort(parseDoctorArguments(argv).port),
    folder: configFolder(process.env, process.platform),
    computer: thisComputer,
  });
  process.stdout.write(text);
  if (hasProblem) process.exitCode = 1;
}

async function runSetup(argv: readonly string[]): Promise<void> {
  const { client, undo, yes, bridge } = parseSetupArguments(argv, process.env);
  const isDone = await setUp({
    client,
    undo,
    agent: agentSetup({ ...bridge, token: '', ownToken: false, programPath: program }, bridge.port),
    folder: configFolder(process.env, process.platform),
    platform: process.platform,
    env: process.env,
    command,
    print: (text) => void process.stdout.write(text),
    confirm: yes ? () => Promise.resolve(true) : askInTerminal,
  });
  if (!isDone) process.exitCode = 1;
}

/** Asks in the terminal; without one the answer is no. */
async function askInTerminal(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stdout.write('Add --yes to do this without being asked.\n');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // After Ctrl+C and Ctrl+D some versions of Node reject the question, others leave it open.
  const closed = once(terminal, 'close').then(() => '');
  const asked = terminal.question(`${question} [y/N] `).catch(() => '');
  const answer = await Promise.race([asked, closed]);
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

/**
 * Does the work while this process holds the port, so that no bridge runs meanwhile: a running bridge
 * would keep the old secrets while everybody else uses the new ones. Also serialises two renewals.
 */
async function withPortHeld<Result>(port: number, work: () => Promise<Result>): Promise<Result> {
  // Refuses pages that look for their bridge, so that their connections do not delay the start.
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, port, IPV4);
  } catch (error) {
    if (!(error instanceof PortInUseError)) throw error;
    throw new CliError(
      1,
      `${error.message}, possibly by a bridge that uses the old secrets. Stop it and the agents that started it, then try again. Nothing was changed.`,
    );
  }
  try {
    return await work();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

function bridgeOptions(args: CliArguments, secrets: Secrets, folder: string): BridgeOptions {
  const tokenLocation =
    args.token === null
      ? `It is printed when the bridge starts, and kept in ${secretsPath(folder)}.`
      : 'It is the one the bridge was started with.';
  return {
    port: args.port,
    token: args.token ?? secrets.token,
    ownToken: args.token !== null,
    tokenLocation,
    pageSecret: secrets.page,
    configFolder: folder,
    toolPrefix: args.toolPrefix,
    allTools: args.allTools,
    screenReader: args.screenReader,
    allowedOrigins: args.allowedOrigins,
    allowAdb: args.allowAdb,
    filesFolder: args.filesFolder,
    adbServer: adbServerOptions(process.env, process.platform),
    consoleFolder: consoleFolder ?? join(dirname(program), '../dist'),
    programPath: program,
    tools,
  };
}
