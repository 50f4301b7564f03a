import { untrack } from 'svelte';
import type { ScreenView } from '../../../core/link/messages.ts';
import type { ScreenState } from '../elements/screen.svelte.ts';
import { newestLive } from './glass-size.ts';
import type { LiveState } from './live.svelte.ts';

/** Pause between the end of one read and the next. */
const pauseMs = 1000;
/** Motion that lasts longer than this is more than a blinking caret. */
const blinkMs = 600;

interface Read {
  readonly screen: ScreenState;
  readonly live: LiveState;
  /** Whether the person can see the screen and no call is using the phone. */
  readonly isWatched: () => boolean;
}

/**
 * Keeps the screen's elements fresh while it is watched: polls, or, with live video, reads when the
 * picture has changed and come to rest. Must be created during component initialisation.
 */
export class KeepRead {
  readonly #parts: Read;
  /** Whether something is blinking: the last two reads gave equal elements although the picture changed. */
  #blinks = $state(false);
  readonly #isVideo = $derived.by(() => this.#parts.live.status.state === 'video');
  /** Whether the video has ended and its last picture is still shown, because no screenshot is newer. */
  readonly #isLeft = $derived.by(() => {
    const { live, screen } = this.#parts;
    return live.size === null && newestLive(live, screen) !== null;
  });
  readonly #isOutdated = $derived.by(() => {
    const { screen, live } = this.#parts;
    if (screen.view === null || screen.error !== null) return true;
    return live.motion.changedAtEpochMs > screen.view.takenAtEpochMs;
  });
  /** Whether the elements may have changed since they were read. */
  readonly isStale = $derived(
    this.#isOutdated && (this.#isLeft || (this.#isVideo && !this.#blinks)),
  );

  constructor(parts: Read) {
    this.#parts = parts;
    let endedAtMs = -Infinity;
    $effect(() => {
      if (!parts.screen.reading) endedAtMs = performance.now();
    });
    $effect(() => {
      if (!parts.isWatched()) return undefined;
      if (!this.#isVideo) return untrack(() => parts.screen.watch());
      if (!this.#isOutdated || parts.live.motion.moving || parts.screen.reading) return undefined;
      const afterMs = Math.max(0, endedAtMs + pauseMs - performance.now());
      const timer = setTimeout(() => void parts.screen.read(), afterMs);
      return () => clearTimeout(timer);
    });
    this.#noticeBlinking();
  }

  #noticeBlinking(): void {
    const { screen, live } = this.#parts;
    let before = '';
    $effect(() => {
      const now = outlineOf(screen.view);
      this.#blinks = now === before;
      before = now;
    });
    $effect(() => {
      if (!live.motion.moving) return undefined;
      const timer = setTimeout(() => (this.#blinks = false), blinkMs);
      return () => clearTimeout(timer);
    });
  }
}

/** The elements' ids, bounds and texts, as one string to compare. */
function outlineOf(view: ScreenView | null): string {
  return JSON.stringify(view?.rows.map(({ id, bounds, text }) => [id, bounds, text]) ?? null);
}
