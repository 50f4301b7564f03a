import { type Size, intersect, isEmpty, rectOfSize } from '../../core/geometry.ts';
import { nameElement } from '../../core/format/name-element.ts';
import type { Aim } from '../../core/link/aim.ts';
import { isOnScreen } from '../../core/screen/derive.ts';
import type { Element } from '../../core/screen/screen.ts';
import type { ToolAim } from '../../core/tools/contract/tool-aim.ts';
import type { Tool } from '../../core/tools/contract/tool.ts';
import { pathsOf, strokesOn } from './flatten.ts';
import type { WatchedPhone } from '../adb/adb-phone.ts';

/** A person is not kept waiting for a question; a phone tells its size in less. */
const patienceMs = 300;

/** A call that is about to touch. */
export interface AimingCall {
  readonly tool: Tool;
  /** The arguments, checked by the tool's own schema. */
  readonly input: Parameters<NonNullable<Tool['aim']>>[0];
  readonly phone: WatchedPhone;
}

/**
 * Where the call is going to touch, by the elements that were read last: nothing is dumped for it.
 * Null where it touches nothing and where nobody can tell; within 300 ms; never rejects.
 */
export async function aimOf({ tool, input, phone }: AimingCall): Promise<Aim | null> {
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
export function followAim(call: AimingCall, onAim: (aim: Aim | null) => void): () => void {
  let looks = 0;
  const look = async (): Promise<void> => {
    const mine = ++looks;
    const aim = await aimOf(call);
    // A later look knows better, however late this one comes.
    if (mine === looks) onAim(aim);
  };
  const stop = call.phone.onHierarchy(() => void look());
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
