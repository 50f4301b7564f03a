import { toWire, type WireError } from '../../../core/errors.ts';
import type { PinnedDiff, PinnedScreen, ScreenChange } from '../../../core/link/inspection.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import { Newest } from '../../ui/newest.ts';

/** What came of comparing. */
type Compared = { readonly diff: PinnedDiff } | { readonly error: WireError };

/** The screen that the person pinned, and what differs from it, kept up with the screen. */
export class ComparisonState {
  /** Null while nothing is pinned. */
  pinned = $state.raw<PinnedScreen | null>(null);
  /** Null until the first comparison; stays what it was while a screen can't be compared. */
  diff = $state.raw<PinnedDiff | null>(null);
  /** Why the last reading could not be pinned or compared. */
  error = $state.raw<WireError | null>(null);
  /** The change that is pointed at in the list or in the picture. */
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

  /** Keeps the screen that was read last. Never rejects: what went wrong stands in `error`. */
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

  /** Compares no more. */
  unpin(): void {
    this.forget();
    void this.#link.call('unpinScreen', null);
  }

  /** The screen was read anew. */
  again(): void {
    if (this.pinned !== null) void this.#compare();
  }

  /** The worker has forgotten it, too: the phone was let go. */
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

/** The change of the new list that was pointed at in the old one. */
function sameAs(
  change: ScreenChange | null,
  changes: readonly ScreenChange[],
): ScreenChange | null {
  return changes.find(({ kind, id }) => kind === change?.kind && id === change.id) ?? null;
}
