import { type ErrorCode, HandsetError, toHandsetError, toWire } from '#core/errors.ts';
import type { PhoneInfo, PhoneStatus } from '#core/link/phone-status.ts';
import { pause } from '../waits/deadline.ts';
import type { DeviceSource } from './open-device.ts';

/** Delays before a listed phone that failed is tried again, each after the attempt before. */
const retryAfterMs = [500, 1_000, 2_000, 4_000];
/** How often to try a phone that another program uses: no event says when it becomes free. */
const tryInUseEveryMs = 3_000;
/** A tab that reloads releases its phone like one that closes, but should get it back. */
const reloadMs = 2_000;
/** Another program or tab uses the phone: Windows reports it as denied, other systems as busy. */
const inUseCodes: ReadonlySet<ErrorCode> = new Set(['usb-busy', 'usb-denied']);

/** Where to look for a phone, and for which attempt. */
export interface SearchRequest {
  readonly source: DeviceSource;
  /** Ends with the connect or watch that began it. */
  readonly attempt: AbortSignal;
  /** Whether to try a phone that another tab has marked. */
  readonly includesMarked: boolean;
}

/** What a search needs of its session. */
interface PhoneSearchOptions {
  readonly marks: PhoneMarks;
  status(): PhoneStatus;
  setStatus(status: PhoneStatus): void;
  /** Connects the wanted phone if it is listed; null when it is not. */
  open(search: SearchRequest, signal: AbortSignal): Promise<PhoneInfo | null>;
  /** Settles when no opening or closing is running. */
  settled(): Promise<unknown>;
}

/** Searches for a phone that should come back; a new search ends the one before. */
export class PhoneSearch {
  readonly #options: PhoneSearchOptions;
  #current = new AbortController();
  #isPageVisible = true;

  constructor(options: PhoneSearchOptions) {
    this.#options = options;
  }

  /** Whether the page is visible: a phone that another program uses is only tried then. */
  setPageVisible(visible: boolean): void {
    this.#isPageVisible = visible;
  }

  /**
   * Connects the wanted phone if it is listed, with a few attempts: one that was just plugged in may
   * not answer yet. While it is not listed the state stays as it was; only a listed phone that fails
   * every time counts as failed.
   */
  async connectListed(
    source: DeviceSource,
    attempt: AbortSignal,
    firstAfterMs: number,
  ): Promise<void> {
    const signal = this.#begin(attempt);
    await this.#tryWithDelays(
      { source, attempt, includesMarked: false },
      [firstAfterMs, ...retryAfterMs],
      signal,
    );
  }

  /**
   * Connects a phone that another program or tab uses, as soon as it is free. Another tab shows that
   * by its marks; for any other program the phone is tried again while the page is visible.
   */
  async connectWhenFree(source: DeviceSource, attempt: AbortSignal): Promise<void> {
    const signal = this.#begin(attempt);
    const search = { source, attempt, includesMarked: false };
    while (!signal.aborted && isInUse(this.#options.status())) {
      const within = { withinMs: tryInUseEveryMs, signal };
      const isFreed = await this.#options.marks.waitForRelease(source.locks, within);
      if (isFreed) await this.#tryWithDelays(search, [reloadMs, ...retryAfterMs], signal);
      else if (this.#isPageVisible) await this.#tryWithDelays(search, [0], signal);
    }
  }

  #begin(attempt: AbortSignal): AbortSignal {
    this.#current.abort();
    this.#current = new AbortController();
    return AbortSignal.any([attempt, this.#current.signal]);
  }

  /** Tries after each of these delays, until the phone is connected, not listed, or permanently refused. */
  async #tryWithDelays(
    search: SearchRequest,
    delaysMs: readonly number[],
    signal: AbortSignal,
  ): Promise<void> {
    const { status, setStatus, open, settled } = this.#options;
    const isOver = (): boolean => signal.aborted;
    const currentStatus = status();
    // An earlier failure says nothing about this attempt, which may find another phone or none.
    const statusBefore: PhoneStatus =
      currentStatus.state === 'lost' ? currentStatus : { state: 'none' };
    for (const [index, delayMs] of delaysMs.entries()) {
      await pause(delayMs, signal);
      await settled();
      if (isOver()) return;
      try {
        const phone = await open(search, signal);
        if (phone === null && isInUse(status()) && !isOver()) setStatus(statusBefore);
        return;
      } catch (thrown) {
        if (isOver()) return;
        const error = toHandsetError(thrown);
        if (index === delaysMs.length - 1 || isPermanent(error, delayMs)) {
          this.#fail(error);
          return;
        }
        if (isConnecting(status())) setStatus(statusBefore);
      }
    }
  }

  /** Reports the failure, unless it is the one reported last. */
  #fail(error: HandsetError): void {
    const currentStatus = this.#options.status();
    if (currentStatus.state === 'failed' && currentStatus.error.message === error.message) return;
    this.#options.setStatus({ state: 'failed', error: toWire(error) });
  }
}

/** Whether connecting failed because another program or tab uses the phone. */
export function isInUse(status: PhoneStatus): boolean {
  return status.state === 'failed' && inUseCodes.has(status.error.code);
}

/** Whether a phone is being connected. */
export function isConnecting({ state }: PhoneStatus): boolean {
  return state === 'connecting' || state === 'waiting-for-allow';
}

