import { ANSWER_SILENCE_LIMIT_MS } from '../../core/relay/limits.ts';

/** Consoles open at once: more than a person has phones, and few enough to show in a list. */
export const MAX_CONSOLES = 8;

/** Tabs whose name and place are kept, open or not: more than anybody opens in a day. Those that came first are forgotten first. */
export const MAX_TABS = 64;

/** Agents whose choice of a phone is kept: far more than run at once. The one that called longest ago is forgotten first. */
export const MAX_CHOICES = 256;

/** Bytes of what a bridge says of itself at `/healthz`; a stranger may say more. */
export const MAX_HEALTH_BYTES = 64 * 1024;

/** Times to look for the bridge that holds the port: it may be just starting, or just stopping. */
export const MAX_MEETINGS = 5;

/** Times to ask the system for any free port: the one it gives is free on 127.0.0.1, maybe not on ::1. */
export const MAX_PORT_TRIES = 10;

/** Characters of `--tool-prefix`; with the longest tool name still below the 64 that clients allow. */
export const MAX_PREFIX_CHARACTERS = 28;

/**
 * What the bridge puts up with from anybody on this computer. How large a body and a frame may
 * be, both ends of the relay must know: `core/relay/limits.ts`.
 */
export const LIMITS = {
  /** Connections at once, over IPv4 and IPv6 together; well below the 1024 files that some systems grant a program. */
  connections: 256,
  /** Milliseconds for the headers of a request: a client that dribbles them, or sends none, holds a socket no longer. */
  headersMs: 10_000,
  /** Milliseconds for the whole request with its body; 4 MiB take far less on one computer. Answers take as long as they need. */
  requestMs: 30_000,
  /** Milliseconds that a connection may stand idle between requests: longer than clients keep theirs, so that they close first. */
  idleMs: 65_000,
  /** Milliseconds in which nothing at all moves on a connection, such as that of a client that never reads its answer; above the longest silence of a console. */
  stillMs: ANSWER_SILENCE_LIMIT_MS + 60_000,
  /** Bytes of all headers of a request; Node's own bound, and twice what browsers and agents come near. */
  headerBytes: 16 * 1024,
  /** Headers of a request. Browsers send about 20; Node would drop those past 1000 unseen, an Origin among them. */
  headers: 100,
  /** Requests that one connection may have open before it is cut: browsers and agents send the next when they have the answer. */
  requestsOfConnection: 4,
  /** Requests that one agent may have open, those of a batch one by one: room for the most parallel of agents, and a quarter of all connections. */
  requestsOfAgent: 64,
  /** Bytes of the bodies of all open requests together: 16 of the largest, while most have a few hundred. */
  bodiesBytes: 64 * 1024 * 1024,
  /** WebSockets at once: consoles, and a few that are being turned away. */
  sockets: 24,
  /** Bytes on a socket before its hello was taken: that is short, and until then nobody has shown the secret. */
  helloBytes: 128 * 1024,
  /** Bytes that may wait for one far side to read them, an agent its answer or a console its requests: more than the two largest frames. A console that leaves half of it is sent no more requests; one that leaves more is cut. */
  unreadBytes: 64 * 1024 * 1024,
  /** Milliseconds that a far side has to take a refusal, or the news that the bridge stops; then it is cut. */
  farewellMs: 300,
  /** Milliseconds that a console which was sent away has to close its socket; a dead one never does. */
  closeMs: 2_000,
} as const;

/** The limits as numbers; tests shorten some. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** How long the bridge and those that share it wait for others, in milliseconds. */
export const WAITS = {
  /** Milliseconds that a tab's place is kept when its socket has closed: a reload takes about one second. */
  tabReturnMs: 4_000,
  /** Milliseconds after a tab has gone in which it may come back and find its phone again. */
  phoneReturnMs: 8_000,
  /** Milliseconds in which an open page finds a bridge that was started again: it tries at least every 5 s. */
  rejoinMs: 5_500,
  /** Milliseconds that a call waits for a console to come: a browser starts and a phone connects within. */
  longWaitMs: 20_000,
  /** Milliseconds that a call waits when one before it waited in vain. */
  shortWaitMs: 1_000,
  /** Milliseconds after a wait in vain in which no call waits long: an agent that tries again and again is not held each time. */
  discouragedMs: 60_000,
  /** Milliseconds between two notices to a client whose call waits for a console. */
  noticeIntervalMs: 1_000,
  /** Milliseconds between two openings of the browser: a person who closes the console again and again is not to be flooded. */
  openAgainMs: 60_000,
  /** Milliseconds for a bridge to answer; one on this computer needs a few. */
  bridgeAnswerMs: 2_000,
  /** Milliseconds between two questions to a bridge that is shared, so that the bridge does not take the connection for an idle one. */
  bridgeKeepMs: 20_000,
  /** Milliseconds after a bridge was lost, so that one which hangs up again and again is not met in a tight loop. */
  takeOverPauseMs: 50,
  /** Milliseconds between two tries to start or meet a bridge. */
  meetPauseMs: 200,
  /** Milliseconds for all these tries, also where each has to wait for an answer. */
  meetMs: 3_000,
} as const;
