import { toWire, type WireError } from '#core/errors.ts';
import { isEmpty, sameSize, type Size } from '#core/geometry.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { PinnedDiff, PinnedScreen, ScreenChange } from '#core/link/inspection.ts';
import { LatestRequest } from '../../ui/latest-request.ts';
import { includesQuery } from './element-text.ts';

/** A key that identifies the change across comparisons. */
export function changeKey({ kind, id }: ScreenChange): string {
  return `${kind} ${id}`;
}

/** Whether the change is about this element of the current screen. */
export function concernsElement(change: ScreenChange, id: string | null): boolean {
  return change.kind !== 'disappeared' && change.id === id;
}

/** Whether the change's line in the list contains this text, or the filter finds its element. */
export function isFoundChange(
  change: ScreenChange,
  text: string,
  foundIds: ReadonlySet<string> | null,
): boolean {
  const { kind, id, name, detail, element } = change;
  const isOnScreen = kind !== 'disappeared' && foundIds?.has(id) === true;
  return isOnScreen || includesQuery([name, detail, element], text);
}

/**
 * The changes to draw on a picture of this size. Disappeared elements are drawn only if their
 * old bounds are still valid and, on another screen, only if they are pointed at.
 */
export function drawnChanges(
  diff: PinnedDiff,
  size: Size,
  pointedChange: ScreenChange | null,
): ScreenChange[] {
  const isSameSize = sameSize(diff.pinned.size, size);
  return diff.changes.filter((change) => {
    if (isEmpty(change.bounds)) return false;
    if (change.kind !== 'disappeared') return true;
    return isSameSize && (!diff.isOtherScreen || change === pointedChange);
  });
}

/** The result of a comparison. */
type ComparisonResult = { readonly diff: PinnedDiff } | { readonly error: WireError };

/**
 * The pinned screen, and how the current one differs from it; compared again after each reading.
 */
export class ComparisonState {
  /** Null while nothing is pinned. */
  pinnedScreen = $state.raw<PinnedScreen | null>(null);
  /** When the user pinned it; the screen may have been read long before. */
  pinnedAtEpochMs = $state(0);
  /** Null until the first comparison; unchanged while the screen can't be compared. */
  diff = $state.raw<PinnedDiff | null>(null);
  /** Why the last pin or comparison failed. */
  error = $state.raw<WireError | null>(null);
  /** Whether there is a comparison to show, or why there is none. */
  readonly isActive = $derived(this.pinnedScreen !== null || this.error !== null);
  /** The change pointed at in the list or in the picture. */
  pointedChange = $state.raw<ScreenChange | null>(null);

  /** Kinds of changes by element id, precomputed because every row of the list needs its kind. */
  readonly #kinds = $derived(
    Object.fromEntries(
      (this.diff?.changes ?? [])
        .filter(({ kind }) => kind !== 'disappeared')
        .toReversed()
        .map(({ id, kind }) => [id, kind]),
    ),
  );

  readonly #link: WorkerLink;
  readonly #latestRequest: LatestRequest<null, ComparisonResult>;

  constructor(link: WorkerLink) {
    this.#link = link;
    this.#latestRequest = new LatestRequest((_, signal) =>
      link.call('diffPinned', null, signal).then(
        (diff) => ({ diff }),
        (error: unknown) => ({ error: toWire(error) }),
      ),
    );
  }

  /** How an element of the current screen changed; the first change if there are several. */
  kindOf(id: string): ScreenChange['kind'] | undefined {
    return this.#kinds[id];
  }

  /** Pins the screen that was read last. Never rejects: a failure is reported in `error`. */
  async pinScreen(): Promise<void> {
    this.diff = null;
    this.error = null;
    this.pointedChange = null;
    try {
      this.pinnedAtEpochMs = Date.now();
      this.pinnedScreen = await this.#link.call('pinScreen', null);
    } catch (thrown) {
      this.error = toWire(thrown);
      return;
    }
    await this.#compare();
  }

  /** Stops comparing. */
  unpinScreen(): void {
    this.clear();
    void this.#link.call('unpinScreen', null);
  }

  /** Compares again after the screen was read. */
  refresh(): void {
    if (this.pinnedScreen !== null) void this.#compare();
  }

  /**
   * Clears the comparison after the phone was disconnected; the worker then drops its pinned screen
   * too.
   */
  clear(): void {
    this.#latestRequest.cancel();
    this.pinnedScreen = null;
    this.diff = null;
    this.error = null;
    this.pointedChange = null;
  }

  async #compare(): Promise<void> {
    const result = await this.#latestRequest.send(null, 0);
    if (result === null) return;
    if ('error' in result) {
      this.error = result.error;
      return;
    }
    this.error = null;
    this.diff = result.diff;
    const { pointedChange } = this;
    const isPointed = (change: ScreenChange): boolean =>
      pointedChange !== null && changeKey(change) === changeKey(pointedChange);
    this.pointedChange = result.diff.changes.find(isPointed) ?? null;
  }
}
