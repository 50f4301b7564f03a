import { nameElement } from '#core/format/quote.ts';
import { type Point, type Size, contains, intersect, isEmpty, rectOfSize } from '#core/geometry.ts';
import type { Gesture } from '#core/gestures/gesture.ts';
import type { TouchPreviewInfo, PlayedGesture, TimedPoint } from '#core/link/call.ts';
import type { ActiveCallInfo } from '#core/link/messages.ts';
import type { Phone } from '#core/phone.ts';
import { isOnScreen, type Element } from '#core/screen/screen.ts';
import type { TouchPreview, Tool } from '#core/tools/shared/tool.ts';
import type { parseArguments } from '#core/tools/shared/arguments.ts';
import type { WatchedPhone } from '../adb/adb-phone.ts';

/** How long a question waits for the phone's size, which normally comes sooner. */
const sizeTimeoutMs = 300;

/** A tool with arguments that its schema has accepted. */
export interface CheckedTool {
  readonly tool: Tool;
  readonly input: ReturnType<typeof parseArguments>;
  /** What the call may lose or send out of the phone; null if nothing. */
  readonly risk: string | null;
}

/** A phone, and the elements of it that the calling agent was shown. */
interface PreviewedPhone extends Pick<Phone, 'shown'> {
  readonly phone: WatchedPhone;
}

/**
 * The touch preview of a call, from the elements as last read: it triggers no new dump. Null where
 * the call touches nothing and where that is unknown; within 300 ms; never rejects.
 */
export async function touchPreviewOf(
  { tool, input }: CheckedTool,
  { phone, shown }: PreviewedPhone,
): Promise<TouchPreviewInfo | null> {
  if (tool.previewTouch === undefined) return null;
  try {
    const size = await currentSize(phone);
    if (size === null) return null;
    const lastScreen = { phone: { shown }, size, roots: rootsOn(phone, size) };
    const touchPreview = tool.previewTouch(input, lastScreen);
    return touchPreview && toTouchPreview(touchPreview, size);
  } catch {
    // The tool itself will report the error if it runs.
    return null;
  }
}

/**
 * Calls back with a new touch preview after each reading of the elements, so that a question never
 * shows a point of a screen that is gone. Returns a function that stops it.
 */
export function watchTouchPreview(
  checked: CheckedTool,
  previewed: PreviewedPhone,
  onPreview: (touchPreview: TouchPreviewInfo | null) => void,
): () => void {
  let lastRequest = 0;
  const update = async (): Promise<void> => {
    const request = ++lastRequest;
    const touchPreview = await touchPreviewOf(checked, previewed);
    // Ignore this result if a later one was started meanwhile.
    if (request === lastRequest) onPreview(touchPreview);
  };
  const stop = previewed.phone.onHierarchy(() => void update());
  return () => {
    lastRequest = 0;
    stop();
  };
}

/** The running reading of each phone's size: many calls may wait for it at the same time. */
const readings = new WeakMap<WatchedPhone, Promise<Size | null>>();

/** The size in the current rotation, or the last known one. */
function currentSize(phone: WatchedPhone): Promise<Size | null> {
  const reading = readings.get(phone) ?? readSize(phone).finally(() => readings.delete(phone));
  readings.set(phone, reading);
  return reading;
}

async function readSize(phone: WatchedPhone): Promise<Size | null> {
  try {
    return (await phone.readTouchArea(AbortSignal.timeout(sizeTimeoutMs))).size;
  } catch {
    return phone.lastSize;
  }
}

/** The elements as last read; none when they belong to another rotation. */
function rootsOn({ lastHierarchy }: WatchedPhone, { width, height }: Size): readonly Element[] {
  const roots = lastHierarchy?.roots ?? [];
  const areInside = roots.every(({ bounds }) => bounds.right <= width && bounds.bottom <= height);
  return areInside ? roots : [];
}

function toTouchPreview(touchPreview: TouchPreview, size: Size): TouchPreviewInfo | null {
  if ('element' in touchPreview) return { kind: 'element', size, ...elementOn(touchPreview, size) };
  const strokes = strokesOn(touchPreview.gesture, size);
  return strokes && { kind: 'fingers', size, paths: pathsOf(strokes) };
}

function elementOn(
  { element, at }: Extract<TouchPreview, { element: Element }>,
  size: Size,
): Pick<Extract<TouchPreviewInfo, { kind: 'element' }>, 'bounds' | 'at' | 'name'> {
  const visible = intersect(element.bounds, rectOfSize(size));
  const bounds = isOnScreen(element, size) && !isEmpty(visible) ? visible : null;
  return { bounds, at, name: nameElement(element) };
}

/** The listeners for the gestures of calls. */
interface GestureAnnouncerOptions {
  /** Called when a gesture begins. */
  onGesture(gesture: PlayedGesture): void;
  /** Called when a gesture was not completed. */
  onFailed(id: number): void;
}

/** Announces the gestures of calls, each when it begins, without delaying them. */
export class GestureAnnouncer {
  readonly #options: GestureAnnouncerOptions;
  #lastId = 0;

  constructor(options: GestureAnnouncerOptions) {
    this.#options = options;
  }

  /** Attributes the gestures on this phone to this call from now on: calls that act take turns. Returns a function that stops it. */
  watch(phone: WatchedPhone, { agent, from }: Pick<ActiveCallInfo, 'agent' | 'from'>): () => void {
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

/** The most fingers that a phone tells apart. */
const maxFingers = 10;
/** The limit of the tools too; more points would not improve the drawing. */
const maxPoints = 100;

/** The paths of the fingers, thinned for drawing; null when one of them leaves the screen. */
export function strokesOn(
  { strokes }: Gesture,
  size: Size,
): readonly (readonly TimedPoint[])[] | null {
  const screen = rectOfSize(size);
  const drawn = strokes.slice(0, maxFingers).map((stroke) => thin(stroke, maxPoints));
  return drawn.flat().every((point) => contains(screen, point)) ? drawn : null;
}

/** The paths without times: a single point where a finger stays, and each path once. */
export function pathsOf(
  strokes: readonly (readonly TimedPoint[])[],
): readonly (readonly Point[])[] {
  const paths = strokes.map((stroke) => {
    const places = stroke.map(({ x, y }) => ({ x, y }));
    return places.filter((place, i) => i === 0 || !isSame(place, places[i - 1]));
  });
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