/** Whether a quick retry is useless: a closing tab or program releases the phone within a second. */
function isPermanent({ code }: HandsetError, triedAfterMs: number): boolean {
  return code === 'auth-refused' || (code === 'usb-busy' && triedAfterMs >= 1_000);
}

interface NamedDevice {
  readonly serial: string;
  readonly name: string;
}

/** How phones are opened. */
interface OpenOptions<Device extends NamedDevice, Opened> {
  /** The serial numbers of the phones that other tabs have marked. */
  readonly markedElsewhere: ReadonlySet<string>;
  /** Whether to try those too. */
  readonly includesMarked: boolean;
  open(device: Device): Promise<Opened>;
}

/**
 * Opens the first of these phones that no one else uses; null when the list is empty. Rejects with
 * `usb-busy`, which names all of them, or with the first other failure.
 */
export async function openFirstFree<Device extends NamedDevice, Opened>(
  devices: readonly Device[],
  { markedElsewhere, includesMarked, open }: OpenOptions<Device, Opened>,
): Promise<Opened | null> {
  const busy: HandsetError[] = [];
  for (const device of devices) {
    const isMarked = markedElsewhere.has(device.serial);
    if (isMarked && !includesMarked) {
      busy.push(usedByOtherTab(device.name));
      continue;
    }
    try {
      return await open(device);
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== 'usb-busy') throw error;
      busy.push(isMarked ? usedByOtherTab(device.name) : error);
    }
  }
  const [first, ...others] = busy;
  if (first) throw allBusyError([first, ...others]);
  return null;
}

/** The prefix of our locks' names, to tell them from other locks of this origin. */
const lockPrefix = 'handset-phone';

interface PhoneMark {
  /** The name of its lock. */
  readonly name: string;
  readonly serial: string;
}

/**
 * Records which tab of this origin holds which phone. The tabs share the user's grants, and a tab
 * that looks for any phone must leave alone those that another tab waits for. Each mark is a shared
 * Web Lock: it ends with its tab, and is never waited for.
 */
export class PhoneMarks {
  /** Distinguishes the marks of this tab from those of the others. */
  readonly #owner = Math.random().toString(36).slice(2);
  readonly #own = new Map<string, AbortSignal>();

  /** Marks the phone of this serial number as held by this tab until the signal aborts. */
  set(locks: LockManager, serial: string, until: AbortSignal): void {
    if (until.aborted || this.#own.get(serial) === until) return;
    this.#own.set(serial, until);
    const held = new Promise<void>((resolve) => {
      until.addEventListener('abort', () => {
        if (this.#own.get(serial) === until) this.#own.delete(serial);
        resolve();
      });
    });
    // Without permission to use locks, the page goes without marks.
    locks
      .request(`${lockPrefix} ${this.#owner} ${serial}`, { mode: 'shared' }, () => held)
      .catch(() => undefined);
  }

  /** The serial numbers that other tabs have marked and this one has not. */
  async serialsOfOtherTabs(locks: LockManager): Promise<ReadonlySet<string>> {
    const marks = await this.#marksOfOtherTabs(locks);
    return new Set(marks.map(({ serial }) => serial));
  }

  /**
   * Whether another tab releases a phone, or closes, within this time; false otherwise, or when the
   * signal aborts.
   */
  async waitForRelease(
    locks: LockManager | undefined,
    { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const over = new AbortController();
    const marks = locks ? await this.#marksOfOtherTabs(locks) : [];
    for (const { name } of marks) {
      // An exclusive lock is granted when the shared one of the same name has ended.
      const options = { mode: 'exclusive', signal: over.signal } as const;
      locks?.request(name, options, () => over.abort()).catch(() => undefined);
    }
    await pause(withinMs, AbortSignal.any([signal, over.signal]));
    const isFreed = over.signal.aborted;
    over.abort();
    return isFreed;
  }

  async #marksOfOtherTabs(locks: LockManager): Promise<readonly PhoneMark[]> {
    const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
    return held
      .map(({ name = '' }) => {
        const [begin, owner, ...serial] = name.split(' ');
        return {
          name,
          serial: serial.join(' '),
          isOthers: begin === lockPrefix && owner !== this.#owner,
        };
      })
      .filter(({ serial, isOthers }) => isOthers && !this.#own.has(serial));
  }
}

/** Another tab of this origin has marked the phone as its own. */
function usedByOtherTab(name: string): HandsetError {
  return new HandsetError('usb-busy', `Another tab of the console is using ${name}.`, {
    hint: 'Continue in that tab, or disconnect the phone there: this tab then connects automatically.',
    detail: 'other-tab',
  });
}

/** None of the phones could be opened; for a single phone this is its own error. */
function allBusyError(errors: readonly [HandsetError, ...HandsetError[]]): HandsetError {
  const [first, ...others] = errors;
  if (others.length === 0) return first;
  const hints = new Set(errors.map(({ hint }) => hint).filter((hint) => hint !== undefined));
  return new HandsetError('usb-busy', errors.map(({ message }) => message).join(' '), {
    hint: [...hints].join(' '),
    ...(first.detail !== undefined && { detail: first.detail }),
    cause: errors,
  });
}
