import { HandsetError } from '#core/errors.ts';
import { labelElement } from '#core/format/quote.ts';
import type { Point } from '#core/geometry.ts';
import type { CallTouch } from '#core/link/call.ts';
import type { Phone } from '#core/phone.ts';
import type { Element } from '#core/screen/screen.ts';
import type { TouchPreview } from '#core/tools/shared/tool.ts';
import type { WatchedPhone } from '../adb/watched-phone.ts';
import type { ActiveCall } from './active-calls.ts';
import { maxFingers, pathsOf, strokesOn, withoutRepetition } from './gestures.ts';
import {
  type CheckedTool,
  type PreviewedPhone,
  elementOf,
  elementOn,
  previewTouch,
  readElements,
  rootsOn,
} from './question-target.ts';

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
