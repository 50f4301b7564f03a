import { HandsetError } from '../../errors.ts';
import { quote } from '../../format/quote.ts';
import type { Rect } from '../../geometry.ts';
import { tapGesture } from '../../gestures/build-gesture.ts';
import type { Phone } from '../../phone/phone.ts';
import { followElement } from '../../screen/follow-element.ts';
import { isSlider } from '../../screen/rows.ts';
import type { Element, Screen } from '../../screen/screen.ts';
import { textForMessage } from './parameters.ts';
import { checkTouchPoints, findTouchPlace, pressFailed } from './press-element.ts';
import { readScreen } from './read-screen.ts';

/** The first tap knows neither the slider's padding nor its direction; each later one corrects what was read. */
const maxTaps = 4;
/** By how many percent a value may be off because of the padding alone. */
const maxPaddingError = 10;

/** Whether the place of a tap along the element sets its value. A number picker only steps. */
export function isSettableSlider(element: Element): boolean {
  return isSlider(element) && !element.className.endsWith('NumberPicker');
}

/**
 * Sets a slider to the percentage in `text` by taps, and reads it back. Returns what it reads then, for
 * the reply. Rejects with `invalid-argument` for another text, and with `action-failed` if the slider can't
 * be tapped or stays as it was, which names it by `id`.
 */
export async function setSlider(
  phone: Phone,
  { slider, id, screen, text }: { slider: Element; id: string; screen: Screen; text: string },
  signal: AbortSignal,
): Promise<string> {
  const percent = Number(/^\s*(\d+)\s*%?\s*$/.exec(text)?.[1] ?? NaN);
  if (!(percent <= 100)) {
    const message = `A slider takes a percentage from 0% to 100%. Got: '${textForMessage(text)}'`;
    throw new HandsetError('invalid-argument', message, { argument: ['text'] });
  }
  if (!slider.enabled) throw pressFailed(id, 'it is disabled.');
  await checkTouchPoints(phone, [], signal);
  let seen = { element: slider, screen };
  let share = percent / 100;
  let isMirrored = false;
  for (let taps = 1; ; taps++) {
    const before = percentIn(seen.element);
    const bounds = lineAcross(seen.element.bounds, isMirrored ? 1 - share : share);
    const { at } = findTouchPlace(seen.screen, { ...seen.element, bounds }, seen.element, () => id);
    await phone.performGesture(tapGesture(at), signal);
    const screenNow = await readScreen(phone, signal);
    const { roots } = seen.screen;
    const element = followElement({ element: seen.element, roots }, screenNow.roots);
    if (element === undefined) return 'sent, not verified (it is no longer on the screen)';
    const now = percentIn(element);
    if (now === null) return `sent, not verified (${unknownValue(element)})`;
    const reads = `reads ${quote(element.stateDescription)}`;
    if (now === percent) return `it ${reads}`;
    if (now === before || taps === maxTaps) {
      if (now !== percentIn(slider)) return `it ${reads}, not ${percent}%`;
      const why = `the slider still ${reads} after it was tapped at ${percent}%.`;
      const hint = 'It may have no value nearer, or react to a drag alone: try swipe along it.';
      throw pressFailed(id, why, hint);
    }
    const error = Math.abs(now - percent);
    const isOtherEnd = error > maxPaddingError && Math.abs(now - (100 - percent)) < error;
    if (taps === 1 && isOtherEnd) isMirrored = true;
    else share = Math.min(1, Math.max(0, share + (percent - now) / 100));
    seen = { element, screen: screenNow };
  }
}

function unknownValue({ stateDescription }: Element): string {
  if (stateDescription === '') return 'the phone does not tell its value';
  return `it reads ${quote(stateDescription)}`;
}

/** The line across a slider at this share of its length, from the left or, on an upright slider, from the bottom. */
function lineAcross({ left, top, right, bottom }: Rect, share: number): Rect {
  if (right - left >= bottom - top) {
    const x = Math.round(left + share * (right - left - 1));
    return { left: x, right: x + 1, top, bottom };
  }
  const y = Math.round(bottom - 1 - share * (bottom - top - 1));
  return { left, right, top: y, bottom: y + 1 };
}

/** The percentage that a slider reads, such as `30%` or `30 percent`; null if it reads anything else. */
function percentIn({ stateDescription }: Element): number | null {
  const match = /(?<![\d.,])(\d+)\s?(?:%|percent)|%\s?(\d+)/i.exec(stateDescription);
  return match && Number(match[1] ?? match[2]);
}
