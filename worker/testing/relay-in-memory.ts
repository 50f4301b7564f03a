/** The bridge's end of the relay without a bridge and without sockets: what an agent sends goes to one console. */
import { HandsetError } from '#core/errors.ts';
import { BridgeEnd, type StreamOpening } from '#core/relay/bridge-end.ts';
import type { Message } from '#core/relay/frames.ts';
import { RELAY_VERSION } from '#core/relay/limits.ts';
import { ownProperty } from '#core/mcp/agent-path.ts';
import { SESSION_HEADER } from '#core/mcp/server.ts';

/** The files in the bridge's folder, by name. */
export type BridgeFiles = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/** The bridge's end of the relay, for one console. */
export interface RelayInMemory {
  /** The class by which the console connects. */
  readonly WebSocket: typeof WebSocket;
  /** Resolves when the console has connected and told its state. */
  readonly connected: Promise<void>;
  /** Ends the bridge, as when its process is killed; the console finds another in its place when it connects again. */
  loseBridge(): void;
  /** Ends the page, as a reload does: nothing comes from it any more, and its socket closes. */
  losePage(): void;
  /** The same, but its socket stays open, as when the page hangs. */
  hangPage(): void;
  /** `fetch` for one MCP client, whose requests go to the console as those of an agent of this name. */
  createFetch(agent: string): typeof fetch;
}

/** `files` are those in the bridge's folder. */
export function createRelayInMemory(files: BridgeFiles = {}): RelayInMemory {
  let setConnected: (end: BridgeEnd) => void = () => undefined;
  const nextEnd = () => new Promise<BridgeEnd>((resolve) => (setConnected = resolve));
  let connected = nextEnd();
  const sockets: ConsoleSocket[] = [];
  let isHanging = false;
  const hangPage = (): void => {
    isHanging = true;
    for (const socket of sockets) socket.hang();
  };
  const breakOff = (): void => {
    for (const socket of sockets.splice(0)) socket.breakOff();
  };
  class Socket extends ConsoleSocket {
    constructor() {
      super(files, (end) => setConnected(end));
      sockets.push(this);
      if (isHanging) this.hang();
    }
  }
  return {
    // It has the members that BridgeConnection uses.
    WebSocket: Socket as unknown as typeof WebSocket,
    connected: connected.then(() => undefined),
    loseBridge: () => {
      connected = nextEnd();
      breakOff();
    },
    losePage: () => {
      hangPage();
      breakOff();
    },
    hangPage,
    createFetch: (agent) => {
      const running = new Map<unknown, AbortController>();
      return async (_, init = {}) => await forward(await connected, init, { agent, running });
    },
  };
}

/** A console's socket whose other end is a BridgeEnd. Messages arrive at a later turn of the event loop, as those of sockets do. */
class ConsoleSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;
  readonly #end: BridgeEnd;
  #isHanging = false;
  #isBroken = false;

  constructor(files: BridgeFiles, onConnected: (end: BridgeEnd) => void) {
    const end: BridgeEnd = new BridgeEnd({
      channel: {
        send: (message) => this.#atConsole(() => this.onmessage?.({ data: received(message) })),
        close: (code) => this.#atConsole(() => this.onclose?.({ code })),
      },
      admit: () => ({
        version: RELAY_VERSION,
        name: 'console 1',
        toolPrefix: '',
        allTools: true,
        screenReader: true,
        adb: null,
        setup: null,
      }),
      onState: () => onConnected(end),
      onMadeDefault: () => undefined,
      onPhoneChosen: () => undefined,
      serveStream: (opening) => void sendFile(files, opening),
    });
    this.#end = end;
    this.#atConsole(() => this.onopen?.());
  }

  send(message: Message): void {
    this.#atBridge(() => this.#end.receive(received(message)));
  }

  close(): void {
    this.#atBridge(() => this.#end.socketClosed());
  }

  /** Ends it on both sides; what is on its way does not arrive. */
  breakOff(): void {
    this.#isBroken = true;
    setImmediate(() => this.#end.socketClosed());
    const abnormalClosure = 1006;
    this.#atConsole(() => this.onclose?.({ code: abnormalClosure }));
  }

  /** Lets nothing of the console pass any more, and nothing to it. */
  hang(): void {
    this.#isHanging = true;
  }

  #atBridge(happen: () => void): void {
    if (this.#isHanging) return;
    setImmediate(() => {
      if (!this.#isBroken) happen();
    });
  }

  #atConsole(happen: () => void): void {
    setImmediate(() => {
      if (!this.#isHanging) happen();
    });
  }
}

/** Sends a file: its size in 8 bytes, then its bytes. Never rejects. */
async function sendFile(
  files: BridgeFiles,
  { target, stream, accept }: StreamOpening,
): Promise<void> {
  const bytes = target.name === 'file-read' ? files[target.path] : undefined;
  if (bytes === undefined) {
    stream.end(new HandsetError('unsupported', 'No such file.'));
    return;
  }
  accept();
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(bytes.length));
  try {
    await stream.write(size);
    await stream.write(bytes);
    stream.end();
  } catch {
    // The console has ended the stream.
  }
}

