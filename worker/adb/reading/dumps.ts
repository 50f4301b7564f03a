import { type DumpMethod, readHierarchy, yadbPath } from '#core/commands/screen.ts';
import {
  type RotationLock,
  readRotationLock,
  restoreRotationLock,
} from '#core/commands/rotation-lock.ts';
import { toHandsetError } from '#core/errors.ts';
import type { Display, HierarchyReading } from '#core/phone/phone.ts';
import type { Focus, Hierarchy } from '#core/screen/screen.ts';
import { pause, withLimits } from '../../waits/deadline.ts';
import type { AdbConnection } from '../transport/connection.ts';
import { pushProgram } from '../transport/phone-program.ts';
import type { ProgramLoader } from '../transport/program-files.ts';
import { runCommand, runOrNull } from '../transport/run-command.ts';

/**
 * On some phones uiautomator finds no root in about one of five dumps, so a failed dump is repeated. yadb
 * waits for a root by itself; its file may have been removed.
 */
const maxAttempts = { plain: 3, compressed: 2, yadb: 2 } as const satisfies Record<
  DumpMethod,
  number
>;
const retryDelayMs = 300;
/**
 * For how long a screen that never rested, or that uiautomator can't write, is read by the other methods.
 * Doubled, up to the second number, whenever it has not rested then either: to find that out takes
 * uiautomator 10 s.
 */
const firstRestlessMs = 10_000;
const maxRestlessMs = 160_000;
/** Failures after which the same dump would fail again, but another method may work. */
const lasting: ReadonlySet<string | undefined> = new Set(['never-idle', 'unwritable-text']);
/** How often a dump looks whether the user locks or frees the rotation. */
const betweenLocksMs = 500;
/** yadb has 14 kB. */
const pushDeadlineMs = 10_000;

/**
 * For how long before the end of a dump the screen was as it shows: uiautomator begins once no event
 * has come for a second, and another app in front, or a change of an element, would have been one.
 */
export const idleBeforeEndMs = 900;

/** The elements, as a dump or the element reader read them. */
export interface ReadElements extends Pick<HierarchyReading, 'hierarchy' | 'settled'> {
  /** For how many ms the screen had been so at least. */
  readonly stillMs: number;
  // Only the element reader reports these.
  /** Aborts when the elements change. */
  readonly changed?: AbortSignal;
  readonly display?: Display;
  readonly windowId?: number;
  /** Whether the focused window is on another display; a dump has read that one then. */
  readonly isFocusElsewhere?: boolean;
}

/** A method that does not need a screen at rest. */
type RestlessMethod = Exclude<DumpMethod, 'plain'>;

/** A screen that did not come to rest, or that uiautomator can't write. */
interface RestlessScreen {
  /** The activity in front; null until it is known. */
  activity: string | null;
  readonly untilMs: number;
  readonly forMs: number;
}

/**
 * Reads one phone's elements by dumps: by `uiautomator dump`, and on screens where that fails each time by
 * yadb or a compressed dump, whichever worked last there. Its methods are called one after another.
 */
export class Dumps {
  readonly #connection: AdbConnection;
  #loadYadb: ProgramLoader | null = null;
  #isYadbOnPhone = false;
  /** In the order in which they are tried. */
  #restlessMethods: readonly [RestlessMethod, RestlessMethod] = ['yadb', 'compressed'];
  #restless: RestlessScreen | null = null;
  #rotationRestored: Promise<unknown> = Promise.resolve();

  constructor(connection: AdbConnection) {
    this.#connection = connection;
  }

  /** Lets yadb read screens that never rest. */
  useYadb(load: ProgramLoader): void {
    this.#loadYadb = load;
  }

  /** Whether yadb reads this screen. */
  get isByYadb(): boolean {
    return (
      this.#restless !== null && this.#loadYadb !== null && this.#restlessMethods[0] === 'yadb'
    );
  }

