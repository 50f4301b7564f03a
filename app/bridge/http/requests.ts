/** Requests as they come: pipelined (RFC 9112, section 9.3.2), to be read, and over when nobody waits for them. */
import { type ServerResponse, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The requests that each connection has open. Node hands over all that a client has sent, whether
 * it reads the answers or not; each costs memory, and needs no secret.
 */
export class SentAhead {
  readonly #limit: number;
  readonly #open = new WeakMap<Socket, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a request, and says whether it may be answered; a connection with too many is cut. */
  take({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const open = (this.#open.get(socket) ?? 0) + 1;
    if (open > this.#limit) {
      socket.destroy();
      return false;
    }
    this.#open.set(socket, open);
    // Those that are answered at once count as well until the other connections had their turn.
    whenClosed(response, () => setImmediate(() => this.#leave(socket)));
    return true;
  }

  #leave(socket: Socket): void {
    this.#open.set(socket, (this.#open.get(socket) ?? 1) - 1);
  }
}

/**
 * A request of a server whose connections stop at once when they are destroyed. Node itself goes on
 * with what it has read, 64 KiB at a time, and makes a request of each that stands there: a thousand
 * and more for each connection. Its parser stops in the middle at a request for an upgrade
 * alone, so the next request on a destroyed connection passes for one.
 */
export class StoppableRequest extends IncomingMessage {
  /** Declared only: Node sets it while it makes the request, through the accessor. */
  declare isUpgrade: boolean;

  get upgrade(): boolean {
    return this.isUpgrade;
  }

  /** Node says so as soon as it has read the head, before anybody hears of the request. */
  set upgrade(isUpgrade: boolean | null) {
    this.isUpgrade = isUpgrade === true || this.socket.destroyed;
  }
}

/**
 * Calls back once when the response is over: sent in full, or its client has gone. Of a client that
 * has sent several requests ahead (pipelining) Node tells only the response whose turn it is.
 */
export function whenClosed(response: ServerResponse, hear: () => void): void {
  const { socket } = response.req;
  const heard = (): void => {
    response.off('close', heard);
    socket.off('close', heard);
    hear();
  };
  response.once('close', heard);
  socket.once('close', heard);
}

/**
 * The body of a request as text, or `null` when it is larger than `limit` bytes, or `hasRoom` says of
 * a piece of so many bytes that it has none for it; the rest is then not read.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  hasRoom: (bytes: number) => boolean = () => true,
): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  // A request without an encoding set yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit || !hasRoom(chunk.length)) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
