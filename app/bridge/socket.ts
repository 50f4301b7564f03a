import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { closeReason } from '../../core/relay/close-reason.ts';
import { CLOSE, MAX_FRAME_BYTES, SOCKET_PATH } from '../../core/relay/limits.ts';
import type { ConsoleSeat } from './console-seat.ts';
import { type Refusal, checkHost, checkOwnOrigin } from './guard.ts';

/** Sockets open at once: one console and a few that are being turned away. */
const MAX_SOCKETS = 16;

/** Milliseconds a console has to answer the closing of its socket. */
const FAREWELL_LIMIT_MS = 300;

/** Takes the console's WebSockets of an HTTP server. */
export interface SocketDoor {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends every socket, giving the far sides a moment to read why. */
  close(): Promise<void>;
}

/** The door to the seat: the upgrade is checked for Host and Origin, the first frame for the secret. */
export function openSocketDoor(seat: ConsoleSeat, port: number): SocketDoor {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    // Loopback is faster than compressing, and compression costs memory for each socket.
    perMessageDeflate: false,
  });
  server.on('connection', (socket) => seatSocket(seat, socket));
  return {
    upgrade: (request, socket, head) => {
      // Without a listener, a connection that breaks here would end the program.
      socket.on('error', () => socket.destroy());
      const refusal = checkUpgrade(request, port, server.clients.size);
      if (refusal !== null) return refuse(socket, refusal);
      server.handleUpgrade(request, socket, head, (opened) => {
        server.emit('connection', opened, request);
      });
    },
    close: async () => {
      for (const socket of server.clients) socket.close(CLOSE.goingAway, 'The bridge stops.');
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([closed, delay(FAREWELL_LIMIT_MS, undefined, { ref: false })]);
      for (const socket of server.clients) socket.terminate();
    },
  };
}

function seatSocket(seat: ConsoleSeat, socket: WebSocket): void {
  const end = seat.open({
    send: (text) => socket.send(text),
    close: (code, reason) => {
      socket.close(code, closeReason(reason));
    },
  });
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
  port: number,
  open: number,
): { readonly status: number; readonly message: string } | null {
  const refusal: Refusal | null =
    checkHost(request.headers, port) ?? checkOwnOrigin(request.headers, port);
  if (refusal !== null) return refusal;
  // A secret does not belong here either: addresses end up in logs.
  if (request.url !== SOCKET_PATH) return { status: 404, message: 'There is no socket here.' };
  return open >= MAX_SOCKETS ? { status: 503, message: 'Too many sockets are open.' } : null;
}

function refuse(
  socket: Duplex,
  { status, message }: { readonly status: number; readonly message: string },
): void {
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
}
