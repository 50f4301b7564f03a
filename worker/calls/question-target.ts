import type { StepPlan } from '#core/caller.ts';
import { labelElement, nameElement } from '#core/format/quote.ts';
import { type Size, intersect, isEmpty, rectOfSize } from '#core/geometry.ts';
import type { CallTouch } from '#core/call.ts';
import type { TouchPreviewInfo } from '#core/link/call.ts';
import type { CallQuestion } from '#core/link/messages.ts';
import type { Phone } from '#core/phone/phone.ts';
import { isOnScreen, type Element } from '#core/screen/screen.ts';
import type { parseArguments } from '#core/tools/shared/arguments.ts';
import type { TouchPreview, Tool } from '#core/tools/shared/tool.ts';
import type { WatchedPhone } from '../adb/watched-phone.ts';
import type { ShownElement } from './active-calls.ts';
import { answerTimeoutMs, nameSoon, packageIn, withAppNames } from './app-names.ts';
import { pathsOf, strokesOn } from './gestures.ts';

/** How long a question or an allowed call waits for a reading of the elements, and an open question for the screen's size. */
const readingTimeoutMs = 3_000;

/** A tool with arguments that its schema has accepted. */
export interface CheckedTool {
  readonly tool: Tool;
  readonly input: ReturnType<typeof parseArguments>;
  /** What the call may lose or send from the phone; null if nothing. */
  readonly risk: string | null;
}

/** A phone, and the elements on it that the calling agent was shown. */
export interface PreviewedPhone extends Pick<Phone, 'shown'> {
  readonly phone: WatchedPhone;
}

/** The parts of a call that its question needs. */
interface PreviewedCall extends PreviewedPhone {
  /** Its position among the steps of another call; null if it is not a step. */
  readonly plan: StepPlan | null;
}

/** Where a call will act, as a question shows it. */
export type CallTarget = Pick<CallQuestion, 'touchPreview' | 'app' | 'isTargetGone' | 'plan'>;

/** A target, and the element that it names. */
export interface TargetReading extends ShownElement {
  readonly target: CallTarget;
}

/**
 * Where a call will act, according to the elements as last read; they are read only if they never were.
 * Anything unknown or too slow is null; never rejects. `signal` aborts that reading. A size that takes longer
 * than `sizeTimeoutMs` is the last known one.
 */
export async function callTargetOf(
  checked: CheckedTool,
  previewed: PreviewedCall,
  signal: AbortSignal,
  sizeTimeoutMs = answerTimeoutMs,
): Promise<TargetReading> {
  const { phone, plan } = previewed;
  const touches = checked.tool.previewTouch !== undefined;
  const [shared, focus] = await Promise.all([
    touches ? currentSize(phone, sizeTimeoutMs) : null,
    phone.readFocus(AbortSignal.timeout(answerTimeoutMs)).catch(() => null),
    touches && phone.lastHierarchy === null ? readElements(phone, signal) : null,
  ]);
  // The phone may have been rotated since a reading that calls share began.
  const fits = shared === null || elementsFit(phone, shared);
  const size = fits ? shared : await currentSize(phone, sizeTimeoutMs);
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
 * Combines a new reading with the previous one. While the element is not on the screen, the call still means
 * the element that the user was shown, in its app.
 */
function nextReading(before: TargetReading, now: TargetReading): TargetReading {
  const { touchPreview, app } = before.target;
  if (now.target.touchPreview !== null || touchPreview?.kind !== 'element') return now;
  const lastSeen = { ...touchPreview, bounds: null, at: null };
  const target = { ...now.target, touchPreview: lastSeen, isTargetGone: true, app };
  return { ...now, element: before.element, target };
}

/** Whether the call targets an element, rather than points. */
function needsElement({ tool, input }: CheckedTool): boolean {
  const names = ['element_id', 'selector'].some((name) => Object.hasOwn(input, name));
  return tool.actsOnFocus === true || (names && tool.previewTouch !== undefined);
}

/** Reads the elements, unless that takes too long; never rejects. */
export async function readElements(phone: WatchedPhone, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(readingTimeoutMs);
  await phone.readHierarchy(AbortSignal.any([signal, timeout])).catch(() => undefined);
}

/** Where the tool will touch; null if nowhere or unknown. The tool itself will report errors if it runs. */
export function previewTouch(
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
 * Calls back with the new target after each reading of the elements, so that a question never shows a
 * point on a screen that is gone, and once the names of the apps are known. Returns a function that
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
    const reading = await callTargetOf(checked, previewed, signal, readingTimeoutMs);
    // Ignore this result if a later request was started or the watch was stopped meanwhile.
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

/** The element that a call touches, or the element at the point that it touches; null if unknown. */
export function elementOf(touch: TouchPreview): Element | null {
  return 'element' in touch ? touch.element : (touch.on ?? null);
}

/** The pending reading of each phone's size; many calls may wait for the same one. */
const readings = new WeakMap<WatchedPhone, Promise<Size | null>>();

/** The size in the current rotation, or the last known one. */
function currentSize(phone: WatchedPhone, timeoutMs: number): Promise<Size | null> {
  const reading =
    readings.get(phone) ?? readSize(phone, timeoutMs).finally(() => readings.delete(phone));
  readings.set(phone, reading);
  return reading;
}

async function readSize(phone: WatchedPhone, timeoutMs: number): Promise<Size | null> {
  try {
    return (await phone.readTouchArea(AbortSignal.timeout(timeoutMs))).size;
  } catch {
    return phone.lastSize;
  }
}

/** Whether the elements as last read fit into this size; if not, they belong to another rotation. */
function elementsFit({ lastHierarchy }: WatchedPhone, { width, height }: Size): boolean {
  const roots = lastHierarchy?.roots ?? [];
  return roots.every(({ bounds }) => bounds.right <= width && bounds.bottom <= height);
}

/** The elements as last read; empty if they belong to another rotation. */
export function rootsOn(phone: WatchedPhone, size: Size): readonly Element[] {
  return elementsFit(phone, size) ? (phone.lastHierarchy?.roots ?? []) : [];
}

function toTouchPreview(touchPreview: TouchPreview, size: Size): TouchPreviewInfo | null {
  if ('element' in touchPreview) return { kind: 'element', size, ...elementOn(touchPreview, size) };
  const { gesture, on } = touchPreview;
  const strokes = strokesOn(gesture, size);
  const label = on ? labelElement(on) : '';
  return strokes && { kind: 'fingers', size, paths: pathsOf(strokes), label };
}

export function elementOn(
  { element, at }: Extract<TouchPreview, { element: Element }>,
  size: Size,
): Pick<Extract<TouchPreviewInfo, { kind: 'element' }>, 'bounds' | 'at' | 'name' | 'label'> {
  const visible = intersect(element.bounds, rectOfSize(size));
  const bounds = isOnScreen(element, size) && !isEmpty(visible) ? visible : null;
  return { bounds, at, name: nameElement(element), label: labelElement(element) };
}

/** Where a questioned call would touch, to show if it is refused; null if nowhere. */
export function touchOf(preview: TouchPreviewInfo | null): CallTouch | null {
  if (preview === null) return null;
  const { size } = preview;
  if (preview.kind === 'fingers') return { size, bounds: null, paths: preview.paths };
  const { bounds, at } = preview;
  return bounds && { size, bounds, paths: at === null ? [] : [[at]] };
}
