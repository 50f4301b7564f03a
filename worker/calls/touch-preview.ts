import type { StepPlan } from '#core/caller.ts';
import { HandsetError } from '#core/errors.ts';
import { labelElement, nameElement } from '#core/format/quote.ts';
import { type Point, type Size, contains, intersect, isEmpty, rectOfSize } from '#core/geometry.ts';
import type { Gesture } from '#core/gestures/gesture.ts';
import type { CallTouch, TouchPreviewInfo, PlayedGesture, TimedPoint } from '#core/link/call.ts';
import type { CallQuestion } from '#core/link/messages.ts';
import type { Phone } from '#core/phone.ts';
import { isOnScreen, type Element } from '#core/screen/screen.ts';
import type { TouchPreview, Tool } from '#core/tools/shared/tool.ts';
import type { parseArguments } from '#core/tools/shared/arguments.ts';
import type { WatchedPhone } from '../adb/watched-phone.ts';
import type { ActiveCall, ShownElement } from './active-calls.ts';
import { answerTimeoutMs, nameSoon, packageIn, withAppNames } from './app-names.ts';

/** How long a reading of the elements may take, for which a question or an allowed call waits. */
const readingTimeoutMs = 3_000;

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

/** What a question needs of its call. */
interface PreviewedCall extends PreviewedPhone {
  /** Its place among the steps of another call; null for none. */
  readonly plan: StepPlan | null;
}

/** Where a call is going to act, as a question shows it. */
export type CallTarget = Pick<CallQuestion, 'touchPreview' | 'app' | 'isTargetGone' | 'plan'>;

/** A target, and the element that it names. */
export interface TargetReading extends ShownElement {
  readonly target: CallTarget;
}

/**
 * Where a call is going to act, from the elements as last read; they are read only if they never were.
 * What is unknown, or takes too long, is null; never rejects. `signal` ends that reading.
 */
export async function callTargetOf(
  checked: CheckedTool,
  previewed: PreviewedCall,
  signal: AbortSignal,
): Promise<TargetReading> {
  const { phone, plan } = previewed;
  const touches = checked.tool.previewTouch !== undefined;
  const [shared, focus] = await Promise.all([
    touches ? currentSize(phone) : null,
    phone.readFocus(AbortSignal.timeout(answerTimeoutMs)).catch(() => null),
    touches && phone.lastHierarchy === null ? readElements(phone, signal) : null,
  ]);
  // The phone may have been rotated since a reading that calls share began.
  const size = shared === null || elementsFit(phone, shared) ? shared : await currentSize(phone);
  const hierarchy = phone.lastHierarchy;
  const touch = size && previewTouch(checked, previewed, size);
  const element = touch && elementOf(touch);
  const inFront = focus?.packageName ?? hierarchy?.roots[0]?.packageName ?? null;
  const packageName = packageIn(checked.input) ?? element?.packageName ?? inFront;
  const touchPreview = touch && toTouchPreview(touch, size);
  const isRead = size !== null && rootsOn(phone, size).length > 0;
  const target = {
    touchPreview,
    isTargetGone: touch === null && isRead && needsElement(checked),
    app: packageName && ((await nameSoon(phone, packageName)) ?? packageName),
    plan: plan && (await withAppNames(plan, phone)),
  };
  return { target, element, hierarchy };
}

/**
 * The reading after this one. While the element is not on the screen, the call still means the one that
 * the user was shown, in its app.
 */
function nextReading(before: TargetReading, now: TargetReading): TargetReading {
  const { touchPreview, app } = before.target;
  if (now.target.touchPreview !== null || touchPreview?.kind !== 'element') return now;
  const lastSeen = { ...touchPreview, bounds: null, at: null };
  const target = { ...now.target, touchPreview: lastSeen, isTargetGone: true, app };
  return { ...now, element: before.element, target };
}

/** The tools that act on the field with the focus where they name none. */
const focusTools: readonly string[] = ['input_text', 'clear_text'];

/** Whether the call is aimed at an element, rather than at points. */
function needsElement({ tool, input }: CheckedTool): boolean {
  const names = ['element_id', 'selector'].some((name) => Object.hasOwn(input, name));
  return focusTools.includes(tool.name) || (names && tool.previewTouch !== undefined);
}

