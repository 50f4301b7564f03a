import { HandsetError } from '#core/errors.ts';
import { labelElement, textLabel } from '#core/format/quote.ts';
import type { Point } from '#core/geometry.ts';
import type { CallTouch } from '#core/call.ts';
import { maxFingers } from '#core/gestures/finger-steps.ts';
import { type Phone, phoneForAgent } from '#core/phone/phone.ts';
import type { Element } from '#core/screen/screen.ts';
import { isSettableSlider } from '#core/tools/shared/set-slider.ts';
import type { TouchPreview } from '#core/tools/shared/tool.ts';
import type { ActiveCall } from './active-calls.ts';
import { pathsOf, strokesOn, withoutRepetition } from './gestures.ts';
import {
  type CheckedTool,
  type PreviewedPhone,
  elementOf,
  elementOn,
  previewTouch,
  readElements,
  rootsOn,
} from './question-target.ts';

/** Records where one call touches: its gestures and the element that it targets. */
class TouchRecorder {
  readonly #checked: CheckedTool;
  readonly #previewed: PreviewedPhone;
  /** Null until the first input; later inputs may be on another screen. */
  #target: Omit<CallTouch, 'paths'> | null = null;
  #gestures: readonly (readonly (readonly Point[])[])[] = [];
  readonly #stop: () => void;

  constructor(checked: CheckedTool, previewed: PreviewedPhone) {
    this.#checked = checked;
    this.#previewed = previewed;
    // Calls that act take turns, so all gestures belong to this call. The recording of a reading call is not used.
    this.#stop = previewed.phone.onGesture({
      began: (gesture, size) => {
        // The size was not known before the phone's first input.
        this.#target ??= { size, bounds: null };
        const strokes = strokesOn(gesture, size);
        this.#gestures = [...this.#gestures, strokes === null ? [] : pathsOf(strokes)];
      },
      failed: () => (this.#gestures = this.#gestures.slice(0, -1)),
    });
  }

  /** Call before each input, when the elements as last read are the ones that the tool uses. */
  onInput(): void {
    const size = this.#previewed.phone.lastSize;
    if (this.#target !== null || size === null) return;
    const touch = previewTouch(this.#checked, this.#previewed, size);
    const bounds = touch && 'element' in touch ? elementOn(touch, size).bounds : null;
    const on = touch && elementOf(touch);
    const [root] = rootsOn(this.#previewed.phone, size);
    // What is in a field changes, and may be secret.
    const label = on && !on.editable ? textLabel(on) : undefined;
    this.#target = {
      size,
      bounds,
      packageName: (on ?? root)?.packageName,
      ...(label !== undefined && { label }),
      ...(on && isSettableSlider(on) && { isSlider: true }),
    };
  }

  /** Ends the recording and returns where the call touched; null if it touched nothing. */
  end(): CallTouch | null {
    this.#stop();
    // A call that scrolls far repeats its gesture.
    const paths = withoutRepetition(this.#gestures.flat()).slice(0, maxFingers);
    if (this.#target === null || (paths.length === 0 && this.#target.bounds === null)) return null;
    return { ...this.#target, paths };
  }
}

/** A call that the user may have been asked about, and its phone. */
interface AllowedCall extends PreviewedPhone {
  readonly checked: CheckedTool;
  readonly call: Pick<ActiveCall, 'allowed' | 'signal'>;
  onFirstInput(): void;
}

/**
 * The phone for one call. It sends no input if the call now targets another element than the user was
 * shown. Only the first input is checked; later ones belong to it.
 */
export class BoundPhone {
  /** The phone that the tool gets. */
  readonly phone: Phone;
  readonly #call: AllowedCall;
  readonly #touches: TouchRecorder;
  #state: 'unchecked' | 'same' | 'changed' = 'unchecked';
  #hasInput = false;

  constructor(call: AllowedCall) {
    this.#call = call;
    this.#touches = new TouchRecorder(call.checked, call);
    this.phone = phoneForAgent(call.phone, call.shown, () => this.#beforeInput());
  }

  /** Whether an input was withheld because the call now targets another element. */
  get hasChanged(): boolean {
    return this.#state === 'changed';
  }

  /** Call at the end. Returns where the call touched; null if it touched nothing. */
  endRecording(): CallTouch | null {
    return this.#touches.end();
  }

  async #beforeInput(): Promise<void> {
    await this.#assertUnchanged();
    this.#touches.onInput();
    if (!this.#hasInput) this.#call.onFirstInput();
    this.#hasInput = true;
  }

  async #assertUnchanged(): Promise<void> {
    const { phone, call } = this.#call;
    if (call.allowed === null || this.#state === 'same') return;
    const { element, hierarchy } = call.allowed;
    const isAtPoint = isPoint(this.#touch());
    if (element === null && !isAtPoint) return;
    // A tool with a point as its target reads no elements itself.
    if (isAtPoint && phone.lastHierarchy === hierarchy) await readElements(phone, call.signal);
    const touch = this.#touch();
    const now = touch && elementOf(touch);
    const isUnchanged = now && element ? isSameElement(now, element) : now === element;
    this.#state = isUnchanged ? 'same' : 'changed';
    if (!isUnchanged) throw new HandsetError('not-allowed', 'The element has changed.');
  }

  /** Where the call touches, according to the elements as last read. */
  #touch(): TouchPreview | null {
    const { phone, checked } = this.#call;
    return phone.lastSize && previewTouch(checked, this.#call, phone.lastSize);
  }
}

/** Whether the call targets a point, not an element. */
function isPoint(touch: TouchPreview | null): boolean {
  return touch !== null && 'on' in touch;
}

/** Whether both look like the same element to a person, regardless of their positions. */
function isSameElement(a: Element, b: Element): boolean {
  const isAlike =
    a.className === b.className && a.resourceId === b.resourceId && a.packageName === b.packageName;
  // The contents of a field change while somebody types.
  return isAlike && (a.editable ? b.editable : labelElement(a) === labelElement(b));
}
