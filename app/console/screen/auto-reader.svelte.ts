import { untrack } from 'svelte';
import type { ScreenView } from '#core/link/messages.ts';
import type { ScreenState } from './screen.svelte.ts';
import type { LiveState } from './live.svelte.ts';
import { latestLivePicture } from './picture.ts';

/**
 * Pause between the end of one read and the next. While steps are recorded, touches wait for elements that are not up
 * to date. If the phone reports changes, a change that only the picture shows is read later, and so is a
 * screen whose elements could not be read.
 */
const readGapMs = { usual: 1000, recording: 100, reported: 100, unreported: 5000 } as const;
/** Motion that lasts longer than this is more than a blinking caret. */
const blinkMs = 600;
/**
 * While Live is off, the screen is read this long after the user's last input: once for an app that reacts
 * at once, and once for an app that starts slowly.
 */
const afterInputMs: readonly number[] = [500, 2500];

interface AutoReaderOptions {
  readonly screen: ScreenState;
  readonly live: LiveState;
  /** Whether there is a phone, and the page is visible. */
  readonly isVisible: () => boolean;
  /** How often the user has acted on the phone. */
  readonly actionCount: () => number;
  /** Whether a call is using the phone; readings must not delay it. */
  readonly isBusy: () => boolean;
  /** Whether the user's touches are recorded. */
  readonly isRecording: () => boolean;
  /** Whether the user sees elements in their panel or is picking one. */
  readonly showsElements: () => boolean;
}

/**
 * Keeps the screen's elements up to date while it is watched. If elements are shown or recorded and the
 * element reader is used, it reads when the phone reports a change, which blocks UiAutomation for
 * other programs. Otherwise it polls or, with live video, reads when the picture has changed and come to
 * rest, or every few seconds while it does not rest. While Live is off it reads after the user's input. Must be created during component
 * initialisation.
 */
