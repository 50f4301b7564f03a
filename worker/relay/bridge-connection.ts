import { usualCommand, withoutOptions } from '#core/clients/client-setup.ts';
import { type ErrorCode, HandsetError, toWire } from '#core/errors.ts';
import { CLOSE_CODES, DEFAULT_PORT, HELLO_TIMEOUT_MS, SOCKET_PATH } from '#core/relay/limits.ts';
import type { Caller } from '#core/caller.ts';
import type { BridgeStatus, Calls } from '#core/link/messages.ts';
import type { McpServer } from '#core/mcp/server.ts';
import type { AgentTokens } from '#core/relay/agent-tokens.ts';
import { ConsoleEnd, type ResponseSink } from '#core/relay/console-end.ts';
import {
  type ConsoleState,
  type OpenConsole,
  type PhoneChoice,
  type RelayRequest,
  type StreamTarget,
  type Welcome,
  truncateReason,
} from '#core/relay/frames.ts';
import type { RelayStream } from '#core/relay/streams.ts';
import type { PhoneDirectory } from '#core/tools/shared/tool.ts';
import { createPhoneDirectory } from './phone-directory.ts';

/** The first wait before trying again. */
const FIRST_WAIT_MS = 250;

/** The longest wait, short enough that the page seems to connect as soon as the bridge starts. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Milliseconds to wait before the next try after this many failures in a row (1 or more).
 * Doubles each time; `random` (0 to 1) takes off up to half, so that pages spread out.
 */
export function backoffMs(failures: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 - random / 2));
}

/** What the closing of a socket means for the page. */
interface CloseOutcome {
  /** Code `bridge-lost`, `bridge-refused` or `link-outdated`. */
  readonly error: HandsetError;
  /** Whether to try again automatically. */
  readonly retry: boolean;
}

/** The bridge and the page of a connection. */
interface BridgeAddress {
  /** `127.0.0.1:7340` */
  readonly host: string;
  /** The page's origin; null where there is none, as in tests. */
  readonly origin: string | null;
  /** What starts the bridge, with options after it. */
  readonly command: string;
}

const RECONNECTS = 'This page reconnects automatically.';

/** Translates a WebSocket close code; `welcomed` says whether the bridge had accepted this socket. */
export function explainClose(
  code: number,
  address: BridgeAddress,
  welcomed: boolean,
): CloseOutcome {
  const { host } = address;
  switch (code) {
    case CLOSE_CODES.secretRefused:
      return refusedByBridge('This link is out of date.', {
        code: 'link-outdated',
        hint: 'Open the address that Handset printed when it started.',
      });
    case CLOSE_CODES.otherVersion:
      return refusedByBridge(`This page and the bridge at ${host} have different versions.`, {
        hint: 'Reload this page.',
      });
    case CLOSE_CODES.badFrame:
      return refusedByBridge(`This page and the bridge at ${host} didn't understand each other.`, {
        hint: "Reload this page; if that doesn't help, restart the bridge.",
      });
    case CLOSE_CODES.tooMany:
      return {
        error: new HandsetError(
          'bridge-refused',
          `The bridge at ${host} accepts no more consoles.`,
          {
            hint: 'Close another tab with a Handset console; this page then connects automatically.',
          },
        ),
        retry: true,
      };
    case CLOSE_CODES.goingAway:
      return lostBridge(
        `The bridge at ${host} was stopped.`,
        `Start it with \`${startAt(address)}\`. ${RECONNECTS}`,
      );
    default:
      return welcomed
        ? lostBridge(`The connection to the bridge at ${host} was lost.`, RECONNECTS)
        : lostBridge(`The bridge at ${host} doesn't answer.`, howToStart(address));
  }
}

/** A browser reports no difference between a bridge that is away and one that rejects this page's origin. */
function howToStart(address: BridgeAddress): string {
  const { host, origin } = address;
  if (origin === null || origin.endsWith(`//${host}`)) {
    return `Start it with \`${startAt(address)}\`. ${RECONNECTS}`;
  }
  const command = startAt(address, [`--allow-origin ${origin}`]);
  return `It must be started for this page: \`${command}\`. ${RECONNECTS}`;
}

/** The command that starts the bridge where this page looks for it. */
function startAt({ host, command }: BridgeAddress, options: readonly string[] = []): string {
  const [, port = DEFAULT_PORT] = /:(\d+)$/.exec(host) ?? [];
  const all = Number(port) === DEFAULT_PORT ? options : [`--port ${port}`, ...options];
  return all.length === 0 ? withoutOptions(command) : [command, ...all].join(' ');
}

