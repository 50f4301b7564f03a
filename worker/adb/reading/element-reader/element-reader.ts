import {
  type BoundsRule,
  type ReaderScreen,
  parseReaderScreen,
} from '#core/commands/element-reader.ts';
import { type HandsetError, toHandsetError } from '#core/errors.ts';
import type { ReadingStatus } from '#core/link/phone-status.ts';
import { fingerprint } from '#core/screen/hashes.ts';
import { type Element, keptElements } from '#core/screen/screen.ts';
import { pause } from '../../../waits/deadline.ts';
import type { AdbConnection } from '../../transport/connection.ts';
import type { ReadElements } from '../dumps.ts';
import { type ReaderLoader, ReaderProcess } from './reader-process.ts';

/** A reading of the elements, and for how long nothing had changed. */
interface ReaderReading extends ReaderScreen {
  /** False when the screen still moved. */
  readonly settled: boolean;
  readonly rows: readonly string[];
  readonly apiLevel: number;
  /** Aborts when something has changed since, or nobody can tell any more. */
  readonly changed: AbortSignal;
}

/** What is to be read. */
interface ReadingRequest {
  /** Whether somebody has acted since the last reading: an app may take a moment to answer. */
  readonly acted: boolean;
  /** Whether to wait until nothing has changed for a moment. */
  readonly atRest: boolean;
}

interface ElementReaderOptions {
  readonly load: ReaderLoader;
  onStatus(status: ReadingStatus): void;
  /** Whether somebody follows the changes: UiAutomation is then kept. */
  isFollowed(): boolean;
  /** Something has changed since the last reading, or a new reading is needed to know of the next change. */
  onChange(): void;
}

/**
 * A screen at rest has not changed for so long. Android tells of an app's changes at most every 100 ms
 * (ViewConfiguration.SEND_RECURRING_ACCESSIBILITY_EVENTS_INTERVAL_MILLIS), so a screen that goes on
 * changing is told of again within that time and a little for the way.
 */
const quietMs = 120;
/** Which part of the last reading's time is expected of the next one: it may be a little shorter. */
const readingShare = 0.8;
/** At most so much of the wait is spent reading, since a reading keeps the app from drawing. */
const maxReadingMs = 60;
/** An app that seems to ignore a touch gets this long to answer. */
const lateAnswerMs = 600;
/** A screen that moves for so long is read while it moves. */
const maxWaitMs = 1_500;
/** For how long UiAutomation is kept after a reading, so that the next one need not connect. */
const keepMs = 5_000;
/** How often a dump checks, at most, nodes that never showed a change although events told of one. */
const checkEveryMs = 10_000;
/** When another program has UiAutomation: how long only dumps are tried. */
const takenPauseMs = 10_000;
/** The pause before the next comparison with a dump, doubled each time: each delays a reading. */
const firstRetryMs = 5_000;
/** So often the reader's elements may differ from a dump, where the reader may be right, before it is given up. */
const maxMismatches = 3;
/** Two failures within this time are expected to go on. */
const repeatedFailureMs = 60_000;

const notCompared = 'not compared with a dump yet';
const automationTaken = 'another program, such as Appium, has UiAutomation';

/**
 * Reads one phone's screen by the program in ElementReader.java, once its elements were the same as
 * those of a dump on this phone. Any failure leaves the reading to the dump. Its methods are called
 * one after another.
 */
export class ElementReader {
  readonly #connection: AdbConnection;
  readonly #options: ElementReaderOptions;
  /** Aborted when the reader is not to be used any more. */
  readonly #stopped = new AbortController();
  #trust: 'unproven' | 'proven' | 'refused' = 'unproven';
  #process: ReaderProcess | null = null;
  #boundsLimit: BoundsRule['limit'] = 'display';
  /** Before this only dumps are used. */
  #retryAtMs = 0;
  #comparisons = 0;
  #mismatches = 0;
  #lastFailureMs = -Infinity;
  #releaseTimer: ReturnType<typeof setTimeout> | undefined;
  /** How long a reading probably takes the phone at least; 0 before the first that waited. */
  #readingMs = 0;
  /** The last reading since UiAutomation was connected. */
  #last: ReaderReading | null = null;
  /** Whether it has ever shown a change while it stayed connected: then its nodes are not stale. */
  #hasShownChange = false;
  /** Whether events told of a change that no reading showed. */
  #missesChange = false;
  /** When a dump last showed whether its nodes are stale. */
  #checkedAtMs = -Infinity;
  /** How often a dump showed that the reader's last reading was old. */
  #staleReadings = 0;

  constructor(connection: AdbConnection, options: ElementReaderOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#reportDump(notCompared);
    connection.lost.addEventListener('abort', () => this.stop());
  }

