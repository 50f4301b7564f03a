import { toWire, type ErrorCode, type WireError } from '#core/errors.ts';
import type { ScreenFacts } from '#core/call.ts';
import { backToFront, isEmpty } from '#core/geometry.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { ElementFacts } from '#core/link/inspection.ts';
import type { SuggestedSelector } from '#core/link/call.ts';
import type { ElementRow, ScreenView } from '#core/link/messages.ts';
import { LatestRequest } from '../../ui/latest-request.ts';
import { decodedPictureUrl } from '../../ui/picture-url.ts';
import { recall, remember } from '../../ui/storage.ts';
import { ComparisonState } from './comparison.svelte.ts';
import { FilterState } from './filter.svelte.ts';

/** Repeats an async task, never running it twice at the same time. */
export class Repeater {
  readonly #work: () => Promise<void>;
  readonly #pauseMs: number;
  #running = false;
  #isBusy = false;
  #isRunRequested = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `work` must not reject; `pauseMs` is the time between the end of one run and the next. */
  constructor(work: () => Promise<void>, pauseMs: number) {
    this.#work = work;
    this.#pauseMs = pauseMs;
  }

  /** Starts a run at once, or right after the current one. */
  start(): void {
    this.#running = true;
    if (this.#isBusy) this.#isRunRequested = true;
    else void this.#runOnce();
  }

  /** Starts no further runs; the current one is not aborted. */
  stop(): void {
    this.#running = false;
    this.#isRunRequested = false;
    clearTimeout(this.#timer);
  }

  async #runOnce(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isBusy = true;
    this.#isRunRequested = false;
    await this.#work();
    this.#isBusy = false;
    if (!this.#running) return;
    if (this.#hasRunRequest()) void this.#runOnce();
    else this.#timer = setTimeout(() => void this.#runOnce(), this.#pauseMs);
  }

  /** A method, because TypeScript would narrow the field to its value before the await. */
  #hasRunRequest(): boolean {
    return this.#isRunRequested;
  }
}

/** Delay of the request: a moving pointer crosses many elements before it stops on one. */
const hoverDelayMs = 30;

/** The worker's result for an element; `answer` is null if `error` is set. */
interface QueryResult<Answer> {
  readonly id: string;
  readonly answer: Answer | null;
  readonly error: WireError | null;
}

/** Queries the worker about one element, and again each time the screen was read. */
class ElementQuery<Answer> {
  /** The last result; until a new one arrives, the result for the previous element. */
  result = $state.raw<QueryResult<Answer> | null>(null);

  readonly #latestRequest: LatestRequest<string, Omit<QueryResult<Answer>, 'id'>>;
  #id: string | null = null;

  constructor(fetchAnswer: (id: string, signal: AbortSignal) => Promise<Answer>) {
    this.#latestRequest = new LatestRequest((id, signal) =>
      fetchAnswer(id, signal).then(
        (answer) => ({ answer, error: null }),
        (error: unknown) => ({ answer: null, error: toWire(error) }),
      ),
    );
  }

  /** Sets the element to query. */
  setElement(id: string): void {
    if (id === this.#id) return;
    this.#id = id;
    void this.#fetchAnswer(hoverDelayMs);
  }

  /** Repeats the query after the screen was read. */
  refresh(): void {
    void this.#fetchAnswer(0);
  }

  clear(): void {
    this.#latestRequest.cancel();
    this.#id = null;
    this.result = null;
  }

  /** The result for this element; null if the last result is for another element. */
  resultFor(id: string): QueryResult<Answer> | null {
    return this.result?.id === id ? this.result : null;
  }

  async #fetchAnswer(delayMs: number): Promise<void> {
    const id = this.#id;
    if (id === null) return;
    const result = await this.#latestRequest.send(id, delayMs);
    if (result !== null) this.result = { id, ...result };
  }
}

/** Suggested selectors of an element, the best first. */
class SelectorsQuery extends ElementQuery<readonly SuggestedSelector[]> {
  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    super((id, signal) => link.call('suggestSelectors', { id }, signal));
    this.#link = link;
  }

  /** The best selector of this element, requested if necessary; undefined if there is none. */
  async askBestFor(id: string): Promise<SuggestedSelector | undefined> {
    const known = this.bestFor(id);
    if (known !== undefined) return known;
    const asked = await this.#link.call('suggestSelectors', { id }).catch(() => []);
    return asked[0];
  }

  /** The best selector of this element; undefined until it is known. */
  bestFor(id: string): SuggestedSelector | undefined {
    return this.resultFor(id)?.answer?.[0];
  }
}

/** Time between the end of one reading and the next, while the screen is watched. */
const readPauseMs = 1000;

/** Errors that the phone's status shows, so that they are not shown here. */
const phoneStatusErrors: ReadonlySet<ErrorCode> = new Set(['no-phone', 'phone-lost', 'cancelled']);