function refusedByBridge(
  message: string,
  { code = 'bridge-refused', hint }: { readonly code?: ErrorCode; readonly hint: string },
): CloseOutcome {
  return { error: new HandsetError(code, message, { hint }), retry: false };
}

function lostBridge(message: string, hint: string): CloseOutcome {
  return { error: new HandsetError('bridge-lost', message, { hint }), retry: true };
}

/** Creates the server behind the socket; the other members are listeners. */
interface BridgeConnectionOptions {
  /** Creates the MCP server with this prefix of tool names. */
  serve(tools: Pick<Welcome, 'toolPrefix' | 'allTools'>): McpServer;
  /** Whether the bridge lets screens be read by the element reader. */
  onElementReader(allowed: boolean): void;
  /** Called at every change, from the first `connecting` on. */
  onStatus(status: BridgeStatus): void;
  /** Called with the open consoles: none while the bridge is away. */
  onConsoles(consoles: readonly OpenConsole[]): void;
  /** Called with the tokens of agents, at every change; null when the bridge is away or may not tell them. */
  onAgentTokens?(tokens: AgentTokens | null): void;
  /** Called with what this console may do with the bridge's adb server; null when the bridge is away or allows nothing. */
  onAdbAccess?(access: Welcome['adb']): void;
  /** The WebSocket class; the runtime's own by default. */
  readonly WebSocket?: typeof WebSocket;
}

/** How tools are served until a bridge has said more. */
const beforeWelcome = { toolPrefix: '', allTools: false };

/**
 * The connection of this console to a bridge, if it has joined one. A lost connection is retried,
 * soon at first and every few seconds later; only in the state `refused` it stops retrying.
 */
export class BridgeConnection {
  readonly #options: BridgeConnectionOptions;
  #mcp: McpServer;
  #socket: WebSocket | null = null;
  /** The console's end of the open socket; null without one. */
  #consoleEnd: ConsoleEnd | null = null;
  #openTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #ownName = '';
  /** What starts this bridge, or most bridges as long as it has not said. */
  #command = usualCommand();
  #consoles: readonly OpenConsole[] = [];
  #state: ConsoleState = { phone: null, paused: false };

  constructor(options: BridgeConnectionOptions) {
    this.#options = options;
    this.#mcp = options.serve(beforeWelcome);
  }

  /** Connects to this bridge and stays connected, in place of the bridge before. */
  join(address: Calls['joinBridge'][0]): void {
    this.close();
    this.#failures = 0;
    this.#mcp = this.#options.serve(beforeWelcome);
    // What the earlier bridge reported is no longer valid.
    this.#ownName = '';
    this.#command = usualCommand();
    this.#setConsoles([]);
    this.#connect(address);
  }

  /** Leaves the bridge for good; running calls are aborted. */
  close(): void {
    clearTimeout(this.#retryTimer);
    this.#closeSocket();
  }

  /** Sends the state of this console, now and whenever the bridge comes back. */
  sendState(state: ConsoleState): void {
    // A connecting phone changes its status often, and every state goes to all consoles.
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#consoleEnd?.sendState(state);
  }

  /** Makes this console the default for agents that chose no phone. No effect while the bridge is away. */
  makeDefault(): void {
    this.#consoleEnd?.makeDefault();
  }

  /** Sends an agent's choice; call it before the call that made the choice is answered. No effect while the bridge is away. */
  choose(agent: string, choice: PhoneChoice | null): void {
    this.#consoleEnd?.sendPhoneChoice(agent, choice);
  }

  /** Opens a stream to the bridge. Rejects with `bridge-lost` while it is away, and as `ConsoleEnd.openStream`. */
  async openStream(target: StreamTarget, signal: AbortSignal): Promise<RelayStream> {
    if (this.#consoleEnd === null) {
      throw new HandsetError('bridge-lost', 'The bridge is not connected.', { hint: RECONNECTS });
    }
    return await this.#consoleEnd.openStream(target, signal);
  }

  /** Notifies the subscribed agents that the list of tools has changed. */
  toolsChanged(): void {
    this.#mcp.toolsChanged();
  }

  /** The phones of all consoles, from one caller's view. */
  directoryFor(caller: Caller): PhoneDirectory {
    const directoryOptions = {
      consoles: this.#consoles,
      ownName: this.#ownName,
      ownPhone: this.#state.phone,
      choose: (agent: string, choice: PhoneChoice | null) => this.choose(agent, choice),
    };
    return createPhoneDirectory(directoryOptions, caller);
  }

  #connect(address: Calls['joinBridge'][0]): void {
    const { onStatus, WebSocket: Socket = WebSocket } = this.#options;
    onStatus({ state: 'connecting' });
    const url = new URL(SOCKET_PATH, address.url);
    url.protocol = /^(https|wss):$/.test(url.protocol) ? 'wss:' : 'ws:';
    const socket = new Socket(url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    let welcomed = false;
    const onClosed = (code: number): void => {
      this.#closeSocket();
      this.#handleClose(
        explainClose(
          code,
          { host: url.host, origin: pageOrigin(), command: this.#command },
          welcomed,
        ),
        address,
      );
    };
    // A browser waits minutes for a server that accepts the connection but stays silent.
    this.#openTimer = setTimeout(() => onClosed(CLOSE_CODES.silent), HELLO_TIMEOUT_MS);
    socket.onopen = () => {
      clearTimeout(this.#openTimer);
      this.#consoleEnd = new ConsoleEnd({
        channel: {
          send: (message) => socket.send(message),
          close: (code, reason) => {
            socket.close(code, truncateReason(reason));
            onClosed(code);
          },
        },
        secret: address.secret,
        page: address.tab,
        serve: (request, answer, signal) => serveRequest(this.#mcp, request, { answer, signal }),
        onWelcome: (welcome) => {
          welcomed = true;
          this.#welcome(welcome);
        },
        onConsoles: (consoles) => this.#setConsoles(consoles),
        onAgentTokens: (tokens) => this.#options.onAgentTokens?.(tokens),
      });
    };
    socket.onmessage = ({ data }: { readonly data: unknown }) => this.#consoleEnd?.receive(data);
    socket.onclose = ({ code }) => onClosed(code);
    // The close event that follows has all the information.
    socket.onerror = () => undefined;
  }

  #welcome({ toolPrefix, allTools, screenReader, name, command, adb, setup }: Welcome): void {
    this.#options.onElementReader(screenReader);
    this.#command = command ?? usualCommand();
    this.#failures = 0;
    this.#consoleEnd?.sendState(this.#state);
    this.#mcp = this.#options.serve({ toolPrefix, allTools });
    this.#ownName = name;
    this.#options.onStatus({ state: 'connected', name, setup, allTools });
    this.#options.onAdbAccess?.(adb);
  }

