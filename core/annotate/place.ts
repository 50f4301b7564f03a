import { isOnScreen, keptElements } from '../screen/derive.ts';
import type { Screen } from '../screen/screen.ts';
import type { Mark } from './marks.ts';

/** A mark for every kept element that is on the screen, in document order. */
export function createMarks(screen: Screen): Mark[] {
  return keptElements(screen.roots)
    .filter((element) => isOnScreen(element, screen.size))
    .map(({ bounds, id, text }) => ({
      bounds,
      label: id.replace(/^node_/, ''),
      hasText: text.trim() !== '',
    }));
}