/** Problems of a view that concern its picture; all others concern its elements. */
const pictureErrors: ReadonlySet<ErrorCode> = new Set(['display-off', 'screenshot-failed']);

/** Where a highlight was set; the other side scrolls to it. */
type HighlightSource = 'picture' | 'table';

/** What a click on the picture does: touch the phone, or pin an element. */
export const screenModes = ['use', 'inspect'] as const;
type ScreenMode = (typeof screenModes)[number];

/** The mode of the picture; kept in this browser. */
class ScreenModeState {
  #current = $state<ScreenMode>(
    screenModes.find((mode) => mode === recall('screen-mode')) ?? 'use',
  );
  /** Whether the phone can't be used, only inspected. */
  isFixed = $state(false);

  get current(): ScreenMode {
    return this.isFixed ? 'inspect' : this.#current;
  }

  set current(mode: ScreenMode) {
    this.#current = mode;
    remember('screen-mode', mode);
  }

  toggle(): void {
    this.current = this.current === 'use' ? 'inspect' : 'use';
  }
}

/**
 * The phone's screen as it was last read, and the elements that the user points at or has pinned.
 */
export class ScreenState {
  view = $state.raw<ScreenView | null>(null);
  /** The object URL of the view's picture; null if it has none. */
  pictureUrl = $state.raw<string | null>(null);
  /** Why the last reading failed; `view` is then from an earlier reading. */
  error = $state.raw<WireError | null>(null);
  isReading = $state(false);
  /** How many changes the phone has reported, and how many of them the view includes. */
  #reportedChanges = $state(0);
  #shownChanges = $state(0);
  /** Whether the phone has reported a change that the view does not include; only set while the elements are followed. */
  readonly hasChanged = $derived(this.#reportedChanges !== this.#shownChanges);
  /** Whether the elements may have changed since they were read, so that the picture is newer. */
  isBehind = $state(false);
  /** Whether the phone's display is off, so that the elements are from an earlier moment. */
  isDisplayOff = $state(false);
  /** Whether the user has released UiAutomation for other programs, until the screen is read again. */
  isReleased = $state(false);
  live = $state(true);
  showBoxes = $state(true);
  /** What a click on the picture does. */
  readonly mode = new ScreenModeState();
  highlight = $state.raw<{ readonly id: string; readonly from: HighlightSource } | null>(null);
  pinnedId = $state<string | null>(null);
  /** Opens the menu of an element in the picture; the elements panel sets it. */
  onmenu: ((event: MouseEvent, row: ElementRow) => void) | null = null;
  /** The filter of the element list. */
  readonly filter: FilterState;
  /** The selectors of the element that was last pointed at. */
  readonly pointedSelectors: SelectorsQuery;
  /** The selectors of the pinned element. */
  readonly pinnedSelectors: SelectorsQuery;
  /** The attributes of the pinned element. */
  readonly pinnedFacts: ElementQuery<ElementFacts>;
  /** The comparison with the pinned screen. */
  readonly comparison: ComparisonState;

  /** Why the view has no elements; null if it has some. */
  readonly unreadElements = $derived.by(() => {
    const problem = this.view?.problem ?? null;
    return problem !== null && !pictureErrors.has(problem.code) ? problem : null;
  });
  /** Why the screen was not read, or why it has no picture. */
  readonly problem = $derived(
    this.error ?? (this.unreadElements === null ? (this.view?.problem ?? null) : null),
  );

  /** Whether there is a phone to read. */
  hasPhone = $state(true);
  /** Whether the first view is still pending. */
  readonly isFirstReadPending = $derived(
    this.hasPhone && this.view === null && this.error === null && (this.live || this.isReading),
  );
  readonly pinned = $derived(this.#find(this.pinnedId));
  readonly #matchingRows = $derived.by(() => {
    const { ids } = this.filter;
    const rows = this.view?.rows ?? [];
    return rows.filter(({ id, isKept }) => (ids === null ? isKept : ids.has(id)));
  });
  readonly #filteredRows = $derived(this.#matchingRows.filter(isOnScreen));
  readonly #unlistedPinned = $derived(this.#findUnlisted(this.pinnedId));
  readonly #unlistedPointed = $derived(
    this.highlight?.id === this.pinnedId ? null : this.#findUnlisted(this.highlight?.id ?? null),
  );
  /**
   * The rows that get a box: visible ones that match the filter, are pinned or pointed at. Elements
   * in front last, so that their boxes lie on top.
   */
  readonly boxedRows = $derived(
    backToFront(
      [...this.#filteredRows, this.#unlistedPinned, this.#unlistedPointed].filter(
        (row) => row !== null,
      ),
      takesTouches,
    ),
  );

  readonly #link: WorkerLink;
  readonly #repeater = new Repeater(() => this.read(), readPauseMs);

  constructor(link: WorkerLink) {
    this.#link = link;
    this.filter = new FilterState(link);
    this.pointedSelectors = new SelectorsQuery(link);
    this.pinnedSelectors = new SelectorsQuery(link);
    this.pinnedFacts = new ElementQuery((id, signal) =>
      link.call('describeElement', { id }, signal),
    );
    this.comparison = new ComparisonState(link);
    link.on('elementsChanged', () => this.#reportedChanges++);
  }

  /** Reads the screen repeatedly; returns a function that stops it. */
  watch(): () => void {
    this.#repeater.start();
    return () => this.#repeater.stop();
  }

  /** Has the phone report changes, which set `hasChanged`; returns a function that stops it. */
  follow(): () => void {
    const controller = new AbortController();
    // A change since the last reading may have gone unreported.
    this.#reportedChanges++;
    // Without a phone there is nothing to follow.
    this.#link.call('followElements', null, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }

  /** Releases Android's single UiAutomation for other programs until the user or an agent reads the screen again. */
  releaseUiAutomation(): void {
    this.isReleased = true;
    void this.#link.call('releaseUiAutomation', null);
  }

  /**
   * Reads the screen once; with `allowsRecent`, may reuse a reading that another caller just made. Never rejects: a
   * failure is reported in `error`.
   */
  async read({ allowsRecent = false } = {}): Promise<void> {
    this.isReading = true;
    this.isReleased = false;
    const changes = this.#reportedChanges;
    try {
      await this.#setView(await this.#link.call('readScreen', { allowsRecent }));
      this.error = null;
    } catch (thrown) {
      const error = toWire(thrown);
      this.error = phoneStatusErrors.has(error.code) ? null : error;
    } finally {
      this.#shownChanges = changes;
      this.isReading = false;
    }
  }

  /** What tells the screen from others; null if it can't be read. Never rejects. */
  async readFacts(): Promise<ScreenFacts | null> {
    return await this.#link.call('readScreenFacts', null).catch(() => null);
  }

  /** The user points at the element in the picture or in the table. */
  pointAt(id: string, from: HighlightSource): void {
    if (this.highlight?.id !== id || this.highlight.from !== from) this.highlight = { id, from };
    this.pointedSelectors.setElement(id);
  }

  /** The user no longer points at the element. */
  stopPointing(id: string): void {
    if (this.highlight?.id === id) this.highlight = null;
  }

  /** Pins the element, or unpins it. */
  togglePin(id: string): void {
    if (this.pinnedId === id) this.pinnedId = null;
    else this.pinElement(id);
  }

  /** Pins the element. */
  pinElement(id: string): void {
    this.pinnedId = id;
    this.pinnedSelectors.setElement(id);
    this.pinnedFacts.setElement(id);
  }

  /** Clears everything after the phone was disconnected. */
  clear(): void {
    this.#swapPicture(null);
    this.#shownChanges = this.#reportedChanges;
    this.isReleased = false;
    this.view = null;
    this.error = null;
    this.highlight = null;
    this.pinnedId = null;
    this.filter.setView(null);
    this.pointedSelectors.clear();
    this.pinnedSelectors.clear();
    this.pinnedFacts.clear();
    this.comparison.clear();
  }

  /** The element if it is visible but not listed, because it is plain layout or filtered out. */
  #findUnlisted(id: string | null): ElementRow | null {
    const row = this.#find(id);
    return row !== null && isOnScreen(row) && !this.#filteredRows.includes(row) ? row : null;
  }

  #find(id: string | null): ElementRow | null {
    return this.view?.rows.find((row) => row.id === id) ?? null;
  }

  async #setView(view: ScreenView): Promise<void> {
    const url = view.picture === null ? null : await decodedPictureUrl(view.picture);
    this.#swapPicture(url);
    this.view = view;
    this.filter.setView(view);
    this.pointedSelectors.refresh();
    // Keeps the last known facts of a pinned element that is gone.
    if (this.pinnedId === null || this.pinned !== null) {
      this.pinnedSelectors.refresh();
      this.pinnedFacts.refresh();
    }
    this.comparison.refresh();
  }

  #swapPicture(url: string | null): void {
    if (this.pictureUrl !== null) URL.revokeObjectURL(this.pictureUrl);
    this.pictureUrl = url;
  }
}

/** Whether the element reacts to a tap or a long press. */
export function takesTouches({ states }: ElementRow): boolean {
  return states.includes('clickable') || states.includes('long-clickable');
}

/** Whether a part of the element is visible. */
export function isOnScreen({ states, bounds }: ElementRow): boolean {
  return !states.includes('offscreen') && !isEmpty(bounds);
}
