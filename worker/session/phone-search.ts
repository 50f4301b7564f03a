import { type ErrorCode, HandsetError, toHandsetError, toWire } from '../../core/errors.ts';
import type { PhoneInfo, PhoneStatus } from '../../core/link/phone-status.ts';
import { pause } from '../waits/deadline.ts';
import type { Source } from './open-device.ts';

/** Delays before a listed phone that failed is tried again, each after the attempt before. */
const retryAfterMs = [500, 1_000, 2_000, 4_000];
/** How often to try a phone that another program uses: no event says when it becomes free. */
const tryHeldEveryMs = 3_000;
/** A tab that reloads releases its phone like one that closes, but should get it back. */
const reloadMs = 2_000;
/** Another program or tab uses the phone: Windows reports it as denied, other systems as busy. */
const heldCodes: ReadonlySet<ErrorCode> = new Set(['usb-busy', 'usb-denied']);

/** Where to look for a phone, and for which attempt. */
export interface Search {
  readonly source: Source;
  /** Ends with the connect or watch that began it. */
  readonly attempt: AbortSignal;
  /** Whether to try a phone that another tab has marked. */
  readonly insists: boolean;
}

/** What a search needs of its session. */
interface SearchParts {
  readonly marks: PhoneMarks;
  status(): PhoneStatus;
  tell(status: PhoneStatus): void;
  /** Connects the wanted phone if it is listed; null when it is not. */
  openFirst(search: Search, signal: AbortSignal): Promise<PhoneInfo | null>;
  /** Settles when no opening or closing is running. */
  settled(): Promise<unknown>;
}

/** Searches for a phone that should come back; a new search ends the one before. */
export class PhoneSearch {
  readonly #parts: SearchParts;
  #current = new AbortController();
  #isSeen = true;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /** Whether the page is visible: a phone that another program uses is only tried then. */
  setSeen(seen: boolean): void {
    this.#isSeen = seen;
  }

  /**
   * Connects the wanted phone if it is listed, with a few attempts: one that was just plugged in may
   * not answer yet. While it is not listed the state stays as it was; only a listed phone that fails
   * every time counts as failed.
   */
  async find(source: Source, attempt: AbortSignal, firstAfterMs: number): Promise<void> {
    const signal = this.#begin(attempt);
    await this.#try({ source, attempt, insists: false }, [firstAfterMs, ...retryAfterMs], signal);
  }

