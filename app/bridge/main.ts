import '#core/zod-jitless.ts';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tools } from '#core/tools/registry.ts';
import { type Secrets, loadSecrets, renewSecrets, secretsPath } from './guard/secrets.ts';
import { IPV4, listen } from './http/server.ts';
import { adbServerOptions } from './adb/adb-server.ts';
import type { BridgeOptions } from './bridge.ts';
import { type CliArguments, HELP, configFolder, parseCliArguments } from './start/arguments.ts';
import { serve, serveStdio } from './start/serve.ts';
import { CliError, PortInUseError } from './errors.ts';

const program = fileURLToPath(import.meta.url);

/** The folder of the built console: beside the folder of the built bridge, or from the source file. */
const consoleFolder = [
  join(dirname(program), '../dist'),
  join(dirname(program), '../../dist'),
].find((folder) => existsSync(folder));

try {
  await runBridge(parseCliArguments(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

async function runBridge(args: CliArguments): Promise<void> {
  if (args.help) return void process.stdout.write(HELP);
  const folder = configFolder(process.env, process.platform);
  const isFirstStart = args.newToken || !existsSync(secretsPath(folder));
  const secrets = await (args.newToken
    ? withPortHeld(args.port, () => renewSecrets(folder))
    : loadSecrets(folder));
  const bridge = bridgeOptions(args, secrets, folder);
  await (args.stdio ? serveStdio : serve)({ args, bridge, isFirstStart });
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
    toolPrefix: args.toolPrefix,
    allTools: args.allTools,
    allowedOrigins: args.allowedOrigins,
    allowAdb: args.allowAdb,
    adbServer: adbServerOptions(process.env, process.platform),
    consoleFolder: consoleFolder ?? join(dirname(program), '../dist'),
    programPath: program,
    tools,
  };
}
