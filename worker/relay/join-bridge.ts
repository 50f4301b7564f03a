import { toWire } from '../../core/errors.ts';
import type { BridgeStatus } from '../../core/link/messages.ts';
import { backOffMs } from './back-off.ts';
import { type SocketOptions, openRelaySocket, socketAddress } from './relay-socket.ts';
import type { AgentFetch } from './serve-request.ts';
import { whyClosed } from './why-closed.ts';

/** What the worker brings to the bridge. */
export interface JoinOptions {
  /** The bridge's address, as the page's own (`http://127.0.0.1:7340/`) or the socket's (`ws://…`). */
  readonly url: string;
  readonly secret: string;
  /** Answers one HTTP request of the named agent; the request's signal aborts when the agent has gone. */
  readonly fetch: AgentFetch;
  /** Hears every change, from the first `connecting` on. */
  onStatus(status: BridgeStatus): void;
  /** Hears, before `connected`, what to put before every tool name; may be empty. */
  onToolPrefix?(toolPrefix: string): void;
  /** The socket's class; the runtime's own unless given. */
  readonly WebSocket?: typeof WebSocket;
}

/** A standing connection to the bridge. */
export interface JoinedBridge {
  /** Leaves the bridge for good; calls in flight are aborted. */
  close(): void;
}

/**
 * Connects to the bridge and stays connected: a lost link is tried again, soon at first and
 * every few seconds later, until `close`. Stops by itself only in the state `refused`.
 */
export function joinBridge(options: JoinOptions): JoinedBridge {
  const joining = new Joining(options);
  joining.connect();
  return { close: () => joining.leave() };
}

/** One socket after the other, for as long as the page lives. */
class Joining {
  readonly #options: JoinOptions;
  readonly #socketOptions: Omit<SocketOptions, 'onWelcome' | 'onClosed'>;
  #failures = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #closeSocket: () => void = () => undefined;

  constructor(options: JoinOptions) {
    this.#options = options;
    this.#socketOptions = {
      address: socketAddress(options.url),
      Socket: options.WebSocket ?? WebSocket,
      secret: options.secret,
      page: crypto.randomUUID(),
      fetch: options.fetch,
    };
  }

  connect(): void {
    this.#options.onStatus({ state: 'connecting' });
    let welcomed = false;
    this.#closeSocket = openRelaySocket({
      ...this.#socketOptions,
      onWelcome: ({ toolPrefix }) => {
        welcomed = true;
        this.#failures = 0;
        this.#options.onToolPrefix?.(toolPrefix);
        this.#options.onStatus({ state: 'connected' });
      },
      onClosed: (code) => this.#settle(code, welcomed),
    });
  }

  leave(): void {
    clearTimeout(this.#retryTimer);
    this.#closeSocket();
  }

  #settle(code: number, welcomed: boolean): void {
    const reason = whyClosed(code, this.#socketOptions.address.host, welcomed);
    const error = toWire(reason.error);
    if (!reason.retry) {
      this.#options.onStatus({ state: 'refused', error });
      return;
    }
    this.#failures += 1;
    const waitMs = backOffMs(this.#failures, Math.random());
    this.#retryTimer = setTimeout(() => this.connect(), waitMs);
    this.#options.onStatus({ state: 'retrying', retryAtEpochMs: Date.now() + waitMs, error });
  }
}
