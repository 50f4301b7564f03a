import { nameElement } from '../../core/format/name-element.ts';
import {
  type Point,
  type Size,
  contains,
  intersect,
  isEmpty,
  rectOfSize,
} from '../../core/geometry.ts';
import type { Gesture } from '../../core/gestures/gesture.ts';
import type { Aim, PlayedGesture, TimedPoint } from '../../core/link/aim.ts';
import type { RunningCall } from '../../core/link/messages.ts';
import { isOnScreen } from '../../core/screen/derive.ts';
import type { Element } from '../../core/screen/screen.ts';
import type { ToolAim, Tool } from '../../core/tools/shared/tool.ts';
import type { parseArguments } from '../../core/tools/shared/arguments.ts';
import type { WatchedPhone } from '../adb/adb-phone.ts';

/** A person is not kept waiting for a question; a phone tells its size in less. */
const patienceMs = 300;

/** A tool with the arguments that it takes, checked by its own schema. */
export interface CheckedTool {
  readonly tool: Tool;
  readonly input: ReturnType<typeof parseArguments>;
}

/**
 * Where the call is going to touch, by the elements that were read last: nothing is dumped for it.
 * Null where it touches nothing and where nobody can tell; within 300 ms; never rejects.
 */
export async function aimOf(
  { tool, input }: CheckedTool,
  phone: WatchedPhone,
): Promise<Aim | null> {
  if (tool.aim === undefined) return null;
  try {
    const size = await currentSize(phone);
    if (size === null) return null;
    const aim = tool.aim(input, { phone, size, roots: rootsOn(phone, size) });
    return aim && flattened(aim, size);
  } catch {
    // What can't be told now is told by the tool itself, if it comes to that.
    return null;
  }
}

/**
 * Tells anew where the call is going to touch, each time that anybody has read the elements: a
 * question must not go on showing a place of a screen that is gone. Returns the way to stop.
 */
export function followAim(
  checked: CheckedTool,
  phone: WatchedPhone,
  onAim: (aim: Aim | null) => void,
): () => void {
  let looks = 0;
  const look = async (): Promise<void> => {
    const mine = ++looks;
    const aim = await aimOf(checked, phone);
    // A later look knows better, however late this one comes.
    if (mine === looks) onAim(aim);
  };
  const stop = phone.onHierarchy(() => void look());
  return () => {
    looks = 0;
    stop();
  };
}

/** Of each phone the one reading of its size that is under way: many calls may wait to be asked about. */
const readings = new WeakMap<WatchedPhone, Promise<Size | null>>();

/** The size in the rotation of now, else as it was last. */
function currentSize(phone: WatchedPhone): Promise<Size | null> {
  const reading = readings.get(phone) ?? readSize(phone).finally(() => readings.delete(phone));
  readings.set(phone, reading);
  return reading;
}

async function readSize(phone: WatchedPhone): Promise<Size | null> {
  try {
    return (await phone.readTouchArea(AbortSignal.timeout(patienceMs))).size;
  } catch {
    return phone.lastSize;
  }
}

/** The elements that were read last; none where they are of another rotation. */
function rootsOn({ lastHierarchy }: WatchedPhone, { width, height }: Size): readonly Element[] {
  const roots = lastHierarchy?.roots ?? [];
  const fit = roots.every(({ bounds }) => bounds.right <= width && bounds.bottom <= height);
  return fit ? roots : [];
}

function flattened(aim: ToolAim, size: Size): Aim | null {
  if ('element' in aim) return { kind: 'element', size, ...elementOn(aim, size) };
  const strokes = strokesOn(aim.gesture, size);
  return strokes && { kind: 'fingers', size, paths: pathsOf(strokes) };
}

function elementOn(
  { element, at }: Extract<ToolAim, { element: Element }>,
  size: Size,
): Pick<Extract<Aim, { kind: 'element' }>, 'bounds' | 'at' | 'name'> {
  const visible = intersect(element.bounds, rectOfSize(size));
  const bounds = isOnScreen(element, size) && !isEmpty(visible) ? visible : null;
  return { bounds, at, name: nameElement(element) };
}

/** Who is told what the fingers of calls do. */
interface TouchesParts {
  /** Hears of a gesture as it begins. */
  onGesture(gesture: PlayedGesture): void;
  /** Hears that a gesture was not played to its end. */
  onFailed(id: number): void;
}

/** Tells the gestures of calls, each when it begins. Nothing waits for it. */
export class Touches {
  readonly #parts: TouchesParts;
  #lastId = 0;

  constructor(parts: TouchesParts) {
    this.#parts = parts;
  }

  /** From now on what fingers do on this phone is this call's: calls that act take turns. Returns the way to stop. */
  watch(phone: WatchedPhone, { agent, from }: Pick<RunningCall, 'agent' | 'from'>): () => void {
    let id = 0;
    return phone.onGesture({
      began: (gesture, size) => {
        id = ++this.#lastId;
        const strokes = strokesOn(gesture, size);
        if (strokes !== null) this.#parts.onGesture({ id, agent, from, size, strokes });
      },
      failed: () => this.#parts.onFailed(id),
    });
  }
}

/** As many as a phone tells apart. */
const mostFingers = 10;
/** What a tool takes as well; more would be drawn no better. */
const mostPoints = 100;

/** The ways of the fingers, thinned to what can be drawn; null where one of them leaves the screen. */
export function strokesOn(
  { strokes }: Gesture,
  size: Size,
): readonly (readonly TimedPoint[])[] | null {
  const screen = rectOfSize(size);
  const drawn = strokes.slice(0, mostFingers).map((stroke) => thinned(stroke, mostPoints));
  return drawn.flat().every((point) => contains(screen, point)) ? drawn : null;
}

/** Where fingers go: a single place where one stays, and each place once. */
export function pathsOf(
  strokes: readonly (readonly TimedPoint[])[],
): readonly (readonly Point[])[] {
  const paths = strokes.map((stroke) => {
    const places = stroke.map(({ x, y }) => ({ x, y }));
    return places.filter((place, i) => i === 0 || !isSame(place, places[i - 1]));
  });
  return paths.filter((path, i) => !paths.slice(0, i).some((other) => isSamePath(path, other)));
}

/** At most that many, evenly spread, the first and the last among them. */
function thinned<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => Math.round(i * step)).flatMap((i) =>
    items.slice(i, i + 1),
  );
}

function isSamePath(a: readonly Point[], b: readonly Point[]): boolean {
  return a.length === b.length && a.every((place, i) => isSame(place, b[i]));
}

function isSame(a: Point, b: Point | undefined): boolean {
  return a.x === b?.x && a.y === b.y;
}
