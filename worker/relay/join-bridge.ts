import { toWire } from '../../core/errors.ts';
import type { ConsoleEnd } from '../../core/relay/console-end.ts';
import type { BridgeStatus } from '../../core/link/bridge-status.ts';
import type { ConsoleState, OpenConsole, PhoneChoice } from '../../core/relay/frames.ts';
import { backOffMs } from './back-off.ts';
import {
  type RelaySocket,
  type SocketOptions,
  openRelaySocket,
  socketAddress,
} from './relay-socket.ts';
import type { AnswerAgent } from './serve-request.ts';
import { whyClosed } from './why-closed.ts';

/** What the worker brings to the bridge. */
export interface JoinOptions {
  /** The bridge's address, as the page's own (`http://127.0.0.1:7340/`) or the socket's (`ws://…`). */
  readonly url: string;
  readonly secret: string;
  /** Names the tab, also after a reload. */
  readonly tab: string;
  /** Answers one request of an agent; the request's signal aborts when the agent has gone. */
  readonly answerAgent: AnswerAgent;
  /** Hears every change, from the first `connecting` on. */
  onStatus(status: BridgeStatus): void;
  /** Hears, before `connected`, what to put before every tool name; may be empty. */
  onToolPrefix?(toolPrefix: string): void;
  /** Hears which consoles are open: none while the bridge is away. */
  onConsoles?(consoles: readonly OpenConsole[]): void;
  /** The socket's class; the runtime's own unless given. */
  readonly WebSocket?: typeof WebSocket;
  /** The page's origin, for what the person is told; null where there is none. The runtime's own unless given. */
  readonly origin?: string | null;
}

/** A standing connection to the bridge. */
export interface JoinedBridge {
  /** Leaves the bridge for good; calls in flight are aborted. */
  close(): void;
  /** What this console holds; the bridge is told now, and again whenever it comes back. */
  tellState(state: ConsoleState): void;
  /** Makes this console the one for agents that chose no phone. Nothing while the bridge is away. */
  lead(): void;
  /** Tells an agent's choice; to be called before the call that made it is answered. Nothing while the bridge is away. */
  choose(agent: string, choice: PhoneChoice | null): void;
}

/**
 * Connects to the bridge and stays connected: a lost link is tried again, soon at first and
 * every few seconds later, until `close`. Stops by itself only in the state `refused`.
 */
export function joinBridge(options: JoinOptions): JoinedBridge {
  const joining = new Joining(options);
  joining.connect();
  return {
    close: () => joining.leave(),
    tellState: (state) => joining.tellState(state),
    lead: () => joining.end?.lead(),
    choose: (agent, choice) => joining.end?.choose(agent, choice),
  };
}

/** One socket after the other, for as long as the page lives. */
class Joining {
  readonly #options: JoinOptions;
  readonly #socketOptions: Omit<SocketOptions, 'onWelcome' | 'onClosed' | 'onConsoles'>;
  #failures = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #socket: RelaySocket | null = null;
  #state: ConsoleState = { phone: null, paused: false };

  constructor(options: JoinOptions) {
    this.#options = options;
    this.#socketOptions = {
      address: socketAddress(options.url),
      Socket: options.WebSocket ?? WebSocket,
      secret: options.secret,
      tab: options.tab,
      answerAgent: options.answerAgent,
    };
  }

  connect(): void {
    this.#options.onStatus({ state: 'connecting' });
    let welcomed = false;
    this.#socket = openRelaySocket({
      ...this.#socketOptions,
      onWelcome: ({ toolPrefix, name, setup }) => {
        welcomed = true;
        this.#failures = 0;
        this.end?.tellState(this.#state);
        this.#options.onToolPrefix?.(toolPrefix);
        this.#options.onStatus({ state: 'connected', name, setup });
      },
      onConsoles: (consoles) => this.#options.onConsoles?.(consoles),
      onClosed: (code) => this.#settle(code, welcomed),
    });
  }

  /** The end of the open socket; null while there is none. */
  get end(): ConsoleEnd | null {
    return this.#socket?.end ?? null;
  }

  tellState(state: ConsoleState): void {
    this.#state = state;
    this.end?.tellState(state);
  }

  leave(): void {
    clearTimeout(this.#retryTimer);
    this.#socket?.close();
    this.#socket = null;
  }

  #settle(code: number, welcomed: boolean): void {
    const { host } = this.#socketOptions.address;
    const { origin = pageOrigin() } = this.#options;
    const reason = whyClosed(code, { host, origin }, welcomed);
    const error = toWire(reason.error);
    this.#socket = null;
    this.#options.onConsoles?.([]);
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

function pageOrigin(): string | null {
  // Absent in Node, where tests join a bridge too, whatever the type says.
  return (globalThis as Partial<typeof globalThis>).location?.origin ?? null;
}