  /**
   * The elements of the active window. A dump that has begun runs to its end. Rejects with
   * `dump-failed`, `bad-hierarchy`, `timeout`.
   */
  async read(abandoned: AbortSignal): Promise<ReadElements> {
    await this.#rotationRestored;
    const ended = new AbortController();
    const locks = this.#followRotationLock(ended.signal);
    return await this.#read(abandoned).finally(() => {
      ended.abort();
      // Restores it in the background.
      this.#rotationRestored = locks.then((lock) => lock && this.#restoreRotationLock(lock));
    });
  }

  /**
   * The rotation lock to restore after a dump; null if the dump can't change it. That is the lock before the dump,
   * or the one that the user has set during it: when a dump ends, Android restores the lock from its start.
   */
  async #followRotationLock(ended: AbortSignal): Promise<RotationLock | null> {
    const readLock = (signal: AbortSignal): Promise<RotationLock | null> =>
      runOrNull(this.#connection, readRotationLock, signal).catch(() => null);
    const before = await readLock(this.#connection.lost);
    if (before === null) return null;
    let chosen: RotationLock | null = null;
    for (;;) {
      await pause(betweenLocksMs, ended);
      if (ended.aborted) return chosen ?? (before.isLocked ? before : null);
      const now = await readLock(ended);
      if (now !== null && now.isLocked !== before.isLocked) chosen = now;
    }
  }

  async #restoreRotationLock(lock: RotationLock): Promise<void> {
    const { lost } = this.#connection;
    await runOrNull(this.#connection, restoreRotationLock(lock), lost).catch(() => null);
  }

  /** Resolves once the rotation lock, which a dump may change, is as it was before the last one. */
  get rotationRestored(): Promise<unknown> {
    return this.#rotationRestored;
  }

  async #read(abandoned: AbortSignal): Promise<ReadElements> {
    const isRestless = this.#restless !== null && performance.now() < this.#restless.untilMs;
    if (!isRestless) {
      try {
        const hierarchy = await this.#dumpRepeatedly('plain', abandoned);
        this.#restless = null;
        return { hierarchy, settled: true, stillMs: idleBeforeEndMs };
      } catch (thrown) {
        const error = toHandsetError(thrown);
        if (!lasting.has(error.detail) || abandoned.aborted) throw error;
        const forMs = Math.min((this.#restless?.forMs ?? firstRestlessMs / 2) * 2, maxRestlessMs);
        this.#restless = { activity: null, untilMs: performance.now() + forMs, forMs };
      }
    }
    const hierarchy = await this.#readMoving(abandoned).catch((error: unknown) => {
      this.#restless = null;
      throw error;
    });
    return { hierarchy, settled: false, stillMs: 0 };
  }

  /** To be called with the foreground app after a reading: another activity is expected to rest. */
  noteFocus({ packageName, activity }: Focus): void {
    if (this.#restless === null) return;
    const inFront = `${packageName}/${activity}`;
    this.#restless.activity ??= inFront;
    if (this.#restless.activity !== inFront) this.#restless = null;
  }

  /** Tries the methods that need no rest; the one that works comes first from now on. */
  async #readMoving(abandoned: AbortSignal): Promise<Hierarchy> {
    const [first, second] = this.#restlessMethods;
    if (this.#loadYadb === null) return await this.#dumpRepeatedly('compressed', abandoned);
    try {
      return await this.#dumpRepeatedly(first, abandoned);
    } catch (thrown) {
      const { detail } = toHandsetError(thrown);
      if (detail === 'automation-taken' || abandoned.aborted) throw thrown;
      const hierarchy = await this.#dumpRepeatedly(second, abandoned);
      this.#restlessMethods = [second, first];
      return hierarchy;
    }
  }

  async #dumpRepeatedly(method: DumpMethod, abandoned: AbortSignal): Promise<Hierarchy> {
    const neverAborts = new AbortController().signal;
    for (let attempt = 1; ; attempt++) {
      try {
        if (method === 'yadb') await this.#pushYadb();
        const nonce = crypto.randomUUID().replaceAll('-', '');
        return await runCommand(this.#connection, readHierarchy({ nonce, method }), neverAborts);
      } catch (thrown) {
        const error = toHandsetError(thrown);
        if (error.code !== 'dump-failed' || abandoned.aborted) throw error;
        // Our own element reader may be ending; another program goes on for longer than these attempts.
        const isTaken = error.detail === 'automation-taken' && attempt > 1;
        if (method === 'yadb') this.#isYadbOnPhone = false;
        const isFinal = lasting.has(error.detail) || isTaken || attempt === maxAttempts[method];
        if (isFinal) throw error;
        await pause(retryDelayMs, abandoned);
      }
    }
  }

  async #pushYadb(): Promise<void> {
    const load = this.#loadYadb;
    if (this.#isYadbOnPhone || load === null) return;
    const { adb, lost } = this.#connection;
    const limits = { signal: lost, lost, deadlineMs: pushDeadlineMs, purpose: 'sending yadb' };
    await withLimits(limits, async (ended) => pushProgram(adb, yadbPath, await load(ended), ended));
    this.#isYadbOnPhone = true;
  }
}