  /** Closes our end; the bridge's confirmation may come late or never. */
  #closeSocket(): void {
    clearTimeout(this.#openTimer);
    const socket = this.#socket;
    if (socket !== null) {
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
    }
    const consoleEnd = this.#consoleEnd;
    this.#socket = null;
    this.#consoleEnd = null;
    consoleEnd?.socketClosed();
    socket?.close();
    this.#options.onAdbAccess?.(null);
    this.#options.onAgentTokens?.(null);
  }

  #handleClose({ error, retry }: CloseOutcome, address: Calls['joinBridge'][0]): void {
    const { onStatus } = this.#options;
    this.#setConsoles([]);
    if (!retry) {
      onStatus({ state: 'refused', error: toWire(error) });
      return;
    }
    this.#failures += 1;
    const waitMs = backoffMs(this.#failures, Math.random());
    this.#retryTimer = setTimeout(() => this.#connect(address), waitMs);
    const retryAtEpochMs = Date.now() + waitMs;
    onStatus({ state: 'retrying', retryAtEpochMs, error: toWire(error) });
  }

  #setConsoles(consoles: readonly OpenConsole[]): void {
    this.#consoles = consoles;
    this.#options.onConsoles(consoles);
  }
}

function pageOrigin(): string | null {
  // Absent in Node, where tests run, unlike its type.
  return (globalThis as Partial<typeof globalThis>).location?.origin ?? null;
}

/** The headers of an answer that matter to an MCP client; the bridge sets the others. */
const ANSWER_HEADERS = ['content-type', 'cache-control', 'allow'];

/** Answers a request from the bridge, with head and chunks; resolves when the body has ended. */
async function serveRequest(
  mcp: McpServer,
  { caller, ...request }: RelayRequest,
  { answer, signal }: { answer: ResponseSink; signal: AbortSignal },
): Promise<void> {
  // While one call of a batch waits, another may run.
  const isBatch = request.body.trimStart().startsWith('[');
  const onWaiting = isBatch ? undefined : (waiting: boolean) => answer.waiting(waiting);
  const response = await mcp.handleRequest({
    ...request,
    caller: { ...caller, from: 'bridge', onWaiting },
    signal,
  });
  answer.head(response.status, pickHeaders(response.headers));
  if (response.body !== null) await sendBody(response.body, answer, signal);
}

function pickHeaders(headers: Headers): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of ANSWER_HEADERS) {
    const value = headers.get(name);
    if (value !== null) picked[name] = value;
  }
  return picked;
}

async function sendBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  answer: ResponseSink,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    answer.chunk(value);
  }
  signal.removeEventListener('abort', cancel);
}
