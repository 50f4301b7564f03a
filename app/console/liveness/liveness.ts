/** Between two questions whether the worker is there. */
const beatMs = 500;
/** A worker may be busy for a second at a stretch; a person is to know within three that it hangs. */
const silentAfterMs = 2_000;
/** A worker that was just made has to be fetched first. */
const loadingMs = 20_000;

/** Who asks the worker, and hears what comes of it. */
interface LivenessParts {
  /** Asks for an answer, whatever it says. */
  ping(): void;
  /** Hears that the worker no longer answers, and that it does again. */
  onChange(silent: boolean): void;
}

/**
 * Watches that a worker answers, while the page can be seen: the timers of a hidden page are slow,
 * and one that slept must first wait for a fresh answer.
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

  /** Begins to watch a worker that was just made. */
  start(): void {
    this.#isWatching = true;
    this.#limitMs = loadingMs;
    this.#become(false);
    this.#beginAnew();
  }

  /** Nobody is to be watched any more. */
  stop(): void {
    this.#isWatching = false;
    clearTimeout(this.#timer);
    this.#become(false);
  }

  /** To be called for everything that comes from the worker. */
  heard(): void {
    this.#heardAtMs = performance.now();
    this.#limitMs = silentAfterMs;
    this.#become(false);
  }

  /** To be called when the page is hidden, and when it can be seen again. */
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
    // A beat this late means that the page slept, or was busy itself; answers may be still unread.
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
