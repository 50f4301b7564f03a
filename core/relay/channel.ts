import { PING_INTERVAL_MS, SILENCE_TIMEOUT_MS } from './limits.ts';

/** The socket as the relay uses it. All methods may be called at any time; a closed socket ignores them. */
export interface Channel {
  send(text: string): void;
  /** Whether so much unsent data is buffered that nothing large should be added. */
  isBackedUp?(): boolean;
  /** `code` is one of `CLOSE_CODES`; `reason` may have any length: implementations shorten it with `truncateReason`. */
  close(code: number, reason: string): void;
}

/** UTF-8 bytes of reason that fit into a WebSocket close frame (RFC 6455, section 5.5: 125 minus two for the code). */
const MAX_REASON_BYTES = 123;

/** Shortens a text to what `WebSocket.close` accepts as reason; it throws for more. */
export function truncateReason(text: string): string {
  const bytes = new TextEncoder().encode(text).subarray(0, MAX_REASON_BYTES);
  // In stream mode the decoder omits a trailing incomplete character.
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Checks that the other side still sends something. */
export interface Heartbeat {
  /** Must be called for every received frame. */
  frameReceived(): void;
  stop(): void;
}

/**
 * Pings at a fixed interval and calls `onSilent` once when nothing was received for
 * `SILENCE_TIMEOUT_MS`. TCP alone does not detect another side that is suspended or frozen.
 */
export function startHeartbeat(ping: () => void, onSilent: () => void): Heartbeat {
  let lastReceivedAtMs = performance.now();
  let dueAtMs = lastReceivedAtMs + PING_INTERVAL_MS;
  let timer = setTimeout(checkAndPing, PING_INTERVAL_MS);

  function checkAndPing(): void {
    const nowMs = performance.now();
    // A timer this late means that this machine was suspended; received frames may still be unread.
    if (nowMs - dueAtMs > PING_INTERVAL_MS) lastReceivedAtMs = nowMs;
    if (nowMs - lastReceivedAtMs >= SILENCE_TIMEOUT_MS) return onSilent();
    ping();
    dueAtMs = nowMs + PING_INTERVAL_MS;
    timer = setTimeout(checkAndPing, PING_INTERVAL_MS);
  }

  return {
    frameReceived: () => {
      lastReceivedAtMs = performance.now();
    },
    stop: () => clearTimeout(timer),
  };
}
