import { HandsetError } from '../../errors.ts';
import { nameWithId } from '../../format/name-element.ts';
import { tap } from '../../gestures/taps.ts';
import type { Phone } from '../../phone.ts';
import { followElement, type Seen } from '../../screen/follow-element.ts';
import { shownBy } from '../../screen/passwords.ts';
import { type Element, walk } from '../../screen/screen.ts';
import type { FieldReading } from '../../text/request.ts';
import { findElement } from './find-element.ts';
import type { Target } from './parameters.ts';
import { placeToTouch, reachTouchArea } from './press-element.ts';
import { readScreen } from './read-screen.ts';
import { pauseOrCancel } from './wait-until.ts';

/** A text field as it was last read. */
export interface Field {
  readonly seen: Seen;
  readonly reading: FieldReading;
}

/** A focused field, and how it got the focus. */
export interface FocusedField extends Field {
  /** The id in the call, or the id that its selector matched; undefined when the call named no element. */
  readonly named: string | undefined;
  /** Whether we tapped it to focus it, which puts the cursor where the finger was. */
  readonly tapped: boolean;
}

/** Readings after the tap: focus arrives within a second, unless the app opens something first. */
const focusReadings = 4;
const betweenReadingsMs = 250;

/**
 * The target field, tapped if it is not focused yet; without a target, the focused field. Rejects
 * with `element-not-found`, `ambiguous-selector`, and with `action-failed` when the element is not
 * editable or does not become focused.
 */
export async function focusField(
  phone: Phone,
  target: Target | undefined,
  signal: AbortSignal,
): Promise<FocusedField> {
  if (target === undefined) return await fieldInFocus(phone, signal);
  const screen = await readScreen(phone, signal);
  const element = findElement(phone, screen, target);
  const { id } = element;
  if (!element.editable) {
    throw new HandsetError('action-failed', `Element '${id}' is not editable.`, {
      hint: 'Use the id of a text field: get_screen_state marks them edt.',
    });
  }
  if (!element.enabled) {
    throw failed(id, 'it is disabled.', 'Something else may have to be filled in or chosen first.');
  }
  const seen = { element, roots: screen.roots };
  if (element.focused) return { ...fieldOf(seen), named: id, tapped: false };
  await reachTouchArea(phone, [], signal);
  await phone.performGesture(tap(placeToTouch(screen, element, element).at), signal);
  return { ...(await focusAfterTap(phone, seen, signal)), named: id, tapped: true };
}

async function fieldInFocus(phone: Phone, signal: AbortSignal): Promise<FocusedField> {
  const { roots } = (await phone.readHierarchy(signal)).hierarchy;
  // The innermost one, because a web page can report focus together with its field.
  const element = focusedFields(roots).at(-1);
  if (element !== undefined)
    return { ...fieldOf({ element, roots }), named: undefined, tapped: false };
  throw new HandsetError(
    'element-not-found',
    'No focused editable element found. Focus an input field first or provide element_id.',
  );
}

async function focusAfterTap(phone: Phone, seen: Seen, signal: AbortSignal): Promise<Field> {
  let other: Element | undefined;
  for (let i = 0; i < focusReadings; i++) {
    if (i > 0) await pauseOrCancel(betweenReadingsMs, signal);
    const { roots } = (await phone.readHierarchy(signal)).hierarchy;
    const field = findField(seen, roots);
    if (field?.focused === true) return fieldOf({ element: field, roots });
    other = focusedFields(roots).at(-1);
    if (other !== undefined && i === focusReadings - 1) phone.shown.remember({ roots }, [other]);
  }
  const { id } = seen.element;
  if (other === undefined) throw failed(id, 'it did not take the focus when it was tapped.');
  throw new HandsetError(
    'action-failed',
    `Action failed on element '${id}': tapping it gave the focus to another field, ${nameWithId(other)}. Nothing was typed.`,
    { hint: `If that is the one you want, use the id ${other.id}.` },
  );
}

/** Reads the field again, even if the keyboard or the app has moved it. Undefined when it is gone. */
export async function readField(
  phone: Phone,
  { seen }: Field,
  signal: AbortSignal,
): Promise<Field | undefined> {
  const { roots } = (await phone.readHierarchy(signal)).hierarchy;
  const element = findField(seen, roots);
  return element && fieldOf({ element, roots });
}

function findField(seen: Seen, roots: readonly Element[]): Element | undefined {
  const same = followElement(seen, roots);
  if (same !== undefined) return same;
  const { className, resourceId } = seen.element;
  const alike = focusedFields(roots).filter(
    (field) => field.className === className && field.resourceId === resourceId,
  );
  return alike.length === 1 ? alike[0] : undefined;
}

function focusedFields(roots: readonly Element[]): Element[] {
  return [...walk(roots)].filter(({ editable, focused }) => editable && focused);
}

function fieldOf(seen: Seen): Field {
  const { hint, password } = seen.element;
  return { seen, reading: { shown: shownBy(seen.element), hint, password } };
}

const covered =
  'Look at it by get_screen_state with include_screenshot=true: something may lie over it.';

function failed(id: string, why: string, hint = covered): HandsetError {
  return new HandsetError('action-failed', `Action failed on element '${id}': ${why}`, { hint });
}
