/** The relay's protocol version, which page and bridge must share. Raised at every change of the frames, which are parsed strictly. */
export const RELAY_VERSION = 11;

/** The default of the bridge's `--port`. It is fixed because browsers grant USB per origin, which includes the port. */
export const DEFAULT_PORT = 7340;

/** Where the bridge accepts the console's WebSocket. */
export const SOCKET_PATH = '/socket';

/** Maximum bytes of one frame: more than the largest body. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** Maximum bytes of a request body; the MCP SDK uses the same limit. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Maximum characters of a text that the bridge stores or forwards to other consoles, such as a phone model, and of a progress token. */
export const MAX_TEXT_CHARACTERS = 1024;

/** Maximum bytes of one part of a response, so that a large response does not delay the heartbeat. */
export const MAX_CHUNK_BYTES = 1024 * 1024;

/** Bytes of a stream that may be on their way or unread, in each direction: more than the loopback holds at once. */
export const STREAM_WINDOW_BYTES = 2 * 1024 * 1024;

/** Maximum bytes of one frame of a stream, so that frames of calls come between. */
export const STREAM_CHUNK_BYTES = 256 * 1024;

/** Open streams of one console: more than a phone is used for at once, and few enough for their windows to fit a socket's limit. */
export const MAX_STREAMS = 24;

/** Milliseconds between pings; well below the 30 s after which some systems drop idle sockets. */
export const PING_INTERVAL_MS = 2_500;

/**
 * Milliseconds without any frame after which the other side counts as lost. This is checked at the
 * next ping, so that an agent learns within 10 s that its console hangs; one that is only busy
 * answers a ping in between.
 */
export const SILENCE_TIMEOUT_MS = 7_000;

/** Milliseconds that a new socket has to send hello, and the bridge to answer with welcome. */
export const HELLO_TIMEOUT_MS = 5_000;

/**
 * Milliseconds without progress after which a response is given up. A fallback for lost responses,
 * since the heartbeat detects a lost console sooner. Longer than the worker's own deadlines, whose
 * errors say more: two readings of three dumps of 25 s each, about 30 s around them, and the turn
 * of another call.
 */
export const RESPONSE_SILENCE_TIMEOUT_MS = 300_000;

/** WebSocket close codes of the relay, from the range for applications. */
export const CLOSE_CODES = {
  /** The bridge is shutting down (RFC 6455 "going away"). */
  goingAway: 1001,
  /** The console's secret is wrong for this bridge. */
  secretRefused: 4001,
  /** The maximum number of consoles is open. */
  tooMany: 4002,
  /** Page and bridge have different protocol versions. */
  otherVersion: 4003,
  /** An invalid frame, or a frame at the wrong time. */
  badFrame: 4004,
  /** The other side sent nothing for too long. */
  silent: 4005,
  /** The same page has reconnected on a new socket. */
  replaced: 4006,
} as const;
