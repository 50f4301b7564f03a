import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { TurnedAway } from '../../../core/relay/bridge-end.ts';
import { type Channel, closeReason } from '../../../core/relay/channel.ts';
import { CLOSE, MAX_FRAME_BYTES, SOCKET_PATH } from '../../../core/relay/limits.ts';
import {
  type Refusal,
  type SocketOrigins,
  checkHeaderCount,
  checkHost,
  checkSocketOrigin,
  isOwnOrigin,
  wantsWebSocket,
} from '../guard/check-request.ts';
import type { Limits } from '../limits.ts';
import type { ConsoleSocket, Consoles } from './consoles.ts';

/** Takes the consoles' WebSockets of an HTTP server. */
export interface SocketDoor {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends every socket, giving the far sides a moment to read why. */
  close(): Promise<void>;
}

/** What the door goes by. */
interface SocketDoorOptions extends SocketOrigins {
  readonly limits: Limits;
}

/** The consoles' door: the upgrade is checked for Host and Origin, the first frame for the secret. */
export function openSocketDoor(consoles: Consoles, options: SocketDoorOptions): SocketDoor {
  const { limits } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    // Loopback is faster than compressing, and compression costs memory for each socket.
    perMessageDeflate: false,
  });
  server.on('connection', (socket, request) => {
    const isOwn = isOwnOrigin(request.headers, options.port);
    const end: ConsoleSocket = consoles.open(
      channelOf(socket, limits, (why) => end.turnAway(why)),
      { isOwn },
    );
    joinSocket(end, socket);
    limitUntilWelcome(socket, request.socket, limits.helloBytes);
  });
  return {
    upgrade: (request, socket, head) => {
      // Without a listener, a connection that breaks here would end the program.
      socket.on('error', () => socket.destroy());
      const refusal = checkUpgrade(request, options, server.clients.size);
      if (refusal !== null) return refuse(socket, refusal, limits.farewellMs);
      server.handleUpgrade(request, socket, head, (opened) => {
        server.emit('connection', opened, request);
      });
    },
    close: async () => {
      for (const socket of server.clients) socket.close(CLOSE.goingAway, 'The bridge stops.');
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([closed, delay(limits.farewellMs, undefined, { ref: false })]);
      for (const socket of server.clients) socket.terminate();
    },
  };
}

/**
 * A frame is held in memory until it is whole; a stranger gets little of that, and no more when it
 * was turned away. To be called when the console's end listens already: it judges the hello first.
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

/** `giveUp` is called when the console has left too much unread. */
function channelOf(
  socket: WebSocket,
  { unreadBytes, closeMs }: Limits,
  giveUp: (why: TurnedAway) => void,
): Channel {
  let frames = 0;
  const unread = (): number => socket.bufferedAmount + frames * FRAME_BYTES;
  return {
    send: (text) => {
      frames += 1;
      socket.send(text, () => (frames -= 1));
      if (unread() > unreadBytes) giveUp(READS_NOTHING);
    },
    // With one more frame of the largest it is not cut: what one agent asks must not end the calls of others.
    isBehind: () => unread() > unreadBytes / 2,
    close: (code, reason) => {
      socket.close(code, closeReason(reason));
      const cut = setTimeout(() => socket.terminate(), closeMs);
      socket.once('close', () => clearTimeout(cut));
    },
  };
}

/** Bytes that a frame takes beside its text while it waits: the objects around it, a large part of the smallest frames. */
const FRAME_BYTES = 1024;

const READS_NOTHING: TurnedAway = {
  code: CLOSE.silent,
  reason: 'The page does not read what it is sent.',
};

function joinSocket(end: ConsoleSocket, socket: WebSocket): void {
  socket.on('message', (data, isBinary) => {
    try {
      // ws hands out text as a buffer; it has checked that it is UTF-8.
      end.receive(isBinary || !Buffer.isBuffer(data) ? null : data.toString('utf8'));
    } catch {
      // Thrown on, it would end the program: no frame may do that, whatever it holds.
      socket.terminate();
    }
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => end.lost());
}

function checkUpgrade(
  request: IncomingMessage,
  options: SocketDoorOptions,
  open: number,
): Refusal | null {
  const { headers } = request;
  const refusal =
    checkHeaderCount(request, options.limits.headers) ??
    checkHost(request, options.port) ??
    checkProtocol(request) ??
    checkSocketOrigin(headers, options);
  if (refusal !== null) return refusal;
  // A secret does not belong here either: addresses end up in logs.
  if (request.url !== SOCKET_PATH) return { status: 404, message: 'There is no socket here.' };
  const isFull = open >= options.limits.sockets;
  return isFull ? { status: 503, message: 'Too many sockets are open.' } : null;
}

function checkProtocol(request: IncomingMessage): Refusal | null {
  if (wantsWebSocket(request)) return null;
  return { status: 400, message: 'This is no WebSocket; ask without the header Upgrade.' };
}

/** Says no, and cuts a far side that does not close: it would hold a connection for good. */
function refuse(socket: Duplex, { status, message }: Refusal, farewellMs: number): void {
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
  const cut = setTimeout(() => socket.destroy(), farewellMs);
  socket.once('close', () => clearTimeout(cut));
}
