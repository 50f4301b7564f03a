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

/** What is served at the bridge, and who hears of it. */
interface SeatParts {
  /** Makes the MCP server whose tool names begin so. */
  serve(toolPrefix: string): Mcp;
  /** Hears every change, from the first `connecting` on. */
  onStatus(status: BridgeStatus): void;
  /** Hears which consoles are open: none while the bridge is away. */
  onConsoles(consoles: readonly OpenConsole[]): void;
  /** The socket's class; the runtime's own unless given. */
  readonly WebSocket?: typeof WebSocket;
}

/**
 * This console among those of the bridge, if it has joined one: what it tells there, and what it hears.
 * A lost link is tried again, soon at first and every few seconds later. Stops by itself only in the
 * state `refused`.
 */
export class BridgeSeat {
  readonly #parts: SeatParts;
  #mcp: Mcp;
  #socket: WebSocket | null = null;
  /** The console's end of the open socket; null while there is none. */
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

  /** Opens the socket to the bridge and keeps it open, in place of the one before. */
  join(address: Calls['joinBridge'][0]): void {
    this.close();
    this.#failures = 0;
    this.#mcp = this.#parts.serve('');
    // What the bridge before told holds no longer.
    this.#ownName = '';
    this.#hear([]);
    this.#connect(address);
  }

  /** Leaves the bridge for good; calls in flight are aborted. */
  close(): void {
    clearTimeout(this.#retryTimer);
    this.#drop();
  }

  /** Tells what this console holds, now and whenever the bridge comes back. */
  tellState(state: ConsoleState): void {
    // A phone that connects changes its status often, and every state goes to all consoles.
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#end?.tellState(state);
  }

  /** Makes this console the one for agents that chose no phone. Nothing while the bridge is away. */
  lead(): void {
    this.#end?.lead();
  }

  /** Tells an agent's choice; to be called before the call that made it is answered. Nothing while the bridge is away. */
  choose(agent: string, choice: PhoneChoice | null): void {
    this.#end?.choose(agent, choice);
  }

  /** Tells the agents that asked for it that other tools are offered than before. */
  toolsChanged(): void {
    this.#mcp.toolsChanged();
  }

  /** The phones of all consoles, for one caller. */
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
    // A browser waits minutes for a listener that accepts and says nothing.
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
    // Says nothing that the close after it does not say.
    socket.onerror = () => undefined;
  }

  #welcome({ toolPrefix, name, setup }: Welcome): void {
    this.#failures = 0;
    this.#end?.tellState(this.#state);
    this.#mcp = this.#parts.serve(toolPrefix);
    this.#ownName = name;
    this.#parts.onStatus({ state: 'connected', name, setup });
  }

  /** Our own end of it; the far side's confirmation may come late or never. */
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
  // Absent in Node, where tests join a bridge too, whatever the type says.
  return (globalThis as Partial<typeof globalThis>).location?.origin ?? null;
}

/** Headers of an answer that mean something to an MCP client; the bridge sets the others. */
const ANSWER_HEADERS = ['content-type', 'cache-control', 'allow'];

/** Answers a request that came from the bridge, with head and chunks; ends when the body does. */
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
