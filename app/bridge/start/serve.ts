import { spawn } from 'node:child_process';
import type { ClientConfig, ClientSetup } from '#core/clients/client-setup.ts';
import { anyClient, claudeCode } from '#core/clients/clients.ts';
import type { AgentSetup } from '#core/relay/frames.ts';
import { handsetVersion } from '#core/version.ts';
import { agentSetup, type BridgeOptions, type RunningBridge } from '../bridge.ts';
import { IPV4 } from '../http/server.ts';
import { LIMITS, WAITS } from '../limits.ts';
import {
  SharedBridge,
  startOrConnect,
  type BridgeHealth,
  type SharedBridgeConnection,
} from '../shared-bridge.ts';
import { pipeStdio } from '../stdio.ts';
import type { CliArguments, OpenMode } from './arguments.ts';

/** The console's address with the page secret in the fragment, which browsers never send. */
function pairingUrl(consoleUrl: string, pageSecret: string): string {
  return `${consoleUrl}#bridge=${pageSecret}`;
}

/** What to print when the bridge has started. */
interface StartupInfo {
  /** The console's address with its secret. */
  readonly url: string;
  /** The same for each allowed hosted console. */
  readonly hosted: readonly string[];
  readonly setup: AgentSetup;
  /** Whether the secrets are new and replace ones that consoles and agents still have. */
  readonly isNew: boolean;
}

/** The startup text for a user, with configurations to paste. */
function startupText(startup: StartupInfo): string {
  const { setup, isNew } = startup;
  const any = anyClient(setup, null);
  return `
Handset ${handsetVersion}

${addressLines(startup)}
${isNew ? NEW_SECRETS : ''}
Open the console in Chrome and connect a phone there.

Any MCP client, over HTTP:

${configText(any, 'http')}

Claude Code:

${configText(claudeCode(setup, null), 'http')}

Any MCP client, over stdio:

${configText(any, 'stdio')}

For more clients, see the Agents panel in the console.

Press Ctrl+C to stop it.
`;
}

/** The text for a user when a bridge already runs on the port. */
function alreadyRunningText(
  startup: StartupInfo,
  { version, startedAtEpochMs }: BridgeHealth,
): string {
  return `
Handset ${version} is already running (since ${formatTime(startedAtEpochMs)}).

${addressLines(startup)}

It stops when the terminal or agent that started it ends.
`;
}

const NEW_SECRETS = `
The token and the address are new; the old ones no longer work. Open the console at this address,
and give the new token to agents that connect over HTTP.
`;

function addressLines({ url, hosted, setup }: StartupInfo): string {
  const consoles = [url, ...hosted].map((address) => `  Console  ${address}`);
  return [...consoles, `  MCP      ${setup.mcpUrl}`, `  Token    ${setup.token}`].join('\n');
}

/** `2026-07-28 14:05:00` in local time: the Swedish locale is close to ISO 8601. */
function formatTime(epochMs: number): string {
  return new Date(epochMs).toLocaleString('sv-SE');
}

function configText({ configs }: ClientSetup, kind: ClientConfig['kind']): string {
  return indent(configs.find((config) => config.kind === kind)?.text ?? '');
}

