import { toWire, type WireError } from '../../../core/errors.ts';
import type { PinnedDiff, PinnedScreen, ScreenChange } from '../../../core/link/inspection.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import { Newest } from '../../ui/newest.ts';

/** The result of a comparison. */
type Compared = { readonly diff: PinnedDiff } | { readonly error: WireError };

/**
 * The pinned screen, and how the current one differs from it; compared again after each reading.
 */
export class ComparisonState {
  /** Null while nothing is pinned. */
  pinned = $state.raw<PinnedScreen | null>(null);
  /** Null until the first comparison; unchanged while the screen can't be compared. */
  diff = $state.raw<PinnedDiff | null>(null);
  /** Why the last pin or comparison failed. */
  error = $state.raw<WireError | null>(null);
  /** The change pointed at in the list or in the picture. */
  pointed = $state.raw<ScreenChange | null>(null);

  readonly #link: WorkerLink;
  readonly #question: Newest<null, Compared>;

  constructor(link: WorkerLink) {
    this.#link = link;
    this.#question = new Newest((_, signal) =>
      link.call('diffPinned', null, signal).then(
        (diff) => ({ diff }),
        (error: unknown) => ({ error: toWire(error) }),
      ),
    );
  }

  /** Pins the screen that was read last. Never rejects: a failure is reported in `error`. */
  async pin(): Promise<void> {
    this.diff = this.error = this.pointed = null;
    try {
      this.pinned = await this.#link.call('pinScreen', null);
    } catch (thrown) {
      this.error = toWire(thrown);
      return;
    }
    await this.#compare();
  }

  /** Stops comparing. */
  unpin(): void {
    this.forget();
    void this.#link.call('unpinScreen', null);
  }

  /** Compares again after the screen was read. */
  again(): void {
    if (this.pinned !== null) void this.#compare();
  }

  /**
   * Clears the comparison when the phone was disconnected; the worker drops its pinned screen then,
   * too.
   */
  forget(): void {
    this.#question.cancel();
    this.pinned = this.diff = this.error = this.pointed = null;
  }

  async #compare(): Promise<void> {
    const compared = await this.#question.ask(null, 0);
    if (compared === null) return;
    if ('error' in compared) {
      this.error = compared.error;
      return;
    }
    this.error = null;
    this.diff = compared.diff;
    this.pointed = sameAs(this.pointed, compared.diff.changes);
  }
}

/** The entry of the new list for the same change. */
function sameAs(
  change: ScreenChange | null,
  changes: readonly ScreenChange[],
): ScreenChange | null {
  return changes.find(({ kind, id }) => kind === change?.kind && id === change.id) ?? null;
}
