import { type Evidence, type Modal, placeOf } from './modal.ts';
import type { Element } from '../screen.ts';

/** Packages of input methods, by the words their makers use. */
const inputMethod = /inputmethod|honeyboard|swiftkey|keyboard|\.ime(\.|$)|com\.baidu\.input/i;

/** Part of the screen's height that a keyboard takes, from the tallest to the flattest. */
const tallest = 0.65;
const flattest = 0.22;

/**
 * The keyboard. A plain dump never holds it, since it is another window: then the room it takes is
 * all there is to see, which is a guess. Where an app does not make room, nothing is said.
 */
export function findKeyboard(evidence: Evidence): Modal | undefined {
  const window = evidence.roots.find(({ packageName }) => inputMethod.test(packageName));
  if (window && evidence.roots.length > 1) {
    return { kind: 'keyboard', title: '', element: window, certainty: 'sure' };
  }
  const field = evidence.visible.find(({ focused, editable }) => focused && editable);
  if (field === undefined || !isRoomMade(evidence)) return undefined;
  return { kind: 'keyboard', title: '', element: field, certainty: 'likely' };
}

/** What fills the room it is given, however little stands in it. */
const filling = /(ScrollView|RecyclerView|ListView|GridView|WebView)$/;

/** Whether a tall container that fills its room ends far above the bottom, with nothing but background below. */
function isRoomMade({ visible, size }: Evidence): boolean {
  const content = visible.filter((element) => !isBackground(element, size));
  const room = Math.min(...content.map(({ bounds }) => placeOf(bounds, size).bottom));
  if (room < flattest || room > tallest) return false;
  return content.some(({ bounds, className, resourceId }) => {
    const { width, height, bottom } = placeOf(bounds, size);
    const fills = filling.test(className) || resourceId === 'android:id/content';
    return fills && bottom === room && width > 0.95 && height > 0.2;
  });
}

/** Layouts as tall as the window, and what is drawn behind the system's bars. */
function isBackground({ bounds, resourceId }: Element, size: Evidence['size']): boolean {
  const { top, bottom } = placeOf(bounds, size);
  return (top < 0.15 && bottom < 0.08) || resourceId === 'android:id/navigationBarBackground';
}
