import '../../core/zod-jitless.ts';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tools } from '../../core/tools/registry.ts';
import { type Secrets, loadSecrets, renewSecrets, secretsPath } from './guard/secrets.ts';
import { IPV4, PortInUse, listen } from './http/listen.ts';
import type { BridgeOptions } from './server/bridge.ts';
import { type Arguments, HELP, configFolder, parseArguments } from './start/arguments.ts';
import { serve, serveStdio } from './start/serve.ts';
import { Stop } from './stop.ts';

const program = fileURLToPath(import.meta.url);

/** The folder of the built console: beside the folder of the built bridge, or from the source file. */
const consoleFolder = [
  join(dirname(program), '../dist'),
  join(dirname(program), '../../dist'),
].find((folder) => existsSync(folder));

try {
  await run(parseArguments(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

async function run(asked: Arguments): Promise<void> {
  if (asked.help) return void process.stdout.write(HELP);
  const folder = configFolder(process.env, process.platform);
  const isFirstStart = asked.newToken || !existsSync(secretsPath(folder));
  const secrets = await (asked.newToken
    ? whileFree(asked.port, () => renewSecrets(folder))
    : loadSecrets(folder));
  const bridge = bridgeOptions(asked, secrets, folder);
  await (asked.stdio ? serveStdio : serve)({ asked, bridge, isFirstStart });
}

/**
 * Does the work while this process holds the port, so that no bridge runs meanwhile: a running bridge
 * would keep the old secrets while everybody else uses the new ones. Also serialises two renewals.
 */
async function whileFree<Result>(port: number, work: () => Promise<Result>): Promise<Result> {
  // Refuses pages that look for their bridge, so that their connections do not delay the start.
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, port, IPV4);
  } catch (error) {
    if (!(error instanceof PortInUse)) throw error;
    throw new Stop(
      1,
      `${error.message}, maybe by a bridge that goes by the old secrets. Stop it first, and the agents that started it; nothing was changed.`,
    );
  }
  try {
    return await work();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

function bridgeOptions(asked: Arguments, secrets: Secrets, folder: string): BridgeOptions {
  const whereTokenIs =
    asked.token === null
      ? `It is printed when the bridge starts, and kept in ${secretsPath(folder)}.`
      : 'It is the one the bridge was started with.';
  return {
    port: asked.port,
    token: asked.token ?? secrets.token,
    ownToken: asked.token !== null,
    whereTokenIs,
    pageSecret: secrets.page,
    toolPrefix: asked.toolPrefix,
    allowedOrigins: asked.allowedOrigins,
    consoleFolder: consoleFolder ?? join(dirname(program), '../dist'),
    programPath: program,
    tools,
  };
}
