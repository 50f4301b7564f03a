import { closeReason } from '../../core/relay/channel.ts';
import { type AnswerSink, ConsoleEnd } from '../../core/relay/console-end.ts';
import type { OpenConsole, RelayRequest, Welcome } from '../../core/relay/frames.ts';
import { CLOSE, HELLO_LIMIT_MS, SOCKET_PATH } from '../../core/relay/limits.ts';
import type { McpRequest } from '../../core/mcp/call.ts';

/** What one socket to the bridge is made of. */
export interface SocketOptions {
  readonly address: URL;
  readonly Socket: typeof WebSocket;
  readonly secret: string;
  /** Names the tab, also after a reload. */
  readonly tab: string;
  readonly answerAgent: AnswerAgent;
  onWelcome(welcome: Welcome): void;
  onConsoles(consoles: readonly OpenConsole[]): void;
  /** Hears once how it ended: the socket's close code, or our own of `CLOSE`. */
  onClosed(code: number): void;
}

/** The address of the bridge's socket, from any address of the bridge. */
export function socketAddress(url: string): URL {
  const address = new URL(SOCKET_PATH, url);
  address.protocol = /^(https|wss):$/.test(address.protocol) ? 'wss:' : 'ws:';
  return address;
}

/** One socket to the bridge. */
export interface RelaySocket {
  /** The console's end, once the socket is open. */
  readonly end: ConsoleEnd | null;
  /** Closes it; `onClosed` is then not called. */
  close(): void;
}

/** Opens one socket and serves what comes over it. */
export function openRelaySocket(options: SocketOptions): RelaySocket {
  const socket = new options.Socket(options.address);
  let end: ConsoleEnd | null = null;
  // A browser waits minutes for a listener that accepts and says nothing.
  const openTimer = setTimeout(() => finish(CLOSE.silent), HELLO_LIMIT_MS);

  /** Our own end of it; the far side's confirmation may come late or never. */
  function drop(): void {
    socket.onopen = socket.onmessage = socket.onclose = null;
    clearTimeout(openTimer);
    end?.lost();
    socket.close();
  }
  function finish(code: number): void {
    drop();
    options.onClosed(code);
  }

  socket.onopen = () => {
    clearTimeout(openTimer);
    end = introduce(socket, options, finish);
  };
  socket.onmessage = ({ data }: { readonly data: unknown }) => end?.receive(data);
  socket.onclose = ({ code }) => finish(code);
  // Says nothing that the close after it does not say.
  socket.onerror = () => undefined;
  return {
    get end() {
      return end;
    },
    close: drop,
  };
}

function introduce(
  socket: WebSocket,
  { secret, tab, answerAgent, onWelcome, onConsoles }: SocketOptions,
  finish: (code: number) => void,
): ConsoleEnd {
  return new ConsoleEnd({
    channel: {
      send: (text) => socket.send(text),
      close: (code, reason) => {
        socket.close(code, closeReason(reason));
        finish(code);
      },
    },
    secret,
    page: tab,
    serve: (request, answer, signal) => serveRequest(answerAgent, request, { answer, signal }),
    onWelcome,
    onConsoles,
  });
}

/** Answers one request of an agent. */
export type AnswerAgent = (request: McpRequest) => Promise<Response>;

/** Headers of an answer that mean something to an MCP client; the bridge sets the others. */
const ANSWER_HEADERS = ['content-type', 'cache-control', 'allow'];

/** Answers a request that came from the bridge, with head and chunks; ends when the body does. */
export async function serveRequest(
  answerAgent: AnswerAgent,
  { caller, ...request }: RelayRequest,
  { answer, signal }: { answer: AnswerSink; signal: AbortSignal },
): Promise<void> {
  const response = await answerAgent({ ...request, caller: { ...caller, from: 'bridge' }, signal });
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
