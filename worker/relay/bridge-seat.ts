import type { Caller } from '../../core/caller.ts';
import { toWire } from '../../core/errors.ts';
import type { BridgeStatus } from '../../core/link/bridge-status.ts';
import type { Calls } from '../../core/link/messages.ts';
import type { Mcp } from '../../core/mcp/server.ts';
import { closeReason } from '../../core/relay/channel.ts';
import { type AnswerSink, ConsoleEnd } from '../../core/relay/console-end.ts';
import type {
  ConsoleState,
  OpenConsole,
  PhoneChoice,
  RelayRequest,
  Welcome,
} from '../../core/relay/frames.ts';
import { CLOSE, HELLO_LIMIT_MS, SOCKET_PATH } from '../../core/relay/limits.ts';
import type { Desk } from '../../core/tools/shared/tool.ts';
import { deskOf } from './desk.ts';
import { type WhyClosed, backOffMs, whyClosed } from './why-closed.ts';

/** What is served to the bridge, and the listeners. */
interface SeatParts {
  /** Creates the MCP server with this prefix of tool names. */
  serve(toolPrefix: string): Mcp;
  /** Called at every change, from the first `connecting` on. */
  onStatus(status: BridgeStatus): void;
  /** Called with the open consoles: none while the bridge is away. */
  onConsoles(consoles: readonly OpenConsole[]): void;
  /** The WebSocket class; the runtime's own by default. */
  readonly WebSocket?: typeof WebSocket;
}

/**
 * The connection of this console to a bridge, if it has joined one. A lost connection is retried,
 * soon at first and every few seconds later; only in the state `refused` it stops retrying.
 */
export class BridgeSeat {
  readonly #parts: SeatParts;
  #mcp: Mcp;
  #socket: WebSocket | null = null;
  /** The console's end of the open socket; null without one. */
  #end: ConsoleEnd | null = null;
  #openTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #ownName = '';
  #consoles: readonly OpenConsole[] = [];
  #state: ConsoleState = { phone: null, paused: false };

  constructor(parts: SeatParts) {
    this.#parts = parts;
    this.#mcp = parts.serve('');
  }

  /** Connects to this bridge and stays connected, in place of the bridge before. */
  join(address: Calls['joinBridge'][0]): void {
    this.close();
    this.#failures = 0;
    this.#mcp = this.#parts.serve('');
    // What the earlier bridge reported is no longer valid.
    this.#ownName = '';
    this.#hear([]);
    this.#connect(address);
  }

  /** Leaves the bridge for good; running calls are aborted. */
  close(): void {
    clearTimeout(this.#retryTimer);
    this.#drop();
  }

  /** Sends the state of this console, now and whenever the bridge comes back. */
  tellState(state: ConsoleState): void {
    // A connecting phone changes its status often, and every state goes to all consoles.
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#end?.tellState(state);
  }

  /** Makes this console the default for agents that chose no phone. No effect while the bridge is away. */
  lead(): void {
    this.#end?.lead();
  }

  /** Sends an agent's choice; call it before the call that made the choice is answered. No effect while the bridge is away. */
  choose(agent: string, choice: PhoneChoice | null): void {
    this.#end?.choose(agent, choice);
  }

  /** Notifies the subscribed agents that the list of tools has changed. */
  toolsChanged(): void {
    this.#mcp.toolsChanged();
  }

  /** The phones of all consoles, from one caller's view. */
  deskFor(caller: Caller): Desk {
    const parts = {
      consoles: this.#consoles,
      ownName: this.#ownName,
      ownPhone: this.#state.phone,
      choose: (agent: string, choice: PhoneChoice | null) => this.choose(agent, choice),
    };
    return deskOf(parts, caller);
  }

  #connect(address: Calls['joinBridge'][0]): void {
    const { onStatus, WebSocket: Socket = WebSocket } = this.#parts;
    onStatus({ state: 'connecting' });
    const url = new URL(SOCKET_PATH, address.url);
    url.protocol = /^(https|wss):$/.test(url.protocol) ? 'wss:' : 'ws:';
    const socket = new Socket(url);
    this.#socket = socket;
    let welcomed = false;
    const closed = (code: number): void => {
      this.#drop();
      this.#settle(whyClosed(code, { host: url.host, origin: pageOrigin() }, welcomed), address);
    };
    // A browser waits minutes for a server that accepts the connection but stays silent.
    this.#openTimer = setTimeout(() => closed(CLOSE.silent), HELLO_LIMIT_MS);
    socket.onopen = () => {
      clearTimeout(this.#openTimer);
      this.#end = new ConsoleEnd({
        channel: {
          send: (text) => socket.send(text),
          close: (code, reason) => {
            socket.close(code, closeReason(reason));
            closed(code);
          },
        },
        secret: address.secret,
        page: address.tab,
        serve: (request, answer, signal) => serveRequest(this.#mcp, request, { answer, signal }),
        onWelcome: (welcome) => {
          welcomed = true;
          this.#welcome(welcome);
        },
        onConsoles: (consoles) => this.#hear(consoles),
      });
    };
    socket.onmessage = ({ data }: { readonly data: unknown }) => this.#end?.receive(data);
    socket.onclose = ({ code }) => closed(code);
    // The close event that follows has all the information.
    socket.onerror = () => undefined;
  }

  #welcome({ toolPrefix, name, setup }: Welcome): void {
    this.#failures = 0;
    this.#end?.tellState(this.#state);
    this.#mcp = this.#parts.serve(toolPrefix);
    this.#ownName = name;
    this.#parts.onStatus({ state: 'connected', name, setup });
  }

  /** Closes our end; the bridge's confirmation may come late or never. */
  #drop(): void {
    clearTimeout(this.#openTimer);
    const socket = this.#socket;
    if (socket !== null) socket.onopen = socket.onmessage = socket.onclose = null;
    this.#end?.lost();
    socket?.close();
    this.#socket = this.#end = null;
  }

  #settle({ error, retry }: WhyClosed, address: Calls['joinBridge'][0]): void {
    const { onStatus } = this.#parts;
    this.#hear([]);
    if (!retry) {
      onStatus({ state: 'refused', error: toWire(error) });
      return;
    }
    this.#failures += 1;
    const waitMs = backOffMs(this.#failures, Math.random());
    this.#retryTimer = setTimeout(() => this.#connect(address), waitMs);
    const retryAtEpochMs = Date.now() + waitMs;
    onStatus({ state: 'retrying', retryAtEpochMs, error: toWire(error) });
  }

  #hear(consoles: readonly OpenConsole[]): void {
    this.#consoles = consoles;
    this.#parts.onConsoles(consoles);
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
  mcp: Mcp,
  { caller, ...request }: RelayRequest,
  { answer, signal }: { answer: AnswerSink; signal: AbortSignal },
): Promise<void> {
  const response = await mcp.answer({ ...request, caller: { ...caller, from: 'bridge' }, signal });
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
  body: ReadableStream<Uint8Array>,
  answer: AnswerSink,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    const text = decoder.decode(value, { stream: !done });
    if (text !== '') answer.chunk(text);
    if (done) break;
  }
  signal.removeEventListener('abort', cancel);
}
