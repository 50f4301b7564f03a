import { HandsetError, toHandsetError } from '../../errors.ts';
import type { Rect } from '../../geometry.ts';
import type { Phone } from '../../phone/phone.ts';
import { isUnderKeyboard } from '../../screen/covers.ts';
import { followElement } from '../../screen/follow-element.ts';
import type { Element, Screen } from '../../screen/screen.ts';
import { nameWithRef } from './find-element.ts';
import { holdsSoon } from './poll-until.ts';
import { readScreen } from './read-screen.ts';

/**
 * How often Back is pressed: the first press may close something else, such as the selection
 * toolbar.
 */
const maxBackPresses = 2;

/** Closes the open keyboard; false if it stays open, null if the phone does not say. Rejects as `Phone.pressKey` does. */
export async function closeKeyboard(phone: Phone, signal: AbortSignal): Promise<boolean | null> {
  for (let presses = 1; presses <= maxBackPresses; presses++) {
    await phone.pressKey('BACK', signal);
    const isClosed = await holdsSoon(
      async (ended) => (await phone.readKeyboard(ended)) === null,
      signal,
    );
    // A press too many would leave the screen.
    if (isClosed !== false) return isClosed;
  }
  return false;
}

/** Where the keyboard is open; null too where the phone gives no usable answer. */
export async function keyboardIfKnown(phone: Phone, signal: AbortSignal): Promise<Rect | null> {
  try {
    return await phone.readKeyboard(signal);
  } catch (thrown) {
    const { code } = toHandsetError(thrown);
    if (code !== 'timeout' && code !== 'protocol') throw thrown;
    return null;
  }
}

/** An element on its screen. */
interface ElementOnScreen {
  readonly element: Element;
  readonly screen: Screen;
}

/**
 * The element as it is once nothing of the keyboard hides it: if the keyboard covers all of it, the
 * keyboard is closed, which a note says. Rejects with `element-not-found` if it is gone then.
 */
export async function revealUnderKeyboard(
  phone: Phone,
  { element, screen }: ElementOnScreen,
  signal: AbortSignal,
): Promise<ElementOnScreen & { readonly notes: readonly string[] }> {
  if (!isUnderKeyboard(element, screen)) return { element, screen, notes: [] };
  await closeKeyboard(phone, signal);
  const screenNow = await readScreen(phone, signal);
  const elementNow = followElement({ element, roots: screen.roots }, screenNow.roots);
  if (elementNow === undefined) {
    throw new HandsetError(
      'element-not-found',
      `${nameWithRef(phone, screen, element)} was gone once the keyboard, which had covered it, was closed.`,
      { hint: 'Read the screen again.' },
    );
  }
  const notes = ['the keyboard covered it and was closed first'];
  return { element: elementNow, screen: screenNow, notes };
}
