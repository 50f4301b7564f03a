import { PING_INTERVAL_MS, SILENCE_LIMIT_MS } from './limits.ts';

/** The socket as an end of the relay sees it; both may be called at any time, a closed socket ignores them. */
export interface Channel {
  send(text: string): void;
  /** Whether so much waits already for the far side to read it that nothing large should be added. */
  isBehind?(): boolean;
  /** `code` is one of `CLOSE`; `reason` may have any length: the socket's side cuts it with `closeReason`. */
  close(code: number, reason: string): void;
}

/** Bytes of UTF-8 that a WebSocket's close frame has room for (RFC 6455, section 5.5: 125, of which the code takes two). */
const MAX_REASON_BYTES = 123;

/** As much of the text as a WebSocket takes for a reason; given more, its `close` throws. */
export function closeReason(text: string): string {
  const bytes = new TextEncoder().encode(text).subarray(0, MAX_REASON_BYTES);
  // A stream holds back a character that is not whole yet.
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Watches that the far side still speaks. */
export interface Heartbeat {
  /** To be called for every frame that arrives. */
  heard(): void;
  stop(): void;
}

/**
 * Pings at a steady pace and calls `onSilent` once when nothing was heard for `SILENCE_LIMIT_MS`.
 * TCP alone does not notice a far side that sleeps or is frozen.
 */
export function startHeartbeat(ping: () => void, onSilent: () => void): Heartbeat {
  let heardAtMs = performance.now();
  let dueAtMs = heardAtMs + PING_INTERVAL_MS;
  let timer = setTimeout(beat, PING_INTERVAL_MS);

  function beat(): void {
    const nowMs = performance.now();
    // A beat this late means that we slept ourselves; what was sent meanwhile is still unread.
    if (nowMs - dueAtMs > PING_INTERVAL_MS) heardAtMs = nowMs;
    if (nowMs - heardAtMs >= SILENCE_LIMIT_MS) return onSilent();
    ping();
    dueAtMs = nowMs + PING_INTERVAL_MS;
    timer = setTimeout(beat, PING_INTERVAL_MS);
  }

  return {
    heard: () => {
      heardAtMs = performance.now();
    },
    stop: () => clearTimeout(timer),
  };
}
