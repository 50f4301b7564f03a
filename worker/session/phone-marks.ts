/** Begins the names of our locks, so that they can be told from others of this origin. */
const prefix = 'handset-phone';

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
    const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
    const serials = held.flatMap(({ name = '' }) => {
      const [begin, owner, ...serial] = name.split(' ');
      return begin === prefix && owner !== this.#owner ? [serial.join(' ')] : [];
    });
    return new Set(serials.filter((serial) => !this.#own.has(serial)));
  }
}
