import type { ReadingStatus } from '#core/link/phone-status.ts';
import type { HierarchyReading } from '#core/phone.ts';
import type { Focus } from '#core/screen/screen.ts';
import { pause } from '../waits/deadline.ts';
import type { AdbConnection } from './connection.ts';
import { Dumps, type Elements } from './dumps.ts';
import type { ProgramLoader } from './program-files.ts';
import type { ReaderLoader, ScreenReader } from './screen-reader/screen-reader.ts';

/** The pause between two readings of the app in front during a dump. */
const focusPauseMs = 500;
/** The first one beside the screen reader, which is done before a dump would be; each next one is twice as long. */
const firstFocusPauseMs = 100;
const turnedOff: ReadingStatus = { way: 'dump', reason: 'turned off' };

/** The app in front, read at this time (`performance.now()`). */
interface FocusReading {
  readonly focus: Focus;
  readonly startMs: number;
}

interface FocusPolling {
  readonly ended: AbortSignal;
  readonly abandoned: AbortSignal;
  /** Whether the screen reader reads the elements. */
  readonly isFast: boolean;
}

/** Reads the elements of one phone's screen, and the app in front beside them. */
export class HierarchyReader {
  readonly #connection: AdbConnection;
  readonly #readFocus: (signal: AbortSignal) => Promise<Focus>;
  readonly #dumps: Dumps;
  /** Null where only dumps are used. */
  #screenReader: Promise<ScreenReader> | null = null;
  #status: ReadingStatus = turnedOff;
  readonly #listeners = new Set<() => void>();
  #lastFocus: FocusReading | null = null;

  constructor(connection: AdbConnection, readFocus: (signal: AbortSignal) => Promise<Focus>) {
    this.#connection = connection;
    this.#readFocus = readFocus;
    this.#dumps = new Dumps(connection);
  }

  /** How the elements are read. */
  get status(): ReadingStatus {
    return this.#status.way === 'dump' && this.#dumps.isByYadb
      ? { way: 'yadb', reason: this.#status.reason }
      : this.#status;
  }

  /** Calls back when `status` has changed; returns a function that stops it. */
  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets yadb read screens that never rest, where the screen reader does not. */
  useYadb(load: ProgramLoader): void {
    this.#dumps.useYadb(load);
  }

  /** Uses the screen reader that `load` loads, or dumps alone. */
  useScreenReader(load: ReaderLoader | null): void {
    void this.#screenReader?.then(
      (before) => before.stop(),
      () => undefined,
    );
    this.#screenReader = null;
    if (load === null) return this.#setStatus(turnedOff);
    const loading = import('./screen-reader/screen-reader.ts').then(
      ({ ScreenReader }) =>
        new ScreenReader(this.#connection, {
          load,
          onStatus: (status) => {
            if (this.#screenReader === loading) this.#setStatus(status);
          },
        }),
    );
    this.#screenReader = loading;
    loading.catch(() => {
      if (this.#screenReader !== loading) return;
      this.#screenReader = null;
      this.#setStatus({ way: 'dump', reason: 'not loaded' });
    });
  }

  /** Frees Android's UiAutomation, which the screen reader keeps for some seconds after a reading. */
  async release(): Promise<void> {
    await (await this.#screenReader)?.release();
  }

  #setStatus(status: ReadingStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }

  /**
   * The elements and the app in front. `acted`: whether somebody has acted on the phone since the last
   * reading. A dump that has begun runs to its end, even when no caller
   * waits for it any more: the phone can't stop it. Rejects with `dump-failed`, `bad-hierarchy`,
   * `timeout`.
   */
  async read(abandoned: AbortSignal, acted: boolean): Promise<HierarchyReading> {
    const { way } = this.status;
    try {
      const reading = await this.#read(abandoned, acted);
      this.#dumps.noteFocus(reading.focusAfter);
      return reading;
    } finally {
      if (this.status.way !== way) this.#setStatus(this.#status);
    }
  }

  async #read(abandoned: AbortSignal, acted: boolean): Promise<HierarchyReading> {
    const isFast = this.#status.way === 'reader';
    const ended = new AbortController();
    // Beside a dump there is time for it; a reading by the screen reader may confirm the last one.
    const polling =
      isFast && !acted && this.#lastFocus
        ? Promise.resolve(null)
        : this.#pollFocus({ ended: ended.signal, abandoned, isFast });
    const reading = this.#readElements(abandoned, acted).finally(() => ended.abort());
    const { hierarchy, settled, stillMs } = await reading;
    const unchangedSinceMs = performance.now() - stillMs;
    const isInFront = ({ packageName }: Focus): boolean =>
      hierarchy.roots.some((root) => root.packageName === packageName);
    const isStillInFront = (last: FocusReading | null): boolean =>
      settled && last !== null && last.startMs > unchangedSinceMs && isInFront(last.focus);
    const kept = this.#lastFocus;
    const last = isStillInFront(kept) ? kept : await polling;
    if (last && isStillInFront(last))
      return { hierarchy, settled, focusBefore: last.focus, focusAfter: last.focus };
    const focusAfter = (await this.#readFocusNow(abandoned)).focus;
    return { hierarchy, settled, focusBefore: last?.focus ?? focusAfter, focusAfter };
  }

  async #readElements(abandoned: AbortSignal, acted: boolean): Promise<Elements> {
    const screenReader = await this.#screenReader?.catch(() => null);
    if (!screenReader) return await this.#dumps.read(abandoned);
    return (
      (await screenReader.read(acted)) ??
      (await screenReader.compareWith(() => this.#dumps.read(abandoned)))
    );
  }

  /** Reads the app in front once, and again and again until `ended`; the last reading, null if none succeeded. */
  async #pollFocus({ ended, abandoned, isFast }: FocusPolling): Promise<FocusReading | null> {
    let last = null;
    let pauseMs = isFast ? firstFocusPauseMs : focusPauseMs;
    do {
      try {
        // The next one beside a dump is not worth a wait: the last is recent enough.
        const signal = last && !isFast ? ended : abandoned;
        last = await this.#readFocusNow(signal);
      } catch {
        // The reading of the elements fails for the same reason, or has ended.
        break;
      }
      await pause(pauseMs, ended);
      pauseMs = Math.min(pauseMs * 2, focusPauseMs);
    } while (!ended.aborted);
    return last;
  }

  async #readFocusNow(signal: AbortSignal): Promise<FocusReading> {
    const startMs = performance.now();
    this.#lastFocus = { focus: await this.#readFocus(signal), startMs };
    return this.#lastFocus;
  }
}
