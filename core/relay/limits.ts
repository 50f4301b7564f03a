/** The relay's protocol version; page and bridge must name the same one. */
export const RELAY_VERSION = 3;

/** Where the bridge accepts the console's WebSocket. */
export const SOCKET_PATH = '/socket';

/** Bytes of one frame: a 4 MiB body as JSON may grow six times when it is all control characters. */
export const MAX_FRAME_BYTES = 32 * 1024 * 1024;

/** Bytes of one request's body; MCP's own servers use the same bound. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Characters of what a console says and the bridge keeps, or tells all others, such as the model of its phone. */
export const MAX_SHORT_CHARACTERS = 1024;

/** Characters of one chunk frame, so that a large answer does not hold up the heartbeat. */
export const MAX_CHUNK_CHARACTERS = 1024 * 1024;

/** Milliseconds between two pings of an end; well below the 30 s after which some systems drop idle sockets. */
export const PING_INTERVAL_MS = 2_500;

/**
 * Milliseconds without any frame after which the far side counts as gone. That is noticed at the
 * next ping, so that an agent hears within 10 s that its console hangs; one that is only busy
 * answers a ping in between.
 */
export const SILENCE_LIMIT_MS = 7_000;

/** Milliseconds a new socket has to say hello, and the bridge to welcome it. */
export const HELLO_LIMIT_MS = 5_000;

/**
 * Milliseconds an answer may stand still; a net for answers that got lost, since the heartbeat
 * tells sooner of a console that is gone. Above the worker's own deadlines, which say more: two
 * readings of three dumps with 25 s each, about 30 s around them, and the turn of another call.
 */
export const ANSWER_SILENCE_LIMIT_MS = 300_000;

/** Why a relay socket was closed: WebSocket close codes of the range that applications own. */
export const CLOSE = {
  /** The bridge stops (RFC 6455 "going away"). */
  goingAway: 1001,
  /** The console's secret is not this bridge's. */
  secretRefused: 4001,
  /** As many consoles are open as the bridge takes. */
  tooMany: 4002,
  /** Page and bridge speak different versions. */
  otherVersion: 4003,
  /** What came was no frame, or a frame at the wrong moment. */
  badFrame: 4004,
  /** The far side was silent too long. */
  silent: 4005,
  /** The same page has come back on a new socket. */
  replaced: 4006,
} as const;