  /** The elements of the screen; null if a dump has to read them. */
  async read({ acted, atRest }: ReadingRequest): Promise<ReaderReading | null> {
    if (this.#trust !== 'proven' || performance.now() < this.#retryAtMs) return null;
    clearTimeout(this.#releaseTimer);
    const before = this.#last;
    const endMs = performance.now() + lateAnswerMs;
    const isUnanswered = (reading: ReaderReading | null): reading is ReaderReading =>
      acted && reading !== null && before !== null && isSameScreen(before, reading);
    // What was connected after the action may have missed the app's first event.
    const waitsForRest = atRest || (acted && before === null);
    let reading = before;
    do {
      // A screen that was at rest when it was touched counts as still until then.
      if (isUnanswered(reading))
        await pause(endMs - performance.now(), this.#stoppedOr(reading.changed));
      reading = waitsForRest ? await this.#readAtRest() : await this.#tryReading(0);
    } while (isUnanswered(reading) && performance.now() < endMs);
    if (reading === null) return null;
    if (this.#retryAtMs > 0) {
      this.#retryAtMs = 0;
      this.#options.onStatus({ method: 'reader' });
    }
    // A dump would read another display.
    if (reading.isFocusElsewhere) return reading;
    return before && this.#mayBeStale(before, reading, acted) ? null : reading;
  }

  /** Whether only a dump can show that the nodes, which never showed a change, are not those of an older screen. */
  #mayBeStale(before: ReaderReading, reading: ReaderReading, acted: boolean): boolean {
    this.#hasShownChange ||= !isSameScreen(before, reading);
    if (this.#hasShownChange) return false;
    this.#missesChange ||= before.changed.aborted;
    const isCheckDue = performance.now() > this.#checkedAtMs + checkEveryMs;
    return acted || (this.#missesChange && isCheckDue);
  }

  #stoppedOr(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([this.#stopped.signal, signal]);
  }

  /**
   * Makes a dump, for which UiAutomation has to be free, and compares it with readings before and
   * after it where that is due. Resolves and rejects as the dump does; the elements are the reader's,
   * which knows more of them, where the dump confirms them.
   */
  async compareWith(makeDump: () => Promise<ReadElements>): Promise<ReadElements> {
    const isDue = this.#trust === 'unproven' && performance.now() >= this.#retryAtMs;
    const before = isDue ? await this.#readAtRest() : null;
    const suspected = this.#trust === 'proven' ? this.#last : null;
    // What moved, or has changed since, may differ from a dump. Releasing ends what tells of it.
    const isComparable = suspected?.settled === true && !suspected.changed.aborted;
    await this.release();
    const dump = await makeDump().catch((error: unknown) => {
      // A screen that no dump can read either, as one that is off, says nothing about the reader.
      this.#lastFailureMs = -Infinity;
      throw error;
    });
    const wasTold = this.#missesChange;
    if (suspected) {
      this.#checkedAtMs = performance.now();
      this.#missesChange = false;
      // The dump has ended what would tell of the next change.
      this.#options.onChange();
    }
    if (suspected && dump.settled) {
      if (hasSameElements(suspected, dump)) return { ...dump, hierarchy: suspected.hierarchy };
      if (isComparable) this.#countStaleReading(wasTold);
    }
    if (before === null || before.isFocusElsewhere) return dump;
    const after = dump.settled ? await this.#readAtRest() : null;
    this.#judge([before, after], dump);
    return dump;
  }

  /** Leaves UiAutomation to other programs until the next reading. */
  async release(): Promise<void> {
    clearTimeout(this.#releaseTimer);
    this.#last = null;
    await this.#process?.release().catch(() => undefined);
  }

  /** Ends the program on the phone, for good. */
  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#releaseTimer);
    this.#process?.stop();
    this.#process = null;
    this.#last = null;
  }

  /**
   * A reading of a screen at rest, or of one that never rests. The last part of the wait is the reading itself,
   * which is made again if something changes during it.
   */
  async #readAtRest(): Promise<ReaderReading | null> {
    const endMs = performance.now() + maxWaitMs;
    for (;;) {
      const leftMs = endMs - performance.now();
      const readingMs = Math.min(this.#readingMs, maxReadingMs);
      const reading = await this.#tryReading(quietMs - readingMs, Math.max(leftMs, 0));
      if (reading?.settled !== false || performance.now() >= endMs) return reading;
    }
  }

  async #tryReading(atRestForMs: number, maxMs = 0): Promise<ReaderReading | null> {
    clearTimeout(this.#releaseTimer);
    const startMs = performance.now();
    try {
      if (this.#process?.hasEnded === true && this.#last === null) this.#process = null;
      this.#process ??= await ReaderProcess.start(
        this.#connection,
        this.#options.load,
        this.#stopped.signal,
      );
      const { rows, changed } = await this.#process.read(atRestForMs, maxMs);
      const { apiLevel } = this.#process;
      const screen = parseReaderScreen(rows, { limit: this.#boundsLimit, apiLevel });
      const readingMs = screen.stillMs - atRestForMs;
      // If the last change was long before the request, the program did not wait, and this is no measure.
      const hasWaited = atRestForMs > 0 && readingMs < performance.now() - startMs;
      // It is negative if something changed during the reading.
      if (hasWaited && readingMs > 0) this.#readingMs = readingShare * readingMs;
      this.#last = { ...screen, settled: screen.stillMs >= quietMs, rows, apiLevel, changed };
      const tellChange = (): void => {
        if (this.#last?.changed === changed) this.#options.onChange();
      };
      if (changed.aborted) tellChange();
      else changed.addEventListener('abort', tellChange, { once: true });
      this.releaseLater();
      return this.#last;
    } catch (thrown) {
      this.#last = null;
      this.#noteFailure(toHandsetError(thrown));
      return null;
    }
  }

  #noteFailure({ code, message, detail }: HandsetError): void {
    const nowMs = performance.now();
    if (this.#stopped.signal.aborted) return;
    // The next reading starts it again, which takes less than a dump.
    this.#retryAtMs = nowMs;
    if (detail === 'automation-taken') {
      this.#retryAtMs += takenPauseMs;
      this.#process = null;
      this.#reportDump(automationTaken);
      return;
    }
    const isRepeated = nowMs - this.#lastFailureMs < repeatedFailureMs;
    this.#lastFailureMs = nowMs;
    const isLate = code === 'timeout';
    const reason = isLate
      ? "didn't answer in time"
      : message.replace(/^The element reader (?:on the phone )?|\.$/g, '');
    // A program that can't start never will; one that is only late may be in time on a less busy phone.
    if (isRepeated || (this.#process === null && !isLate)) this.#refuse(reason);
    else this.#reportDump(reason);
    // It may have answered with rows that the parser refuses, and would keep UiAutomation.
    this.#process?.stop();
    this.#process = null;
  }

  #judge(readings: readonly (ReaderReading | null)[], dump: ReadElements): void {
    const [before, after] = readings;
    this.#retryAtMs = performance.now() + firstRetryMs * 2 ** this.#comparisons++;
    if (!before || !after) return;
    const limits = ['display', 'app'] as const;
    const limit = limits.find((name) =>
      [before, after].every(({ rows, apiLevel }) =>
        hasSameElements(parseReaderScreen(rows, { limit: name, apiLevel }), dump),
      ),
    );
    if (limit !== undefined) {
      this.#boundsLimit = limit;
      this.#trust = 'proven';
      this.#retryAtMs = 0;
      this.#options.onStatus({ method: 'reader' });
    } else if (!isSameScreen(before, after)) {
      this.#reportDump('the screen changed during the comparison with a dump');
    } else if (++this.#mismatches >= maxMismatches) {
      this.#refuse('reports different elements from a dump');
    } else this.#reportDump('reported different elements from a dump');
  }

  /**
   * Once may be an app that answered late; more often where no event told of the change before the
   * dump began: then the app may have changed only during it.
   */
  #countStaleReading(wasTold: boolean): void {
    if (++this.#staleReadings > (wasTold ? 1 : maxMismatches))
      this.#refuse('showed a screen that was gone');
  }

  /** Uses dumps alone from now on. */
  #refuse(reason: string): void {
    this.#trust = 'refused';
    this.stop();
    this.#reportDump(reason);
  }

  #reportDump(reason: string): void {
    this.#options.onStatus({ method: 'dump', reason });
  }

  /** Releases UiAutomation when it was not used for some seconds, unless somebody follows the changes. */
  releaseLater(): void {
    clearTimeout(this.#releaseTimer);
    if (this.#options.isFollowed()) return;
    this.#releaseTimer = setTimeout(() => void this.release(), keepMs);
  }
}

function isSameScreen(a: ReaderScreen, b: ReaderScreen): boolean {
  return fingerprint(a.hierarchy) === fingerprint(b.hierarchy);
}

/** Whether agents would be shown the same elements of the dump's window, with the same ids. */
function hasSameElements(reading: ReaderScreen, dump: ReadElements): boolean {
  const { rotation, roots } = dump.hierarchy;
  // Pop-ups that are windows of their own follow; a dump lacks them.
  const readRoots = reading.hierarchy.roots.slice(0, roots.length);
  const read = keptElements(readRoots);
  const dumped = keptElements(roots);
  return (
    reading.hierarchy.rotation === rotation &&
    read.length === dumped.length &&
    read.every((element, i) => comparedText(element) === comparedText(dumped[i]))
  );
}

/** What has to be the same. The reader knows more than a dump of editable fields, hints and passwords. */
function comparedText(element: Element | undefined): string {
  if (element === undefined) return '';
  const { id, text, description, bounds, password, packageName } = element;
  const { clickable, longClickable, scrollable, checkable, checked, enabled, selected } = element;
  return JSON.stringify([
    ...[id, password ? '' : text, description, bounds, packageName],
    ...[clickable, longClickable, scrollable, checkable, checked, enabled, selected],
  ]);
}
