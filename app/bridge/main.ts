import '../../core/zod-jitless.ts';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tools } from '../../core/tools/registry.ts';
import { type Arguments, DEFAULT_PORT, HELP, parseArguments } from './arguments.ts';
import { clientConfig } from './client-config.ts';
import { configFolder } from './config-folder.ts';
import { greetPerson, greetProgram, pairingUrl } from './greeting.ts';
import { type BridgeOptions, PortInUse, type RunningBridge, startBridge } from './http.ts';
import { openBrowser } from './open-browser.ts';
import { SharedBridge } from './shared-bridge.ts';
import { pipeStdio } from './stdio.ts';
import { Stop } from './stop.ts';
import { type Secrets, loadSecrets, secretsPath } from './token.ts';

const program = fileURLToPath(import.meta.url);

/** The built console lies beside the folder of the built bridge. */
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
  const isFirstStart = !existsSync(secretsPath(folder));
  const secrets = await loadSecrets(folder);
  const options = bridgeOptions(asked, secrets, folder);
  if (asked.stdio) await serveStdio(asked, options, isFirstStart);
  else await serve(asked, options, isFirstStart);
}

function bridgeOptions(asked: Arguments, secrets: Secrets, folder: string): BridgeOptions {
  const whereTokenIs =
    asked.token === null
      ? `It is printed when the bridge starts, and kept in ${secretsPath(folder)}.`
      : 'It is the one the bridge was started with.';
  return {
    port: asked.port,
    token: asked.token ?? secrets.token,
    whereTokenIs,
    pageSecret: secrets.page,
    toolPrefix: asked.toolPrefix,
    consoleFolder: consoleFolder ?? join(dirname(program), '../dist'),
    tools,
  };
}

async function serve(
  asked: Arguments,
  options: BridgeOptions,
  isFirstStart: boolean,
): Promise<void> {
  const bridge = await startBridge(options).catch((error: unknown) => {
    if (!(error instanceof PortInUse)) throw error;
    throw new Stop(1, `${error.message} A bridge may be running already; else use --port.`);
  });
  stopOnSignal(() => bridge.close());
  const greeting = greetingOf(asked, options, bridge);
  process.stdout.write(asked.json ? greetProgram(greeting) : greetPerson(greeting));
  if (asked.open) await openConsole(bridge, greeting.url, isFirstStart);
}

/**
 * Opens the console, and says whether it did. A page that is still open from an earlier start
 * comes back by itself, and a new one could take its place from under its phone.
 */
async function openConsole(
  bridge: RunningBridge,
  url: string,
  isFirstStart: boolean,
): Promise<boolean> {
  if (!isFirstStart && (await bridge.consoleReturns())) return false;
  openBrowser(url);
  return true;
}

function greetingOf(asked: Arguments, options: BridgeOptions, bridge: RunningBridge) {
  const { mcpUrl, consoleUrl, port } = bridge;
  const { token, toolPrefix, pageSecret } = options;
  const prefix = toolPrefix === '' ? [] : ['--tool-prefix', toolPrefix];
  const programArguments = [
    ...(asked.port === DEFAULT_PORT ? [] : ['--port', String(port)]),
    ...prefix,
  ];
  const config = clientConfig({
    mcpUrl,
    token,
    ownToken: asked.token !== null,
    programPath: program,
    programArguments,
  });
  return { url: pairingUrl(consoleUrl, pageSecret), mcpUrl, token, config };
}

/** Stdout belongs to MCP; what a person should know goes to stderr. */
async function serveStdio(
  asked: Arguments,
  options: BridgeOptions,
  isFirstStart: boolean,
): Promise<void> {
  let opened = !asked.open;
  let own: RunningBridge | null = null;
  const open = async (): Promise<void> => {
    if (opened || own === null) return;
    opened = true;
    opened = await openConsole(own, pairingUrl(own.consoleUrl, options.pageSecret), isFirstStart);
  };
  const shared = new SharedBridge({
    agent: `stdio-${process.pid}`,
    bridge: {
      ...options,
      // An agent starts its servers long before it needs them; a tab should open when it does.
      onCallWithoutConsole: () => void open(),
    },
    onStarted: (bridge) => {
      own = bridge;
      const url = pairingUrl(bridge.consoleUrl, options.pageSecret);
      process.stderr.write(`Handset console: ${url}\n`);
    },
  });
  stopOnSignal(() => shared.close());
  await shared.ready();
  const { stdin: input, stdout: output } = process;
  // The agent closed its end; there is nobody left to talk to.
  output.on('error', () => process.exit(0));
  await pipeStdio({ input, output, post: (...message) => shared.post(...message) });
  await shared.close();
}

/** The first signal ends things in order, the second at once. */
function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void close().then(() => process.exit(0));
    });
  }
}
