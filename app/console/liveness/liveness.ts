/** Interval between pings. */
const beatMs = 500;
/** A worker may block for a second at a time; the user must learn within three that it hangs. */
const silentAfterMs = 2_000;
/** Limit for a new worker, which must be downloaded first. */
const loadingMs = 20_000;

/** How to ping the worker and report a change. */
interface LivenessParts {
  /** Makes the worker send any message. */
  ping(): void;
  /** Called when the worker stops answering, and when it answers again. */
  onChange(silent: boolean): void;
}

/**
 * Watches that a worker answers, while the page is visible: browsers throttle the timers of hidden
 * pages, and a page that slept must first wait for a new answer.
 */
export class Liveness {
  readonly #parts: LivenessParts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWatching = false;
  #isSeen = true;
  #isSilent = false;
  #limitMs = loadingMs;
  #heardAtMs = 0;
  #dueAtMs = 0;

  constructor(parts: LivenessParts) {
    this.#parts = parts;
  }

  /** Starts watching a new worker. */
  start(): void {
    this.#isWatching = true;
    this.#limitMs = loadingMs;
    this.#become(false);
    this.#beginAnew();
  }

  /** Stops watching. */
  stop(): void {
    this.#isWatching = false;
    clearTimeout(this.#timer);
    this.#become(false);
  }

  /** Call it for every message from the worker. */
  heard(): void {
    this.#heardAtMs = performance.now();
    this.#limitMs = silentAfterMs;
    this.#become(false);
  }

  /** Call it when the page is hidden or shown. */
  setSeen(seen: boolean): void {
    this.#isSeen = seen;
    if (seen) this.#beginAnew();
    else clearTimeout(this.#timer);
  }

  #beginAnew(): void {
    clearTimeout(this.#timer);
    if (!this.#isSeen || !this.#isWatching) return;
    this.#heardAtMs = performance.now();
    this.#dueAtMs = this.#heardAtMs;
    this.#beat();
  }

  #beat(): void {
    const nowMs = performance.now();
    // A ping this late means that the page slept or was busy; answers may be unread still.
    if (nowMs - this.#dueAtMs > 2 * beatMs) this.#heardAtMs = nowMs;
    if (nowMs - this.#heardAtMs >= this.#limitMs) this.#become(true);
    this.#parts.ping();
    this.#dueAtMs = nowMs + beatMs;
    this.#timer = setTimeout(() => this.#beat(), beatMs);
  }

  #become(silent: boolean): void {
    if (silent === this.#isSilent) return;
    this.#isSilent = silent;
    this.#parts.onChange(silent);
  }
}
