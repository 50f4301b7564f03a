import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { CloseReason } from '#core/relay/bridge-end.ts';
import { type Channel, truncateReason } from '#core/relay/frames.ts';
import { CLOSE_CODES, MAX_FRAME_BYTES, SOCKET_PATH } from '#core/relay/limits.ts';
import {
  type RequestRefusal,
  type SocketOrigins,
  checkHeaderCount,
  checkHost,
  checkSocketOrigin,
  isOwnOrigin,
  wantsWebSocket,
} from '../guard/check-request.ts';
import type { Limits } from '../limits.ts';
import type { ConsoleSocket, Consoles } from './consoles.ts';

/** Handles the upgrade requests of an HTTP server: the consoles' WebSockets. */
export interface UpgradeHandler {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every socket, after a moment for the peers to read why. */
  close(): Promise<void>;
}

/** Who may connect, and the limits. */
interface UpgradeHandlerOptions extends SocketOrigins {
  readonly limits: Limits;
}

/** Checks Host and Origin of an upgrade request; `consoles` checks the secret in the first frame. */
export function createUpgradeHandler(
  consoles: Consoles,
  options: UpgradeHandlerOptions,
): UpgradeHandler {
  const { limits } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    // Compressing is slower than loopback and costs memory per socket.
    perMessageDeflate: false,
  });
  server.on('connection', (socket, request) => {
    const isOwn = isOwnOrigin(request.headers, options.port);
    const end: ConsoleSocket = consoles.addSocket(
      createChannel(socket, limits, (why) => end.close(why)),
      { isOwn },
    );
    attachSocket(end, socket);
    limitUntilWelcome(socket, request.socket, limits.helloBytes);
  });
  return {
    upgrade: (request, socket, head) => {
      // Without a listener, an error on the connection would crash the process.
      socket.on('error', () => socket.destroy());
      const refusal = checkUpgrade(request, options, server.clients.size);
      if (refusal !== null) return refuse(socket, refusal, limits.closeMessageMs);
      server.handleUpgrade(request, socket, head, (opened) => {
        server.emit('connection', opened, request);
      });
    },
    close: async () => {
      for (const socket of server.clients)
        socket.close(CLOSE_CODES.goingAway, 'The bridge is stopping.');
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([closed, delay(limits.closeMessageMs, undefined, { ref: false })]);
      for (const socket of server.clients) socket.terminate();
    },
  };
}

/**
 * Limits the bytes on a socket until its hello was accepted: a frame is held in memory until it is
 * complete, and a refused console may send no more either. Call after the console's own message
 * listener is attached, which must see the hello first.
 */
function limitUntilWelcome(socket: WebSocket, connection: Duplex, limit: number): void {
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > limit) socket.terminate();
  };
  connection.on('data', count);
  socket.once('message', () => {
    if (socket.readyState === socket.OPEN) connection.off('data', count);
  });
}

/** `closeWith` is called when the console leaves too much unread. */
function createChannel(
  socket: WebSocket,
  { unreadBytes, closeMs }: Limits,
  closeWith: (why: CloseReason) => void,
): Channel {
  let frames = 0;
  const queuedBytes = (): number => socket.bufferedAmount + frames * FRAME_OVERHEAD_BYTES;
  return {
    send: (message) => {
      frames += 1;
      socket.send(message, () => (frames -= 1));
      if (queuedBytes() > unreadBytes) closeWith(NOT_READING);
    },
    // Half the limit leaves room for one more frame of maximum size: one agent's request must not disconnect the others' console.
    isBackedUp: () => queuedBytes() > unreadBytes / 2,
    close: (code, reason) => {
      socket.close(code, truncateReason(reason));
      const timer = setTimeout(() => socket.terminate(), closeMs);
      socket.once('close', () => clearTimeout(timer));
    },
  };
}

/** Memory that a queued frame takes besides its text, which dominates for small frames. */
const FRAME_OVERHEAD_BYTES = 1024;

const NOT_READING: CloseReason = {
  code: CLOSE_CODES.silent,
  reason: 'The page does not read what it is sent.',
};

function attachSocket(end: ConsoleSocket, socket: WebSocket): void {
  socket.binaryType = 'arraybuffer';
  socket.on('message', (data, isBinary) => {
    try {
      // ws delivers text, too, as bytes; it has checked them to be UTF-8.
      end.receive(isBinary ? data : Buffer.from(data as ArrayBuffer).toString('utf8'));
    } catch {
      // Rethrown, the error would crash the process, which no frame may do.
      socket.terminate();
    }
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => end.socketClosed());
}

function checkUpgrade(
  request: IncomingMessage,
  options: UpgradeHandlerOptions,
  open: number,
): RequestRefusal | null {
  const { headers } = request;
  const refusal =
    checkHeaderCount(request, options.limits.headers) ??
    checkHost(request, options.port) ??
    checkProtocol(request) ??
    checkSocketOrigin(headers, options);
  if (refusal !== null) return refusal;
  // Exact match: a query could contain a secret, and URLs end up in logs.
  if (request.url !== SOCKET_PATH)
    return { status: 404, message: 'There is no WebSocket at this address.' };
  const hasMaxSockets = open >= options.limits.sockets;
  return hasMaxSockets ? { status: 503, message: 'Too many sockets are open.' } : null;
}

function checkProtocol(request: IncomingMessage): RequestRefusal | null {
  if (wantsWebSocket(request)) return null;
  return {
    status: 400,
    message: 'This address is not a WebSocket; send the request without the Upgrade header.',
  };
}

/** Sends an HTTP refusal, and destroys the connection if the peer does not close it. */
function refuse(socket: Duplex, { status, message }: RequestRefusal, closeMessageMs: number): void {
  socket.end(
    [
      `HTTP/1.1 ${status} Refused`,
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(message)}`,
      'Connection: close',
      '',
      message,
    ].join('\r\n'),
  );
  const timer = setTimeout(() => socket.destroy(), closeMessageMs);
  socket.once('close', () => clearTimeout(timer));
}