export class AutoReader {
  readonly #options: AutoReaderOptions;
  /**
   * Whether something is blinking: the last two reads returned equal elements although the picture
   * changed.
   */
  #isBlinking = $state(false);
  readonly #isVideo = $derived.by(() => this.#options.live.status.state === 'video');
  /**
   * Whether the video has ended and its last picture is still shown, because no screenshot is
   * newer.
   */
  readonly #isLastPictureShown = $derived.by(() => {
    const { live, screen } = this.#options;
    return live.size === null && latestLivePicture(live, screen) !== null;
  });
  /** Whether the screen is kept up to date. */
  readonly #isWatched = $derived.by(() => this.#options.isVisible() && this.#options.screen.live);
  /** Whether the phone reports changes, and a picture shows those that it does not report. */
  readonly #isFollowing = $derived.by(() => {
    const { live, screen, isRecording, showsElements } = this.#options;
    const reportsChanges = live.reading?.method === 'reader' && live.size !== null;
    const isNeeded = showsElements() || screen.mode.current === 'inspect' || isRecording();
    return reportsChanges && isNeeded && this.#isWatched && !screen.isReleased;
  });
  readonly #isPictureNewer = $derived.by(() =>
    this.#isAfterReading(this.#options.live.motion.changedAtEpochMs),
  );
  /** Whether a large part of the picture is newer than the elements. */
  readonly #isLargelyNewer = $derived.by(() =>
    this.#isAfterReading(this.#options.live.motion.largeChangeAtEpochMs),
  );
  readonly #isMoving = $derived.by(() => this.#options.live.motion.moving);
  readonly #isOutdated = $derived.by(() => {
    const { screen } = this.#options;
    if (screen.view === null || screen.error !== null) return true;
    return this.#isFollowing ? screen.hasChanged : this.#isPictureNewer;
  });
  /** How long after the last read the next one is due; null if none is due. */
  readonly #gapMs = $derived.by(() => {
    const { screen, isRecording } = this.#options;
    // The phone waits until its screen rests, for a limited time.
    if (this.#isFollowing && screen.hasChanged) return readGapMs.reported;
    // Elements that are known to be old are read even if the picture never rests.
    if (this.#isMoving) return this.#isLargelyNewer ? readGapMs.unreported : null;
    if (this.#isOutdated) return isRecording() ? readGapMs.recording : readGapMs.usual;
    return this.#isPictureNewer || screen.unreadElements !== null ? readGapMs.unreported : null;
  });
  /**
   * Whether the elements may have moved since they were read. A small change, such as of a clock, is read at
   * once if the phone reports it; otherwise it counts unless something only blinks: outlines would
   * flicker.
   */
  readonly isStale = $derived.by(() => {
    if (!this.#isOutdated) return false;
    if (this.#isLastPictureShown) return true;
    const countsSmall = !this.#isFollowing && !this.#isBlinking;
    return this.#isVideo && (this.#isLargelyNewer || countsSmall);
  });

  constructor(options: AutoReaderOptions) {
    this.#options = options;
    let endedAtMs = -Infinity;
    $effect(() => {
      if (!options.screen.isReading) endedAtMs = performance.now();
    });
    $effect(() => {
      const { screen } = options;
      if (!this.#isWatched || options.isBusy() || screen.isReleased) return undefined;
      if (!this.#isVideo && !this.#isFollowing) return untrack(() => screen.watch());
      if (this.#gapMs === null || screen.isReading) return undefined;
      const afterMs = Math.max(0, endedAtMs + this.#gapMs - performance.now());
      const allowsRecent = !this.#isFollowing;
      const timer = setTimeout(() => void screen.read({ allowsRecent }), afterMs);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (this.#isFollowing) return untrack(() => options.screen.follow());
      return undefined;
    });
    this.#detectBlinking();
    this.#readAfterInput();
  }

  /** Whether this was after the elements were read. If they seem to be read in the future, the computer's clock was set back. */
  #isAfterReading(epochMs: number): boolean {
    const readAtEpochMs = this.#options.screen.view?.takenAtEpochMs ?? 0;
    return epochMs > readAtEpochMs || readAtEpochMs > Date.now();
  }

  /** Whether the elements are current and were not read before this time. */
  isCurrentSince(epochMs: number): boolean {
    const { screen } = this.#options;
    if (screen.view === null || screen.isReading || this.#isOutdated) return false;
    return this.#isVideo ? !this.#isPictureNewer : screen.view.takenAtEpochMs > epochMs;
  }

  #readAfterInput(): void {
    const { screen, isVisible, isBusy, actionCount } = this.#options;
    /** The number of actions when a reading was last due, and the readings since then. */
    let seenCount = untrack(actionCount);
    let readings = afterInputMs.length;
    $effect(() => {
      const count = actionCount();
      if (screen.live) readings = afterInputMs.length;
      else if (count !== seenCount) readings = 0;
      seenCount = count;
      const afterMs = afterInputMs[readings];
      if (afterMs === undefined || screen.live || !isVisible() || isBusy()) return undefined;
      if (screen.isReading || screen.isReleased) return undefined;
      const timer = setTimeout(() => {
        readings++;
        void screen.read();
      }, afterMs);
      return () => clearTimeout(timer);
    });
  }

  #detectBlinking(): void {
    const { screen } = this.#options;
    let previousOutline = '';
    $effect(() => {
      const outline = outlineOf(screen.view);
      this.#isBlinking = outline === previousOutline;
      previousOutline = outline;
    });
    $effect(() => {
      if (!this.#isMoving) return undefined;
      const timer = setTimeout(() => (this.#isBlinking = false), blinkMs);
      return () => clearTimeout(timer);
    });
  }
}

/** The ids, bounds and texts of the elements that agents are shown, as one string to compare. */
function outlineOf(view: ScreenView | null): string {
  const kept = view?.rows.filter(({ isKept }) => isKept);
  return JSON.stringify(kept?.map(({ id, bounds, text }) => [id, bounds, text]) ?? null);
}
