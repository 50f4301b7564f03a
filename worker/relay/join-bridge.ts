import { HandsetError, toWire } from '../../core/errors.ts';
import type { ConsoleEnd } from '../../core/relay/console-end.ts';
import type { BridgeStatus } from '../../core/link/bridge-status.ts';
import type { ConsoleState, OpenConsole, PhoneChoice } from '../../core/relay/frames.ts';
import {
  type AnswerAgent,
  type RelaySocket,
  type SocketOptions,
  openRelaySocket,
  socketAddress,
} from './relay-socket.ts';
import { CLOSE } from '../../core/relay/limits.ts';

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

/** The first wait before trying again. */
const FIRST_WAIT_MS = 250;

/** The longest wait: a person who starts the bridge sees the page come back at once. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Milliseconds to wait before the next try after this many failures in a row (1 or more).
 * Doubles each time; `random` (0 to 1) takes off up to half, so that pages spread out.
 */
export function backOffMs(failures: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 - random / 2));
}

/** What the end of a socket means for the page. */
export interface WhyClosed {
  /** Said in plain words. Codes `bridge-lost` and `bridge-refused`. */
  readonly error: HandsetError;
  /** Whether to try again by itself. */
  readonly retry: boolean;
}

/** Who tried to reach which bridge. */
export interface Ends {
  /** `127.0.0.1:7340` */
  readonly host: string;
  /** The page's; null where there is none, as in tests. */
  readonly origin: string | null;
}

const COMES_BACK = 'This page connects again by itself.';

/** Translates a WebSocket close code; `welcomed` says whether the bridge had let this socket in. */
export function whyClosed(code: number, ends: Ends, welcomed: boolean): WhyClosed {
  const { host } = ends;
  switch (code) {
    case CLOSE.secretRefused:
      return refused(`The bridge at ${host} does not know this page's secret.`, {
        hint: 'Open the address that the bridge printed when it started.',
      });
    case CLOSE.otherVersion:
      return refused(`This page and the bridge at ${host} are of different versions.`, {
        hint: 'Reload this page.',
      });
    case CLOSE.badFrame:
      return refused(`This page and the bridge at ${host} did not understand each other.`, {
        hint: 'Reload this page; if that does not help, restart the bridge.',
      });
    case CLOSE.tooMany:
      return {
        error: new HandsetError('bridge-refused', `The bridge at ${host} takes no more consoles.`, {
          hint: 'Close another tab with a Handset console; this page then joins by itself.',
        }),
        retry: true,
      };
    case CLOSE.goingAway:
      return lost(
        `The bridge at ${host} was stopped.`,
        `Start it with \`npm start\`. ${COMES_BACK}`,
      );
    default:
      return welcomed
        ? lost(`The link to the bridge at ${host} was lost.`, COMES_BACK)
        : lost(`The bridge at ${host} does not answer.`, howToStart(ends));
  }
}

/** A browser tells no difference between a bridge that is away and one that lets this page's origin not in. */
function howToStart({ host, origin }: Ends): string {
  if (origin === null || origin.endsWith(`//${host}`)) {
    return `Start it with \`npm start\`. ${COMES_BACK}`;
  }
  return `It must be started for this page: \`npm start -- --allow-origin ${origin}\`. ${COMES_BACK}`;
}

function refused(message: string, { hint }: { hint: string }): WhyClosed {
  return { error: new HandsetError('bridge-refused', message, { hint }), retry: false };
}

function lost(message: string, hint: string): WhyClosed {
  return { error: new HandsetError('bridge-lost', message, { hint }), retry: true };
}
