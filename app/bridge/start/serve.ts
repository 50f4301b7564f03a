import { spawn } from 'node:child_process';
import { IPV4 } from '../http/listen.ts';
import { LIMITS, WAITS } from '../limits.ts';
import { type BridgeOptions, type RunningBridge, agentSetup } from '../server/bridge.ts';
import { type SharedBridgeConnection, startOrConnect } from '../sharing/meet-bridge.ts';
import { SharedBridge } from '../sharing/shared-bridge.ts';
import { pipeStdio } from '../stdio/pipe.ts';
import type { CliArguments, OpenMode } from './arguments.ts';
import {
  type StartupInfo,
  describeDifferences,
  alreadyRunningText,
  startupText,
  startupJson,
  pairingUrl,
} from './greeting.ts';

/** Options of `serve` and `serveStdio`. */
interface ServeOptions {
  readonly args: CliArguments;
  readonly bridge: BridgeOptions;
  /** Whether the secrets were just created, so that no page knows them. */
  readonly isFirstStart: boolean;
}

/** `npm start`: starts the bridge and prints its addresses; if one already runs, prints that one's and returns. */
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
  opener = createOpener(options, own, startup);
  await opener.open();
}

/** A bridge already runs, which is a failure only if it differs from what was requested. */
async function reportRunningBridge(
  options: ServeOptions,
  shared: SharedBridgeConnection,
): Promise<void> {
  const { args, bridge } = options;
  const { health } = shared;
  const { allowedOrigins } = health;
  const consoleUrl = `http://${IPV4}:${bridge.port}/`;
  const mcpUrl = `${consoleUrl}mcp`;
  const running = { ...bridge, allowedOrigins };
  const setup = agentSetup(running, bridge.port, mcpUrl);
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
  await createOpener(options, { consoleReturns }, startup).open();
}

function printStartup(args: CliArguments, startup: StartupInfo, text: string): void {
  process.stdout.write(args.json ? startupJson(startup) : text);
}

function createOpener(
  { args, isFirstStart }: ServeOptions,
  { consoleReturns }: Pick<RunningBridge, 'consoleReturns'>,
  { url }: StartupInfo,
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

/** `--stdio`: serves one agent. Stdout carries only MCP; messages for a person go to stderr. */
export async function serveStdio({ args, bridge, isFirstStart }: ServeOptions): Promise<void> {
  let opener: ConsoleOpener | null = null;
  const shared = new SharedBridge({
    agent: `stdio-${process.pid}`,
    bridge: {
      ...bridge,
      // An agent starts its servers long before it needs them; the tab opens at its first call.
      onCallWithoutConsole: () => void opener?.open(),
    },
    onStarted: ({ consoleUrl, consoleReturns }) => {
      const url = pairingUrl(consoleUrl, bridge.pageSecret);
      opener = new ConsoleOpener({ opening: args.openMode, url, isFirstStart, consoleReturns });
      printToStderr(`Handset console: ${url}`);
    },
    onJoined: (health) => {
      const url = pairingUrl(`http://${IPV4}:${bridge.port}/`, bridge.pageSecret);
      const differences = describeDifferences(health, bridge);
      printToStderr(`Handset console, of the bridge that runs already: ${url}`);
      if (differences.length > 0)
        printToStderr(`That bridge is not as this one was asked for. ${differences.join(' ')}`);
    },
    onLost: printToStderr,
  });
  closeOnSignal(() => shared.close());
  await shared.ready();
  const { stdin: input, stdout: output } = process;
  output.on('error', (error: NodeJS.ErrnoException) => {
    // The agent closed its end, or does not read: nobody is left to serve.
    if (error.code !== 'EPIPE') printToStderr(error.message);
    process.exit(0);
  });
  await pipeStdio({
    input,
    output,
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