/** The line of JSON for `--json`. */
export function startupJson({ url, setup }: StartupInfo): string {
  return `${JSON.stringify({ url, mcp: setup.mcpUrl, token: setup.token })}\n`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** Sentences about where the running bridge differs from what was requested; empty when it does not. */
export function describeDifferences(
  running: BridgeHealth,
  requested: Omit<BridgeHealth, 'version' | 'startedAtEpochMs' | 'hasConsole' | 'files'> &
    Pick<BridgeOptions, 'filesFolder'>,
): readonly string[] {
  const sentences: string[] = [];
  if (running.version !== handsetVersion) {
    sentences.push(
      `The running bridge is version ${running.version}; this is ${handsetVersion}. Agents get the tools of the running bridge.`,
    );
  }
  if (running.toolPrefix !== requested.toolPrefix) {
    const [its, own] = [running.toolPrefix, requested.toolPrefix].map(describePrefix);
    sentences.push(`Its tools have ${its}; you asked for ${own}.`);
  }
  if (running.allTools !== requested.allTools) {
    sentences.push(`It offers ${running.allTools ? 'all tools' : 'the default tools only'}.`);
  }
  if (running.screenReader !== requested.screenReader) {
    const reader = running.screenReader
      ? 'the element reader on the phone'
      : 'uiautomator dump only';
    sentences.push(`It reads screens with ${reader}.`);
  }
  const missing = requested.allowedOrigins.filter(
    (origin) => !running.allowedOrigins.includes(origin),
  );
  if (missing.length > 0) sentences.push(`It doesn't let ${missing.join(' and ')} connect.`);
  if (requested.allowAdb && !running.allowAdb)
    sentences.push("It doesn't let hosted consoles use the phones that adb knows.");
  if (requested.filesFolder !== null && !running.files)
    sentences.push('It has no folder for files.');
  return sentences;
}

function describePrefix(prefix: string): string {
  return prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
}

/** Options of `serve` and `serveStdio`. */
interface ServeOptions {
  readonly args: CliArguments;
  readonly bridge: BridgeOptions;
  /** Whether the secrets were just created, so that no page knows them. */
  readonly isFirstStart: boolean;
}

/** Without `--stdio`: starts the bridge and prints its addresses; if one already runs, prints that one's and returns. */
export async function serve(options: ServeOptions): Promise<void> {
  let opener: ConsoleOpener | null = null;
  const { own, shared } = await startOrConnect({
    ...options.bridge,
    onCallWithoutConsole: () => {
      // Without --open the console is opened only once, at startup.
      if (options.args.openMode === 'again') void opener?.open();
    },
  });
  if (own === null) return reportRunningBridge(options, shared);
  closeOnSignal(() => own.close());
  const startup = createStartupInfo(options, own);
  printStartup(options.args, startup, startupText(startup));
  opener = createOpener(options, own, startup.url);
  await opener.open();
}

/** A bridge already runs, which is a failure only if it differs from what was requested. */
async function reportRunningBridge(
  options: ServeOptions,
  shared: SharedBridgeConnection,
): Promise<void> {
  const { args, bridge } = options;
  const { health } = shared;
  const { allowedOrigins, allowAdb } = health;
  const consoleUrl = `http://${IPV4}:${bridge.port}/`;
  const running = { ...bridge, allowedOrigins, allowAdb };
  const setup = agentSetup(running, bridge.port);
  const address = { consoleUrl, port: bridge.port, setup };
  const startup = createStartupInfo({ ...options, bridge: running }, address);
  const differences = describeDifferences(health, bridge);
  shared.close();
  printStartup(args, startup, alreadyRunningText(startup, health));
  if (differences.length > 0) {
    process.stderr.write(`${differences.join('\n')}\nStop that bridge first to change this.\n`);
    process.exitCode = 1;
  }
  const consoleReturns = (): Promise<boolean> => Promise.resolve(health.hasConsole);
  await createOpener(options, { consoleReturns }, startup.url).open();
}

function printStartup(args: CliArguments, startup: StartupInfo, text: string): void {
  process.stdout.write(args.json ? startupJson(startup) : text);
}

function createOpener(
  { args, isFirstStart }: ServeOptions,
  { consoleReturns }: Pick<RunningBridge, 'consoleReturns'>,
  url: string,
): ConsoleOpener {
  return new ConsoleOpener({ opening: args.openMode, url, isFirstStart, consoleReturns });
}

function createStartupInfo(
  { args, bridge }: ServeOptions,
  { consoleUrl, port, setup }: Pick<RunningBridge, 'consoleUrl' | 'port' | 'setup'>,
): StartupInfo {
  return {
    url: pairingUrl(consoleUrl, bridge.pageSecret),
    hosted: bridge.allowedOrigins.map(
      (origin) => `${pairingUrl(`${origin}/`, bridge.pageSecret)}&at=${IPV4}:${port}`,
    ),
    setup,
    isNew: args.newToken,
  };
}

/** `--stdio`: serves one agent. Stdout carries only MCP; messages for a user go to stderr. */
export async function serveStdio(options: ServeOptions): Promise<void> {
  const { bridge } = options;
  let opener: ConsoleOpener | null = null;
  const shared = new SharedBridge({
    agentToken: options.args.agentToken,
    bridge: {
      ...bridge,
      // An agent starts its servers long before it needs them; the tab opens at its first call.
      onCallWithoutConsole: () => void opener?.open(),
    },
    onStarted: (own) => {
      const url = pairingUrl(own.consoleUrl, bridge.pageSecret);
      opener = createOpener(options, own, url);
      printToStderr(`Handset console: ${url}`);
    },
    onJoined: (health) => {
      const url = pairingUrl(`http://${IPV4}:${bridge.port}/`, bridge.pageSecret);
      const differences = describeDifferences(health, bridge);
      printToStderr(`Handset console of the bridge that is already running: ${url}`);
      if (differences.length > 0)
        printToStderr(
          `That bridge runs with different options from those you requested. ${differences.join(' ')}`,
        );
    },
    onLost: printToStderr,
  });
  closeOnSignal(() => shared.close());
  await shared.ready();
  const { stdin, stdout } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The agent closed its end, or does not read: there is no one left to serve.
    if (error.code !== 'EPIPE') printToStderr(error.message);
    process.exit(0);
  });
  await pipeStdio({
    input: stdin,
    output: stdout,
    unreadBytes: LIMITS.unreadBytes,
    post: (...message) => shared.post(...message),
  });
  await shared.close();
}

