/** Requests that a client sends before the answers to those before (RFC 9112, section 9.3.2, pipelining). */
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { whenClosed } from './when-closed.ts';

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
