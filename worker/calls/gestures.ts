import { type Point, type Size, contains, rectOfSize } from '#core/geometry.ts';
import { maxFingers } from '#core/gestures/finger-steps.ts';
import type { Gesture } from '#core/gestures/gesture.ts';
import type { PlayedGesture, TimedPoint } from '#core/link/call.ts';
import type { WatchedPhone } from '../adb/watched-phone.ts';
import type { ActiveCall } from './active-calls.ts';

/** The listeners for the gestures of calls. */
interface GestureAnnouncerOptions {
  /** Called when a gesture begins. */
  onGesture(gesture: PlayedGesture): void;
  /** Called if a gesture was not completed. */
  onFailed(id: number): void;
}

/** Announces each gesture of a call when it begins, without delaying it. */
export class GestureAnnouncer {
  readonly #options: GestureAnnouncerOptions;
  #lastId = 0;

  constructor(options: GestureAnnouncerOptions) {
    this.#options = options;
  }

  /** Attributes the gestures on this phone to this call, which has its turn. Returns a function that stops it. */
  watch(phone: WatchedPhone, call: Pick<ActiveCall, 'shownAgent' | 'from'>): () => void {
    const { shownAgent: agent, from } = call;
    let id = 0;
    return phone.onGesture({
      began: (gesture, size) => {
        id = ++this.#lastId;
        const strokes = strokesOn(gesture, size);
        if (strokes !== null) this.#options.onGesture({ id, agent, from, size, strokes });
      },
      failed: () => this.#options.onFailed(id),
    });
  }
}

/** Most points of a drawn path, as in the tools; more would not improve the drawing. */
const maxPoints = 100;

/** The paths of the fingers, thinned for drawing; null if one of them leaves the screen. */
export function strokesOn(
  { strokes }: Gesture,
  size: Size,
): readonly (readonly TimedPoint[])[] | null {
  const screen = rectOfSize(size);
  const drawn = strokes.slice(0, maxFingers).map((stroke) => thin(stroke, maxPoints));
  return drawn.flat().every((point) => contains(screen, point)) ? drawn : null;
}

/** The paths without times and repetitions; a finger that stays has a single point. */
export function pathsOf(
  strokes: readonly (readonly TimedPoint[])[],
): readonly (readonly Point[])[] {
  const paths = strokes.map((stroke) => {
    const places = stroke.map(({ x, y }) => ({ x, y }));
    return places.filter((place, i) => i === 0 || !isSame(place, places[i - 1]));
  });
  return withoutRepetition(paths);
}

export function withoutRepetition(
  paths: readonly (readonly Point[])[],
): readonly (readonly Point[])[] {
  return paths.filter((path, i) => !paths.slice(0, i).some((other) => isSamePath(path, other)));
}

/** At most this many items, evenly spread, including the first and the last. */
function thin<Item>(items: readonly Item[], maxItems: number): readonly Item[] {
  if (items.length <= maxItems) return items;
  const step = (items.length - 1) / (maxItems - 1);
  return Array.from({ length: maxItems }, (_, i) => Math.round(i * step)).flatMap((i) =>
    items.slice(i, i + 1),
  );
}

function isSamePath(a: readonly Point[], b: readonly Point[]): boolean {
  return a.length === b.length && a.every((place, i) => isSame(place, b[i]));
}

function isSame(a: Point, b: Point | undefined): boolean {
  return a.x === b?.x && a.y === b.y;
}
