import { ANSWER_SILENCE_LIMIT_MS } from '../../core/relay/limits.ts';

/** Consoles open at once: more than a person has phones, and few enough to show in a list. */
export const MAX_CONSOLES = 8;

/** Tabs whose name and place are kept, open or not: more than anybody opens in a day. Those that came first are forgotten first. */
export const MAX_TABS = 64;

/** Agents whose choice of a phone is kept: far more than run at once. The one that called longest ago is forgotten first. */
export const MAX_CHOICES = 256;

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
