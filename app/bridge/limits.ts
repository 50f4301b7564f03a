import { RESPONSE_SILENCE_TIMEOUT_MS } from '#core/relay/limits.ts';

/** Open consoles: more than a user has phones, and few enough to list. */
export const MAX_CONSOLES = 8;

/** Tabs whose name is remembered, open or closed: more than anybody opens in a day. The oldest closed ones are forgotten first. */
export const MAX_TABS = 64;

/** Agents whose choice of a phone is remembered: far more than run at once. The least recently used is forgotten first. */
export const MAX_PHONE_CHOICES = 256;

/** Tokens of single agents: far more than a user has agents, and few enough to list. */
export const MAX_AGENT_TOKENS = 32;

/** Bytes to read of a `/healthz` response; another program on the port might send more. */
export const MAX_HEALTH_BYTES = 64 * 1024;

/** Attempts to find the bridge that holds the port: it may be starting or stopping. */
export const MAX_FIND_ATTEMPTS = 5;

/** Attempts to get a free port from the system: one that is free on 127.0.0.1 may be taken on ::1. */
export const MAX_PORT_TRIES = 10;

/** Characters of `--tool-prefix`; prefix and longest tool name stay below the 64 that clients allow. */
export const MAX_PREFIX_CHARACTERS = 28;

/**
 * What one program on this computer may take of the bridge. The maximum sizes of a body and a frame are known to both
 * ends of the relay: `core/relay/limits.ts`.
 */
export const LIMITS = {
  /** Open connections, IPv4 and IPv6 together; well below the 1024 file descriptors that some systems allow. */
  connections: 256,
  /** Milliseconds for the headers of a request, so that a slow or silent client does not hold a connection. */
  headersMs: 10_000,
  /** Milliseconds for a request with its body; 4 MiB take far less on one computer. Responses are not limited. */
  requestMs: 30_000,
  /** Milliseconds that a connection may be idle between requests: longer than clients allow, so that they close first. */
  idleMs: 65_000,
  /** Milliseconds without any traffic on a connection, such as that of a client that never reads its response; above the longest silence allowed to a console. */
  inactivityMs: RESPONSE_SILENCE_TIMEOUT_MS + 60_000,
  /** Bytes of all headers of a request; Node's default, and more than twice what browsers and agents send. */
  headerBytes: 16 * 1024,
  /** Headers of a request. Browsers send about 20; Node silently drops those past 1000, even an Origin. */
  headers: 100,
  /** Open requests of one connection before it is destroyed: browsers and agents send the next after the response. */
  requestsOfConnection: 4,
  /** Open requests of one agent, counting those of a batch singly: enough for very parallel agents, and a quarter of all connections. */
  requestsOfAgent: 64,
  /** Bytes of the bodies of all open requests together: 16 of maximum size, while most have a few hundred bytes. */
  bodiesBytes: 64 * 1024 * 1024,
  /** Open WebSockets: consoles, and a few that are being refused. */
  sockets: 24,
  /** Bytes on a socket before its hello is accepted: a hello is short, and until then nobody has shown the secret. */
  helloBytes: 128 * 1024,
  /** Bytes that may be queued for one peer, an agent or a console, to read: eight frames of maximum size. A console with half of it unread gets no more requests; one with more is disconnected. */
  unreadBytes: 64 * 1024 * 1024,
  /** Milliseconds that a peer has to read a refusal, or that the bridge stops, before it is disconnected. */
  closeMessageMs: 300,
  /** Milliseconds that a console has to complete the closing handshake; a dead one never does. */
  closeMs: 2_000,
} as const;

/** The limits as numbers; tests shorten some. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** Limits of a connection to the adb server. */
export const ADB_LIMITS = {
  /** Milliseconds to connect and to open a service: a phone that is busy may take some seconds, and the server looks for one on the network for 10 s. */
  openMs: 20_000,
  /** Milliseconds for `adb start-server`, which takes about two seconds. */
  startMs: 20_000,
  /** Milliseconds for the server to hang up after a console has ended its stream. */
  closeMs: 5_000,
  /** Bytes of the reason for a refusal. */
  reasonBytes: 512,
} as const;

/** How long the bridge, and processes that share it, wait for others. */
export const WAITS = {
  /** Milliseconds that a tab may take to reconnect after its socket closed: a reload takes about one second. */
  tabReturnMs: 4_000,
  /** Milliseconds after a tab's socket closed in which it may reconnect to its phone. */
  phoneReturnMs: 8_000,
  /** Milliseconds in which an open page finds a restarted bridge: it retries at least every 5 s. */
  rejoinMs: 5_500,
  /** Milliseconds that a call waits for a console: enough to start a browser and connect a phone. */
  consoleWaitMs: 20_000,
  /** Milliseconds that a call waits shortly after another one timed out. */
  shortWaitMs: 1_000,
  /** Milliseconds after such a timeout in which calls wait only `shortWaitMs`, so that retries of an agent fail fast. */
  shortWaitPeriodMs: 60_000,
  /** Milliseconds between progress notifications to a client whose call waits for a console. */
  progressIntervalMs: 1_000,
  /** Minimum milliseconds between openings of the browser, so as not to annoy a user who closes the console. */
  reopenMs: 60_000,
  /** Milliseconds for another bridge to answer; on this computer it needs a few. */
  bridgeAnswerMs: 2_000,
  /** Milliseconds between requests to a shared bridge, so that it does not close the connection as idle. */
  bridgePingMs: 20_000,
  /** Milliseconds between looks at the secrets file, which another bridge may have changed. */
  secretsCheckMs: 1_000,
  /** Milliseconds to pause after a bridge was lost, so that one that keeps hanging up does not cause a tight loop. */
  takeOverPauseMs: 50,
  /** Milliseconds between attempts to start or find a bridge. */
  findPauseMs: 200,
  /** Milliseconds for all these attempts together. */
  findBridgeMs: 3_000,
} as const;
