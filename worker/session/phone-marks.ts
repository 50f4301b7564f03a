import { pause } from '../waits/deadline.ts';

/** Begins the names of our locks, so that they can be told from others of this origin. */
const prefix = 'handset-phone';

interface Mark {
  /** Of the lock. */
  readonly name: string;
  readonly serial: string;
}

/**
 * Who holds which phone, among the tabs of this origin: they share the person's grants, and a tab
 * that looks for any phone must leave those alone that another one waits for. Each mark is a shared
 * Web Lock, which ends with its tab and is never waited for.
 */
export class PhoneMarks {
  /** Tells the marks of this tab from those of the others. */
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
    // A page that may not use locks goes without marks.
    locks
      .request(`${prefix} ${this.#owner} ${serial}`, { mode: 'shared' }, () => held)
      .catch(() => undefined);
  }

  /** The serial numbers that other tabs have marked, without those that this one has marked too. */
  async elsewhere(locks: LockManager): Promise<ReadonlySet<string>> {
    const marks = await this.#marksElsewhere(locks);
    return new Set(marks.map(({ serial }) => serial));
  }

  /**
   * Whether another tab has let a phone go, or was closed; false when none has within this time or
   * when the signal aborts.
   */
  async freed(
    locks: LockManager | undefined,
    { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const over = new AbortController();
    const marks = locks ? await this.#marksElsewhere(locks) : [];
    for (const { name } of marks) {
      // A lock that is not shared is granted when the mark of the same name has ended.
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