function printToStderr(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Exits on SIGINT or SIGTERM: after `close` on the first signal, at once on the second. */
function closeOnSignal(close: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void close().then(() => process.exit(0));
    });
  }
}

/** Options of a `ConsoleOpener`. */
interface ConsoleOpenerOptions {
  readonly opening: OpenMode;
  /** The console's address with its secret. */
  readonly url: string;
  /** Whether the secrets are new, so that no open page can reconnect. */
  readonly isFirstStart: boolean;
  consoleReturns(): Promise<boolean>;
  /** Opens a URL; the default browser by default. */
  open?(url: string): void;
}

/** Opens the console in the browser, as often as the command line allows. */
export class ConsoleOpener {
  readonly #options: ConsoleOpenerOptions;
  readonly #reopenAfterMs: number;
  #notBeforeMs = -Infinity;
  #isOpening = false;

  constructor(options: ConsoleOpenerOptions) {
    this.#options = options;
    const { opening } = options;
    this.#reopenAfterMs = opening === 'again' ? WAITS.reopenMs : Infinity;
    if (opening === 'never') this.#notBeforeMs = Infinity;
  }

  /** Opens the console unless one is open or reconnects by itself: a second one would confuse. */
  async open(): Promise<void> {
    if (this.#isOpening || performance.now() < this.#notBeforeMs) return;
    this.#isOpening = true;
    try {
      if (!this.#options.isFirstStart && (await this.#options.consoleReturns())) return;
      this.#notBeforeMs = performance.now() + this.#reopenAfterMs;
      (this.#options.open ?? openBrowser)(this.#options.url);
    } finally {
      this.#isOpening = false;
    }
  }
}

/** The command that opens a URL, as argv; it never passes through a shell. */
export function browserCommand(url: string, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}

/** Opens a URL in the default browser; does nothing where that fails. */
export function openBrowser(url: string): void {
  const [command = '', ...args] = browserCommand(url, process.platform);
  const child = spawn(command, args, { detached: true, stdio: 'ignore', shell: false });
  child.on('error', () => undefined);
  child.unref();
}