/** A message as a socket delivers it. */
const received = (message: Message): string | ArrayBuffer =>
  typeof message === 'string' ? message : message.slice().buffer;

/** Sends a client's request to the console, as the bridge does once it has checked it. */
async function forward(
  end: BridgeEnd,
  init: RequestInit,
  { agent, running }: { readonly agent: string; readonly running: Map<unknown, AbortController> },
): Promise<Response> {
  const { body } = init;
  // The client also asks for a stream of notifications, by GET, which the bridge does not serve.
  if (typeof body !== 'string') return new Response(null, { status: 405 });
  const message: unknown = JSON.parse(body);
  const method = ownProperty(message, 'method');
  if (method === 'notifications/cancelled')
    running.get(ownProperty(ownProperty(message, 'params'), 'requestId'))?.abort();
  const call = new AbortController();
  const id = ownProperty(message, 'id');
  if (method === 'tools/call') running.set(id, call);
  const signal = AbortSignal.any([call.signal, ...(init.signal ? [init.signal] : [])]);
  const session =
    method === 'initialize' ? { [SESSION_HEADER]: `${crypto.randomUUID()}.${agent}` } : {};
  const headers = Object.fromEntries(new Headers(init.headers));
  const caller = { agent, chosenPhone: null, limits: null };
  return await new Promise((resolve, reject) => {
    let chunks: ReadableStreamDefaultController<Uint8Array> | undefined;
    let abort = (): void => undefined;
    const cancel = (): void => {
      abort();
      fail(new DOMException('The client has disconnected or cancelled.', 'AbortError'));
    };
    const settle = (): void => {
      running.delete(id);
      signal.removeEventListener('abort', cancel);
    };
    const fail = (error: Error): void => {
      settle();
      reject(error);
      chunks?.error(error);
    };
    const finish = (): void => {
      settle();
      chunks?.close();
      chunks = undefined;
    };
    // As the bridge answers for a console that was lost.
    const answerWith = (error: HandsetError): void => {
      const result = { content: [{ type: 'text', text: error.fullText }], isError: true };
      const event = `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
      const headers = { 'Content-Type': 'text/event-stream' };
      if (chunks === undefined) resolve(new Response(event, { headers }));
      chunks?.enqueue(new TextEncoder().encode(event));
      finish();
    };
    signal.addEventListener('abort', cancel, { once: true });
    abort = end.request(
      { caller, headers, body },
      {
        head: (status, answered) => {
          const stream = new ReadableStream<Uint8Array>({ start: (opened) => (chunks = opened) });
          const hasBody = status !== 202 && status !== 204;
          resolve(
            new Response(hasBody ? stream : null, { status, headers: { ...answered, ...session } }),
          );
        },
        chunk: (bytes) => chunks?.enqueue(bytes),
        end: finish,
        fail: (error) => (method === 'tools/call' ? answerWith(error) : fail(error)),
      },
    );
    if (signal.aborted) cancel();
  });
}
