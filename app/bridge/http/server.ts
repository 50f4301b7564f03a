/** The HTTP servers: listening, limits of connections, reading of bodies, and plain responses. */
import {
  type Server,
  type ServerOptions,
  type ServerResponse,
  IncomingMessage,
  createServer,
} from 'node:http';
import type { Socket, Server as TcpServer } from 'node:net';
import { contentPolicy } from '#core/content-policy.ts';
import { MAX_BODY_BYTES } from '#core/relay/limits.ts';
import { CliError, PortInUseError, errorCode } from '../errors.ts';
import { wantsWebSocket } from '../guard/check-request.ts';
import type { Limits } from '../limits.ts';

/** The loopback addresses: only programs on this computer can connect. */
export const IPV4 = '127.0.0.1';
export const IPV6 = '::1';

/** Error codes of systems without IPv6, or without IPv6 on the loopback interface. */
const UNAVAILABLE_CODES = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** Ports on which browsers open no page (the Fetch standard's list of bad ports, from 1024 on). */
const BLOCKED_PORTS = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/** Whether browsers refuse to open a page on this port. */
export function isBlockedPort(port: number): boolean {
  return BLOCKED_PORTS.has(port);
}

/** Listens on one address and returns the port; 0 is any free one that browsers open. Rejects with `PortInUseError`, or `CliError` where the system refuses the port. */
export function listen(server: TcpServer, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void =>
      reject(toListenError(error, port, address));
    server.once('error', onError);
    server.listen(port, address, () => {
      server.off('error', onError);
      const boundAddress = server.address();
      const boundPort =
        typeof boundAddress === 'object' && boundAddress !== null ? boundAddress.port : port;
      if (port === 0 && isBlockedPort(boundPort))
        server.close(() => void listen(server, port, address).then(resolve, reject));
      else resolve(boundPort);
    });
  });
}

/** Listens on a second address if this computer has it, and returns whether it does. Rejects like `listen`. */
export async function listenIfAvailable(
  server: TcpServer,
  port: number,
  address: string,
): Promise<boolean> {
  try {
    await listen(server, port, address);
    return true;
  } catch (error) {
    if (error instanceof CliError && UNAVAILABLE_CODES.has(errorCode(error.cause))) return false;
    throw error;
  }
}

function toListenError(error: NodeJS.ErrnoException, port: number, address: string): Error {
  const where = address === IPV4 ? '' : ` on ${address}`;
  return error.code === 'EADDRINUSE'
    ? new PortInUseError(`Port ${port} is in use${where}`)
    : new CliError(1, `Port ${port} can't be opened${where}: ${error.message}`, { cause: error });
}

/** Creates a server for each address, with a shared count of connections. */
export function createServers(limits: Limits): readonly [Server, Server] {
  let open = 0;
  const create = (): Server => {
    const server = createServer(serverOptions(limits));
    server.timeout = limits.inactivityMs;
    return server.on('connection', (socket) => {
      open += 1;
      // Each pipelined request adds a `close` listener.
      socket.setMaxListeners(0);
      socket.once('close', () => (open -= 1));
      if (open > limits.connections) socket.destroy();
    });
  };
  return [create(), create()];
}

function serverOptions(limits: Limits): ServerOptions & UpgradeOptions {
  return {
    IncomingMessage: StoppableRequest,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: limits.headerBytes,
    // Interval at which Node checks headersTimeout and requestTimeout.
    connectionsCheckingInterval: Math.min(2_000, limits.headersMs),
    // Java's clients offer HTTP/2 with every request (`Upgrade: h2c`) and accept HTTP/1.1.
    shouldUpgradeCallback: (request) => request.socket.destroyed || wantsWebSocket(request),
  };
}

/** A server option that Node 20 lacks: there, every upgrade request reaches the upgrade handler. */
interface UpgradeOptions {
  shouldUpgradeCallback(request: IncomingMessage): boolean;
}

/**
 * Limits the open requests of each connection. Node passes on every pipelined request, even if the
 * client never reads the responses; each costs memory and needs no secret.
 */
