/** Interval between pings. */
const pingIntervalMs = 500;
/** A worker may block for a second at a time; the user must learn within three that it hangs. */
const silentAfterMs = 2_000;
/** Limit for a new worker, which must be downloaded first. */
const loadingLimitMs = 20_000;

/** How to ping the worker and report a change. */
interface LivenessOptions {
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
  readonly #options: LivenessOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWatching = false;
  #isPageVisible = true;
  #isSilent = false;
  #silenceLimitMs = loadingLimitMs;
  #lastMessageAtMs = 0;
  #nextCheckAtMs = 0;

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  /** Starts watching a new worker. */
  start(): void {
    this.#isWatching = true;
    this.#silenceLimitMs = loadingLimitMs;
    this.#setSilent(false);
    this.#restartTimer();
  }

  /** Stops watching. */
  stop(): void {
    this.#isWatching = false;
    clearTimeout(this.#timer);
    this.#setSilent(false);
  }

  /** Call it for every message from the worker. */
  onMessage(): void {
    this.#lastMessageAtMs = performance.now();
    this.#silenceLimitMs = silentAfterMs;
    this.#setSilent(false);
  }

  /** Call it when the page is hidden or shown. */
  setPageVisible(isVisible: boolean): void {
    this.#isPageVisible = isVisible;
    if (isVisible) this.#restartTimer();
    else clearTimeout(this.#timer);
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    if (!this.#isPageVisible || !this.#isWatching) return;
    this.#lastMessageAtMs = performance.now();
    this.#nextCheckAtMs = this.#lastMessageAtMs;
    this.#checkAndPing();
  }

  #checkAndPing(): void {
    const nowMs = performance.now();
    // A ping this late means that the page slept or was busy; answers may be unread still.
    if (nowMs - this.#nextCheckAtMs > 2 * pingIntervalMs) this.#lastMessageAtMs = nowMs;
    if (nowMs - this.#lastMessageAtMs >= this.#silenceLimitMs) this.#setSilent(true);
    this.#options.ping();
    this.#nextCheckAtMs = nowMs + pingIntervalMs;
    this.#timer = setTimeout(() => this.#checkAndPing(), pingIntervalMs);
  }

  #setSilent(silent: boolean): void {
    if (silent === this.#isSilent) return;
    this.#isSilent = silent;
    this.#options.onChange(silent);
  }
}
