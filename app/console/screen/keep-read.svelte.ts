import { untrack } from 'svelte';
import type { ScreenView } from '../../../core/link/messages.ts';
import type { ScreenState } from '../elements/screen.svelte.ts';
import { newestLive } from './glass-size.ts';
import type { LiveState } from './live.svelte.ts';

/** Between the end of one reading and the next. */
const pauseMs = 1000;
/** What moves longer than this is more than a caret that blinks. */
const blinkMs = 600;

interface Read {
  readonly screen: ScreenState;
  readonly live: LiveState;
  /** Whether the person looks, and nobody's call has the phone. */
  readonly isWatched: () => boolean;
}

/**
 * Reads the screen's elements while it is watched: again and again, or where there is video, when
 * the picture has changed and come to rest. Make it while a component is set up.
 */
export class KeepRead {
  readonly #parts: Read;
  /** The last two readings found the same, though the picture had changed: something blinks. */
  #blinks = $state(false);
  readonly #isVideo = $derived.by(() => this.#parts.live.status.state === 'video');
  /** The last picture of a video that has ended still stands, and no screenshot takes its place. */
  readonly #isLeft = $derived.by(() => {
    const { live, screen } = this.#parts;
    return live.size === null && newestLive(live, screen) !== null;
  });
  readonly #isOutdated = $derived.by(() => {
    const { screen, live } = this.#parts;
    if (screen.view === null || screen.error !== null) return true;
    return live.motion.changedAtEpochMs > screen.view.takenAtEpochMs;
  });
  /** Whether the elements may be others by now. */
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

/** Which elements there are, and where. */
function outlineOf(view: ScreenView | null): string {
  return JSON.stringify(view?.rows.map(({ id, bounds, text }) => [id, bounds, text]) ?? null);
}
