import { readHierarchy } from '#core/commands/screen.ts';
import { toHandsetError } from '#core/errors.ts';
import type { HierarchyReading } from '#core/phone.ts';
import type { Focus } from '#core/screen/screen.ts';
import { pause } from '../waits/deadline.ts';
import type { AdbConnection } from './connection.ts';
import { runCommand } from './run-command.ts';

/** On some phones uiautomator finds no root in about one of five dumps, so a failed dump is repeated. */
const maxDumpAttempts = 3;
const retryDelayMs = 300;

/** After a screen never became idle, how long dumps are compressed at once instead of waiting 10 s again. */
const compressForMs = 10_000;

/** The pause between two readings of the app in front during a dump. */
const focusPauseMs = 500;
/**
 * For how long before the end of a dump the screen was as it shows: uiautomator begins once no event
 * has come for a second, and another app in front, or a change of an element, would have been one.
 */
export const idleBeforeEndMs = 900;

type Dump = Pick<HierarchyReading, 'hierarchy' | 'settled'>;

/** Reads the elements of one phone's screen, and the app in front beside them. */
export class HierarchyReader {
  readonly #connection: AdbConnection;
  readonly #readFocus: (signal: AbortSignal) => Promise<Focus>;
  #compressUntilMs = 0;

  constructor(connection: AdbConnection, readFocus: (signal: AbortSignal) => Promise<Focus>) {
    this.#connection = connection;
    this.#readFocus = readFocus;
  }

  /**
   * The elements and the app in front. A dump that has begun runs to its end, even when no caller
   * waits for it any more: the phone can't stop it. Rejects with `dump-failed`, `bad-hierarchy`,
   * `timeout`.
   */
  async read(abandoned: AbortSignal): Promise<HierarchyReading> {
    const ended = new AbortController();
    const polling = this.#pollFocus(ended.signal, abandoned);
    const { hierarchy, settled } = await this.#dump(abandoned).finally(() => ended.abort());
    const last = await polling;
    const isInFront = ({ packageName }: Focus): boolean =>
      hierarchy.roots.some((root) => root.packageName === packageName);
    const isRecent = last !== null && performance.now() - last.startMs < idleBeforeEndMs;
    if (settled && isRecent && isInFront(last.focus))
      return { hierarchy, settled, focusBefore: last.focus, focusAfter: last.focus };
    const focusAfter = await this.#readFocus(abandoned);
    return { hierarchy, settled, focusBefore: last?.focus ?? focusAfter, focusAfter };
  }

  /** Reads the app in front once, and again and again until `ended`; the last reading, null if none succeeded. */
  async #pollFocus(
    ended: AbortSignal,
    abandoned: AbortSignal,
  ): Promise<{ readonly focus: Focus; readonly startMs: number } | null> {
    let last = null;
    do {
      const startMs = performance.now();
      try {
        last = { focus: await this.#readFocus(last ? ended : abandoned), startMs };
      } catch {
        // The dump fails for the same reason, or has ended.
        break;
      }
      await pause(focusPauseMs, ended);
    } while (!ended.aborted);
    return last;
  }

  /** Runs `uiautomator dump`, again where it is known to fail. */
  async #dump(abandoned: AbortSignal): Promise<Dump> {
    const neverAborts = new AbortController().signal;
    let compressed = performance.now() < this.#compressUntilMs;
    for (let attempt = 1; ; attempt++) {
      try {
        const nonce = crypto.randomUUID().replaceAll('-', '');
        const command = readHierarchy({ nonce, compressed });
        const hierarchy = await runCommand(this.#connection, command, neverAborts);
        return { hierarchy, settled: !compressed };
      } catch (thrown) {
        const error = toHandsetError(thrown);
        if (error.code !== 'dump-failed' || abandoned.aborted) throw error;
        const neverIdle = error.detail === 'never-idle';
        if (attempt === maxDumpAttempts || (neverIdle && compressed)) throw error;
        if (neverIdle) {
          compressed = true;
          this.#compressUntilMs = performance.now() + compressForMs;
        } else await pause(retryDelayMs, abandoned);
      }
    }
  }
}
