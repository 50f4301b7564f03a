import { HandsetError } from '../../errors.ts';
import { tapGesture } from '../../gestures/build-gesture.ts';
import type { Phone } from '../../phone/phone.ts';
import { followElement, type ElementWithRoots } from '../../screen/follow-element.ts';
import { printedTextOf } from '../../screen/passwords.ts';
import { type Element, type Screen, walk } from '../../screen/screen.ts';
import type { FieldReading } from './verify-field.ts';
import { findElement, idForReply, nameForReply, nameWithRef } from './find-element.ts';
import type { ElementTarget } from './parameters.ts';
import { findTouchPlace, checkTouchPoints } from './press-element.ts';
import { revealUnderKeyboard } from './keyboard.ts';
import { readScreen } from './read-screen.ts';
import { pauseOrCancel } from './poll-until.ts';

/** A text field as it was last read. */
export interface Field {
  readonly seen: ElementWithRoots;
  readonly reading: FieldReading;
}

/** A focused field, and how it got the focus. */
export interface FocusedField extends Field {
  /** The id in the call; undefined if it named no element, or by a selector. */
  readonly targetId: string | undefined;
  /** What a reply calls the element of the call; undefined without one. */
  readonly targetName: string | undefined;
  /** Whether we tapped it to focus it, which puts the cursor where the finger was. */
  readonly wasTapped: boolean;
  /** How it came to be tapped: that the keyboard was closed first. */
  readonly notes: readonly string[];
}

/** Readings after the tap: focus arrives within a second, unless the app opens something first. */
const maxFocusReadings = 4;
const betweenReadingsMs = 250;

/**
 * The target field, tapped if it is not focused yet; without a target, the focused field. A caller that has just
 * read the screen gives it as `seenScreen`. Rejects with `element-not-found`, `ambiguous-selector`, and with
 * `action-failed` when the element is not editable or does not become focused.
 */
export async function focusField(
  phone: Phone,
  target: ElementTarget | undefined,
  signal: AbortSignal,
  seenScreen?: Screen,
): Promise<FocusedField> {
  if (target === undefined) return await readFocusedField(phone, signal);
  const screen = seenScreen ?? (await readScreen(phone, signal));
  const element = findElement(phone, screen, target);
  const id = idForReply(phone, screen, target, element);
  if (!element.editable) {
    throw new HandsetError('action-failed', `Element '${id}' is not editable.`, {
      hint: 'Use the id of a text field: get_screen_state marks them edt, the compact tree {editable}.',
    });
  }
  if (!element.enabled) {
    throw focusFailed(
      id,
      'it is disabled.',
      'Something else may have to be filled in or chosen first.',
    );
  }
  const seen = { element, roots: screen.roots };
  const named = {
    targetId: 'id' in target ? id : undefined,
    targetName: nameForReply(phone, screen, target, element),
  };
  if (element.focused) return { ...fieldOf(seen), ...named, wasTapped: false, notes: [] };
  await checkTouchPoints(phone, [], signal);
  const {
    element: shown,
    screen: screenNow,
    notes,
  } = await revealUnderKeyboard(phone, { element, screen }, signal);
  const { at } = findTouchPlace(screenNow, shown, shown, () => id);
  await phone.performGesture(tapGesture(at), signal);
  const shownNow = { element: shown, roots: screenNow.roots };
  const focused = await waitForFocus(phone, { seen: shownNow, id }, signal);
  return { ...focused, ...named, wasTapped: true, notes };
}

const notNamed = { targetId: undefined, targetName: undefined };

async function readFocusedField(phone: Phone, signal: AbortSignal): Promise<FocusedField> {
  const { roots } = (await phone.readHierarchy(signal)).hierarchy;
  // The innermost one, because a web page can report focus together with its field.
  const element = focusedFieldsIn(roots).at(-1);
  if (element !== undefined)
    return { ...fieldOf({ element, roots }), ...notNamed, wasTapped: false, notes: [] };
  throw new HandsetError(
    'element-not-found',
    'No focused editable element found. Focus an input field first or provide element_id.',
  );
}

async function waitForFocus(
  phone: Phone,
  { seen, id }: { readonly seen: ElementWithRoots; readonly id: string },
  signal: AbortSignal,
): Promise<Field> {
  for (let readings = 1; ; readings++) {
    const { hierarchy, focusAfter: focus } = await phone.readHierarchy(signal);
    const { roots, rotation } = hierarchy;
    const field = findField(seen, roots);
    if (field?.focused === true) return fieldOf({ element: field, roots });
    if (readings < maxFocusReadings) {
      await pauseOrCancel(betweenReadingsMs, signal);
      continue;
    }
    const otherField = focusedFieldsIn(roots).at(-1);
    if (otherField === undefined) throw focusFailed(id, 'it did not get focus when it was tapped.');
    const name = nameWithRef(phone, { roots, rotation, focus }, otherField);
    throw new HandsetError(
      'action-failed',
      `Action failed on element '${id}': tapping it moved the focus to another field, ${name}. Nothing was typed.`,
      { hint: 'If that is the one you want, use its ref.' },
    );
  }
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

function findField(seen: ElementWithRoots, roots: readonly Element[]): Element | undefined {
  const followed = followElement(seen, roots);
  if (followed !== undefined) return followed;
  const { className, resourceId } = seen.element;
  const similarFields = focusedFieldsIn(roots).filter(
    (field) => field.className === className && field.resourceId === resourceId,
  );
  return similarFields.length === 1 ? similarFields[0] : undefined;
}

function focusedFieldsIn(roots: readonly Element[]): Element[] {
  return [...walk(roots)].filter(({ editable, focused }) => editable && focused);
}

function fieldOf(seen: ElementWithRoots): Field {
  const { hint, password } = seen.element;
  return { seen, reading: { shown: printedTextOf(seen.element), hint, password } };
}

const noFocusHint =
  'It may take its text from keys on the screen, or something may be covering it: look at it with get_screen_state and include_screenshot=true.';

function focusFailed(id: string, why: string, hint = noFocusHint): HandsetError {
  return new HandsetError('action-failed', `Action failed on element '${id}': ${why}`, { hint });
}