/** Reads the elements, unless that takes too long; never rejects. */
async function readElements(phone: WatchedPhone, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(readingTimeoutMs);
  await phone.readHierarchy(AbortSignal.any([signal, timeout])).catch(() => undefined);
}

/** Null where the tool touches nothing or that is unknown: the tool itself will report errors if it runs. */
function previewTouch(
  { tool, input }: CheckedTool,
  { phone, shown }: PreviewedPhone,
  size: Size,
): TouchPreview | null {
  try {
    const keyboard = phone.lastHierarchy?.keyboard ?? null;
    const lastScreen = { phone: { shown }, size, roots: rootsOn(phone, size), keyboard };
    return tool.previewTouch?.(input, lastScreen) ?? null;
  } catch {
    return null;
  }
}

/**
 * Calls back with what follows the first target after each reading of the elements, so that a question never shows a
 * point of a screen that is gone, and once the names of the apps are known. Returns a function that
 * stops it.
 */
export function watchCallTarget(
  checked: CheckedTool,
  previewed: PreviewedCall,
  first: TargetReading,
  onReading: (reading: TargetReading) => void,
): () => void {
  let last = first;
  let lastRequest = 0;
  const stopped = new AbortController();
  const { signal } = stopped;
  const update = async (): Promise<void> => {
    const request = ++lastRequest;
    const reading = await callTargetOf(checked, previewed, signal);
    // Ignore this result if a later one was started meanwhile, or the watch was stopped.
    if (request !== lastRequest || signal.aborted) return;
    last = nextReading(last, reading);
    onReading(last);
  };
  const stop = previewed.phone.onHierarchy(() => void update());
  void previewed.phone.apps.nameOf('').then(() => (signal.aborted ? undefined : update()));
  return () => {
    stopped.abort();
    stop();
  };
}

/** Records where one call touches: its gestures, and the element at which it is aimed. */
class TouchRecorder {
  readonly #checked: CheckedTool;
  readonly #previewed: PreviewedPhone;
  /** Null until the first input; later ones may be on another screen. */
  #target: Omit<CallTouch, 'paths'> | null = null;
  #gestures: readonly (readonly (readonly Point[])[])[] = [];
  readonly #stop: () => void;

