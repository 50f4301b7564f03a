import { PING_INTERVAL_MS, SILENCE_LIMIT_MS } from './limits.ts';

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