  /**
   * Connects a phone that another program or tab uses, as soon as it is free. Another tab shows that
   * by its marks; for any other program the phone is tried again while the page is visible.
   */
  async findFree(source: Source, attempt: AbortSignal): Promise<void> {
    const signal = this.#begin(attempt);
    const search = { source, attempt, insists: false };
    while (!signal.aborted && isHeld(this.#parts.status())) {
      const within = { withinMs: tryHeldEveryMs, signal };
      const isFreed = await this.#parts.marks.freed(source.locks, within);
      if (isFreed) await this.#try(search, [reloadMs, ...retryAfterMs], signal);
      else if (this.#isSeen) await this.#try(search, [0], signal);
    }
  }

  #begin(attempt: AbortSignal): AbortSignal {
    this.#current.abort();
    this.#current = new AbortController();
    return AbortSignal.any([attempt, this.#current.signal]);
  }

  /** Tries after each of these delays, until the phone is connected, not listed, or permanently refused. */
  async #try(search: Search, delaysMs: readonly number[], signal: AbortSignal): Promise<void> {
    const { status, tell, openFirst, settled } = this.#parts;
    const isOver = (): boolean => signal.aborted;
    const told = status();
    // An earlier failure says nothing about this attempt, which may find another phone or none.
    const before: PhoneStatus = told.state === 'lost' ? told : { state: 'none' };
    for (const [index, delayMs] of delaysMs.entries()) {
      await pause(delayMs, signal);
      await settled();
      if (isOver()) return;
      try {
        const phone = await openFirst(search, signal);
        if (phone === null && isHeld(status()) && !isOver()) tell(before);
        return;
      } catch (thrown) {
        if (isOver()) return;
        const error = toHandsetError(thrown);
        if (index === delaysMs.length - 1 || isLasting(error, delayMs)) {
          this.#fail(error);
          return;
        }
        if (isConnecting(status())) tell(before);
      }
    }
  }

  /** Reports the failure, unless it is the one reported last. */
  #fail(error: HandsetError): void {
    const told = this.#parts.status();
    if (told.state === 'failed' && told.error.message === error.message) return;
    this.#parts.tell({ state: 'failed', error: toWire(error) });
  }
}

/** Whether connecting failed because another program or tab uses the phone. */
export function isHeld(status: PhoneStatus): boolean {
  return status.state === 'failed' && heldCodes.has(status.error.code);
}

/** Whether a phone is being connected. */
export function isConnecting({ state }: PhoneStatus): boolean {
  return state === 'connecting' || state === 'waiting-for-allow';
}

/** Whether a quick retry is useless: a closing tab or program releases the phone within a second. */
function isLasting({ code }: HandsetError, triedAfterMs: number): boolean {
  return code === 'auth-refused' || (code === 'usb-busy' && triedAfterMs >= 1_000);
}

interface Named {
  readonly serial: string;
  readonly name: string;
}

/** How phones are opened. */
interface Opening<Device extends Named, Opened> {
  /** The serial numbers of the phones that other tabs have marked. */
  readonly taken: ReadonlySet<string>;
  /** Whether to try those too. */
  readonly insists: boolean;
  open(device: Device): Promise<Opened>;
}

/**
 * Opens the first of these phones that no one else uses; null when the list is empty. Rejects with
 * `usb-busy`, which names all of them, or with the first other failure.
 */
export async function openFirst<Device extends Named, Opened>(
  devices: readonly Device[],
  { taken, insists, open }: Opening<Device, Opened>,
): Promise<Opened | null> {
  const busy: HandsetError[] = [];
  for (const device of devices) {
    const isTaken = taken.has(device.serial);
    if (isTaken && !insists) {
      busy.push(inAnotherTab(device.name));
      continue;
    }
    try {
      return await open(device);
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== 'usb-busy') throw error;
      busy.push(isTaken ? inAnotherTab(device.name) : error);
    }
  }
  const [first, ...others] = busy;
  if (first) throw allBusy([first, ...others]);
  return null;
}

/** The prefix of our locks' names, to tell them from other locks of this origin. */
const prefix = 'handset-phone';

interface Mark {
  /** The name of its lock. */
  readonly name: string;
  readonly serial: string;
}

/**
 * Records which tab of this origin holds which phone. The tabs share the person's grants, and a tab
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
      .request(`${prefix} ${this.#owner} ${serial}`, { mode: 'shared' }, () => held)
      .catch(() => undefined);
  }

  /** The serial numbers that other tabs have marked and this one has not. */
  async elsewhere(locks: LockManager): Promise<ReadonlySet<string>> {
    const marks = await this.#marksElsewhere(locks);
    return new Set(marks.map(({ serial }) => serial));
  }

  /**
   * Whether another tab releases a phone, or closes, within this time; false otherwise, or when the
   * signal aborts.
   */
  async freed(
    locks: LockManager | undefined,
    { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const over = new AbortController();
    const marks = locks ? await this.#marksElsewhere(locks) : [];
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

  async #marksElsewhere(locks: LockManager): Promise<readonly Mark[]> {
    const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
    return held
      .map(({ name = '' }) => {
        const [begin, owner, ...serial] = name.split(' ');
        return {
          name,
          serial: serial.join(' '),
          isOthers: begin === prefix && owner !== this.#owner,
        };
      })
      .filter(({ serial, isOthers }) => isOthers && !this.#own.has(serial));
  }
}

/** Another tab of this origin has marked the phone as its own. */
function inAnotherTab(name: string): HandsetError {
  return new HandsetError('usb-busy', `Another tab of the console is using ${name}.`, {
    hint: 'Go on in that tab, or disconnect the phone there: this tab then connects by itself.',
    detail: 'other-tab',
  });
}

/** None of the phones could be opened; for a single phone this is its own error. */
function allBusy(errors: readonly [HandsetError, ...HandsetError[]]): HandsetError {
  const [first, ...others] = errors;
  if (others.length === 0) return first;
  const hints = new Set(errors.map(({ hint }) => hint).filter((hint) => hint !== undefined));
  return new HandsetError('usb-busy', errors.map(({ message }) => message).join(' '), {
    hint: [...hints].join(' '),
    ...(first.detail !== undefined && { detail: first.detail }),
    cause: errors,
  });
}
