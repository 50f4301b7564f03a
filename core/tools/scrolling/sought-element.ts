import { HandsetError } from '../../errors.ts';
import type { Phone } from '../../phone.ts';
import { isOnScreen } from '../../screen/derive.ts';
import { followElement, followElements, type Seen } from '../../screen/follow-element.ts';
import { ancestorsOf, type Element, type Screen } from '../../screen/screen.ts';
import { type ScrollWay, wayByBounds, wayByOrder } from '../../screen/scroll-way.ts';
import { isInFront, lookUp, notFound } from '../finding/find-element.ts';
import { showWord } from '../parameters/show-value.ts';
import { type ListPlace, type Sought, extentOf, isUsableList, mainList } from './sought.ts';

/**
 * What an id means, which may have been shown lately and be scrolled away now. Throws
 * `element-not-found` when nobody can tell, or when its app is not in front.
 */
export function idAsSeen(phone: Phone, screen: Screen, id: string): Seen {
  const present = lookUp(phone, screen, id);
  if (present) return { element: present, roots: screen.roots };
  const seen = phone.shown.recall(id);
  if (seen && isInFront(seen.element.packageName, screen)) return seen;
  throw notFound(`Element '${showWord(id)}' not found.`, { phone, screen, id });
}

/** The one element that was seen earlier, wherever it is now. */
export function soughtElement(seen: Seen): Sought {
  const { id } = seen.element;
  const find = ({ roots }: Screen): Element | undefined => followElement(seen, roots);
  return {
    inView(screen) {
      const match = find(screen);
      return match && isOnScreen(match, screen.size) ? match : undefined;
    },
    lists(screen) {
      const lists = listsAround(seen, screen);
      if (lists.length === 0) throw noList(id);
      return lists;
    },
    wayFrom: (screen, place) => wayTo(seen, screen, place),
    /** At least half of it, or as much as the list has room for. */
    isWellInView(found, { list, axis }) {
      const whole = Math.min(extentOf(seen.element, axis), extentOf(list, axis));
      return extentOf(found, axis) * 2 >= whole;
    },
    notFound({ scrolls, tried }) {
      const message = `Element '${id}' not visible after ${scrolls} scroll attempts (${tried}).`;
      return new HandsetError('action-failed', message, {
        hint: 'It may be gone, or look like others of its kind now. Read the screen again, or use find_elements after scroll.',
      });
    },
  };
}

function wayTo(seen: Seen, { roots }: Screen, { list, axis }: ListPlace): ScrollWay | undefined {
  const later = followElements(seen.roots, roots);
  const present = later.sure(seen.element);
  const byBounds = present && wayByBounds(list.bounds, present.bounds, axis);
  return byBounds ?? wayByOrder(seen, later, list);
}

/** The lists that hold or held the element, innermost first, as they are on the screen; else the main one. */
export function listsAround(
  { element, roots }: Seen,
  screen: Pick<Screen, 'roots' | 'size'>,
): readonly Element[] {
  const later = followElements(roots, screen.roots);
  const present = ancestorsOf(roots, element)
    .filter(({ scrollable }) => scrollable)
    .map((list) => later.likely(list))
    .filter((list) => isUsableList(list, screen));
  if (present.length > 0) return present;
  const main = mainList(screen);
  return main === undefined ? [] : [main];
}

/** The error for an element that is off the screen while nothing scrolls. */
export function noList(id: string): HandsetError {
  return new HandsetError(
    'action-failed',
    `No scrollable container found for element '${showWord(id)}'.`,
    {
      hint: 'Nothing on the screen scrolls. Read the screen again.',
    },
  );
}