export class PipelineLimit {
  readonly #limit: number;
  readonly #open = new WeakMap<Socket, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts a request and returns true; destroys the connection and returns false where it has too many. */
  accept({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const open = (this.#open.get(socket) ?? 0) + 1;
    if (open > this.#limit) {
      socket.destroy();
      return false;
    }
    this.#open.set(socket, open);
    // A request that is answered at once counts until other connections were served in between.
    onceClosed(response, () => setImmediate(() => this.#release(socket)));
    return true;
  }

  #release(socket: Socket): void {
    this.#open.set(socket, (this.#open.get(socket) ?? 1) - 1);
  }
}

/**
 * A request class that makes Node stop parsing a destroyed connection. Otherwise Node parses the
 * rest of what it has read (64 KiB at a time) into a thousand or more requests per connection.
 * Its parser stops early only at an upgrade request, so the next request on a destroyed connection
 * claims to be one.
 */
class StoppableRequest extends IncomingMessage {
  /** Declared only: Node sets it while it makes the request, through the accessor. */
  declare isUpgrade: boolean;

  get upgrade(): boolean {
    return this.isUpgrade;
  }

  /** Node sets this when it has parsed the head, before it emits the request. */
  set upgrade(isUpgrade: boolean | null) {
    this.isUpgrade = isUpgrade === true || this.socket.destroyed;
  }
}

/**
 * Calls the listener once when the response was sent completely or the client has disconnected. When
 * a client with pipelined requests disconnects, Node notifies only the response being sent, so this
 * also listens to the socket.
 */
export function onceClosed(response: ServerResponse, listener: () => void): void {
  const { socket } = response.req;
  const handleClose = (): void => {
    response.off('close', handleClose);
    socket.off('close', handleClose);
    listener();
  };
  response.once('close', handleClose);
  socket.once('close', handleClose);
}

/**
 * Reads a body as text. Returns `null`, without reading the rest, when it exceeds `limit` bytes or
 * `hasRoomFor` rejects the size of a chunk.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  hasRoomFor: (bytes: number) => boolean = () => true,
): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  // A request without an encoding set yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit || !hasRoomFor(chunk.length)) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Returns a function that sets the security headers; call it first for every response. The policy in
 * the pages themselves does not apply to worker scripts. The console may be framed by its own origin
 * and by the allowed ones.
 */
export function securityHeaders(
  allowedOrigins: readonly string[],
): (response: ServerResponse) => void {
  const headers = Object.entries(headersFor(allowedOrigins));
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

function headersFor(allowedOrigins: readonly string[]): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      ...contentPolicy,
      ["frame-ancestors 'self'", ...allowedOrigins].join(' '),
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'usb=(self), camera=(), microphone=(), geolocation=()',
    // Browsers never send the fragment with the secret; the rest of the address is private too.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // For old browsers without frame-ancestors, which takes precedence.
    'x-frame-options': 'SAMEORIGIN',
  };
}

/** Ends a response with a JSON body. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, { type: 'application/json', body: JSON.stringify(body) });
}

/** Ends a response with a line of plain text. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, { type: 'text/plain; charset=utf-8', body: `${text}\n` });
}

/** Ends a response with a JSON-RPC error without id, which MCP clients show to users. */
export function sendRpcError(
  response: ServerResponse,
  status: number,
  error: { readonly code: number; readonly message: string },
): void {
  sendJson(response, status, { jsonrpc: '2.0', error, id: null });
}

/** Whether the method is GET or HEAD; otherwise sends the error response. */
export function requireReadMethod(response: ServerResponse): boolean {
  const { method } = response.req;
  if (method === 'GET' || method === 'HEAD') return true;
  response.setHeader('allow', 'GET, HEAD');
  sendText(response, 405, 'Only GET is served here.');
  return false;
}

function send(
  response: ServerResponse,
  status: number,
  { type, body }: { readonly type: string; readonly body: string },
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
  discardBody(response.req);
}

/**
 * Discards the unread rest of a request, since clients may read the response only after sending
 * everything. A client that sends more than any request may have is disconnected.
 */
function discardBody(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) request.socket.destroy();
  });
}

/** JSON-RPC: invalid JSON. */
export const PARSE_ERROR = -32_700;
/** JSON-RPC: invalid request. */
export const INVALID_REQUEST = -32_600;
/** JSON-RPC: internal error. */
export const INTERNAL_ERROR = -32_603;
/** From JSON-RPC's range for server errors: the bridge refused the request before reading its content. */
export const REQUEST_REFUSED = -32_001;
