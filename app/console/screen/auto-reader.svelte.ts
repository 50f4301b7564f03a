import { untrack } from 'svelte';
import type { ScreenView } from '#core/link/messages.ts';
import type { ScreenState } from '../elements/screen.svelte.ts';
import type { LiveState } from './live.svelte.ts';
import { latestLivePicture } from './picture.ts';

/** Pause between the end of one read and the next. A recorded touch waits for elements that are not up to date. */
const readGapMs = { usual: 1000, recording: 100 } as const;
/** Motion that lasts longer than this is more than a blinking caret. */
const blinkMs = 600;

interface AutoReaderOptions {
  readonly screen: ScreenState;
  readonly live: LiveState;
  /** Whether the user can see the screen and no call is using the phone. */
  readonly isWatched: () => boolean;
  /** Whether the user's touches are recorded. */
  readonly isRecording: () => boolean;
}

/**
 * Keeps the screen's elements fresh while it is watched: polls, or, with live video, reads when the
 * picture has changed and come to rest. Must be created during component initialisation.
 */
export class AutoReader {
  readonly #options: AutoReaderOptions;
  /**
   * Whether something is blinking: the last two reads gave equal elements although the picture
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
  readonly #isOutdated = $derived.by(() => {
    const { screen, live } = this.#options;
    if (screen.view === null || screen.error !== null) return true;
    return live.motion.changedAtEpochMs > screen.view.takenAtEpochMs;
  });
  /** Whether the elements may have changed since they were read. */
  readonly isStale = $derived(
    this.#isOutdated && (this.#isLastPictureShown || (this.#isVideo && !this.#isBlinking)),
  );

  constructor(options: AutoReaderOptions) {
    this.#options = options;
    let endedAtMs = -Infinity;
    $effect(() => {
      if (!options.screen.isReading) endedAtMs = performance.now();
    });
    $effect(() => {
      if (!options.isWatched()) return undefined;
      if (!this.#isVideo) return untrack(() => options.screen.watch());
      if (!this.#isOutdated || options.live.motion.moving || options.screen.isReading)
        return undefined;
      const gapMs = options.isRecording() ? readGapMs.recording : readGapMs.usual;
      const afterMs = Math.max(0, endedAtMs + gapMs - performance.now());
      const timer = setTimeout(() => void options.screen.read({ allowsRecent: true }), afterMs);
      return () => clearTimeout(timer);
    });
    this.#detectBlinking();
  }

  #detectBlinking(): void {
    const { screen, live } = this.#options;
    let previousOutline = '';
    $effect(() => {
      const outline = outlineOf(screen.view);
      this.#isBlinking = outline === previousOutline;
      previousOutline = outline;
    });
    $effect(() => {
      if (!live.motion.moving) return undefined;
      const timer = setTimeout(() => (this.#isBlinking = false), blinkMs);
      return () => clearTimeout(timer);
    });
  }
}

/** The elements' ids, bounds and texts, as one string to compare. */
function outlineOf(view: ScreenView | null): string {
  return JSON.stringify(view?.rows.map(({ id, bounds, text }) => [id, bounds, text]) ?? null);
}