  constructor(checked: CheckedTool, previewed: PreviewedPhone) {
    this.#checked = checked;
    this.#previewed = previewed;
    // Calls that act take turns, so that all gestures are those of this call; of a call that reads, the recording is not used.
    this.#stop = previewed.phone.onGesture({
      began: (gesture, size) => {
        // The size was not known before the first input of all.
        this.#target ??= { size, bounds: null };
        const strokes = strokesOn(gesture, size);
        this.#gestures = [...this.#gestures, strokes === null ? [] : pathsOf(strokes)];
      },
      failed: () => (this.#gestures = this.#gestures.slice(0, -1)),
    });
  }

  /** To be called before each input: then the elements as last read are those by which the tool acts. */
  onInput(): void {
    const size = this.#previewed.phone.lastSize;
    if (this.#target !== null || size === null) return;
    const touch = previewTouch(this.#checked, this.#previewed, size);
    const bounds = touch && 'element' in touch ? elementOn(touch, size).bounds : null;
    const on = touch && elementOf(touch);
    const [root] = rootsOn(this.#previewed.phone, size);
    this.#target = { size, bounds, packageName: (on ?? root)?.packageName };
  }

  /** Ends the recording. Returns where the call touched; null where nowhere. */
  end(): CallTouch | null {
    this.#stop();
    // A call that scrolls far repeats its gesture.
    const paths = withoutRepetition(this.#gestures.flat()).slice(0, maxFingers);
    if (this.#target === null || (paths.length === 0 && this.#target.bounds === null)) return null;
    return { ...this.#target, paths };
  }
}

/** A call that the user may have been asked about, and its phone. */
interface AllowedCall {
  readonly checked: CheckedTool;
  readonly phone: WatchedPhone;
  readonly call: Pick<ActiveCall, 'allowed' | 'signal'>;
  onFirstInput(): void;
}

/** The element that a call touches, or that is where it touches; null where that is not known. */
function elementOf(touch: TouchPreview): Element | null {
  return 'element' in touch ? touch.element : (touch.on ?? null);
}

/** Whether it stays at a point that the call gives. */
function isPoint(touch: TouchPreview | null): boolean {
  return touch !== null && 'on' in touch;
}

/** The methods of a phone by which a tool that touches elements acts. */
const inputMethods: ReadonlySet<string | symbol> = new Set<keyof Phone>([
  'performGesture',
  'typeText',
  'clearField',
  'pressKey',
  'moveCursorToEnd',
]);

/**
 * The phone for this call, which sends no input if by then the call means another element than the
 * user was shown; `hasChanged` then says so. Only the first input is checked: what follows belongs
 * to it. `endRecording` must be called at the end, and returns where the call touched, null if nowhere.
 */
export function bindToElement(
  view: Phone,
  { checked, phone, call: { allowed, signal }, onFirstInput }: AllowedCall,
): { readonly phone: Phone; hasChanged(): boolean; endRecording(): CallTouch | null } {
  const touches = new TouchRecorder(checked, { phone, shown: view.shown });
  let state: 'unchecked' | 'same' | 'changed' = 'unchecked';
  let hasInput = false;
  const meant = (): TouchPreview | null => {
    const size = phone.lastSize;
    return size && previewTouch(checked, { phone, shown: view.shown }, size);
  };
  const check = async (): Promise<void> => {
    if (allowed === null || state === 'same') return;
    const { element, hierarchy } = allowed;
    const isAtPoint = isPoint(meant());
    if (element === null && !isAtPoint) return;
    // A tool that is given a point reads no elements itself.
    if (isAtPoint && phone.lastHierarchy === hierarchy) await readElements(phone, signal);
    const touch = meant();
    const now = touch && elementOf(touch);
    const isUnchanged = now && element ? isSameElement(now, element) : now === element;
    state = isUnchanged ? 'same' : 'changed';
    if (state === 'changed') throw new HandsetError('not-allowed', 'The element has changed.');
  };
  const bound = new Proxy(view, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || !inputMethods.has(key)) return value;
      return async (...args: unknown[]): Promise<unknown> => {
        await check();
        touches.onInput();
        if (!hasInput) onFirstInput();
        hasInput = true;
        return await Reflect.apply(value, target, args);
      };
    },
  });
  return { phone: bound, hasChanged: () => state === 'changed', endRecording: () => touches.end() };
}

/** Whether a person would take both for the same element, wherever it is on the screen. */
function isSameElement(a: Element, b: Element): boolean {
  const isAlike =
    a.className === b.className && a.resourceId === b.resourceId && a.packageName === b.packageName;
  // What is in a field changes while somebody types.
  return isAlike && (a.editable ? b.editable : labelElement(a) === labelElement(b));
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
    return (await phone.readTouchArea(AbortSignal.timeout(answerTimeoutMs))).size;
  } catch {
    return phone.lastSize;
  }
}

/** Whether the elements as last read fit into this size: else they belong to another rotation. */
function elementsFit({ lastHierarchy }: WatchedPhone, { width, height }: Size): boolean {
  const roots = lastHierarchy?.roots ?? [];
  return roots.every(({ bounds }) => bounds.right <= width && bounds.bottom <= height);
}

/** The elements as last read; none when they belong to another rotation. */
function rootsOn(phone: WatchedPhone, size: Size): readonly Element[] {
  return elementsFit(phone, size) ? (phone.lastHierarchy?.roots ?? []) : [];
}

function toTouchPreview(touchPreview: TouchPreview, size: Size): TouchPreviewInfo | null {
  if ('element' in touchPreview) return { kind: 'element', size, ...elementOn(touchPreview, size) };
  const { gesture, on } = touchPreview;
  const strokes = strokesOn(gesture, size);
  const label = on ? labelElement(on) : '';
  return strokes && { kind: 'fingers', size, paths: pathsOf(strokes), label };
}

function elementOn(
  { element, at }: Extract<TouchPreview, { element: Element }>,
  size: Size,
): Pick<Extract<TouchPreviewInfo, { kind: 'element' }>, 'bounds' | 'at' | 'name' | 'label'> {
  const visible = intersect(element.bounds, rectOfSize(size));
  const bounds = isOnScreen(element, size) && !isEmpty(visible) ? visible : null;
  return { bounds, at, name: nameElement(element), label: labelElement(element) };
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
  return withoutRepetition(paths);
}

function withoutRepetition(paths: readonly (readonly Point[])[]): readonly (readonly Point[])[] {
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
