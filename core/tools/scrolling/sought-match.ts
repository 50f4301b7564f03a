import { HandsetError } from '../../errors.ts';
import type { Phone } from '../../phone.ts';
import type { Element, Screen } from '../../screen/screen.ts';
import { wayByBounds } from '../../screen/scroll-way.ts';
import { type ScreenIndex, indexScreen, matchSelector } from '../../selector/match.ts';
import { showSelector, tellNearest } from '../../selector/resolve.ts';
import type { Selector, Test } from '../../selector/selector.ts';
import { findMatch } from '../finding/find-element.ts';
import { listsAround, noList } from './sought-element.ts';
import { type Sought, extentOf, isUsableList, mainList } from './sought.ts';

/**
 * Whether the selector counts, by an index or an index path. It then means another element after
 * every scroll, so that it has to be asked once.
 */
export function isPositional({ alternatives }: Selector): boolean {
  const tests = alternatives.flatMap(({ steps }) => steps.flatMap((step) => step.tests));
  return tests.some(({ kind }) => kind === 'index' || kind === 'path');
}

/** Whatever the selector matches alone in view; throws `ambiguous-selector` as soon as several do. */
export function soughtMatch(phone: Phone, selector: Selector): Sought {
  const visible = onlyVisible(selector);
  return {
    inView(screen) {
      const isThere = matchSelector(visible, indexScreen(screen)).length > 0;
      return isThere ? findMatch(phone, screen, visible) : undefined;
    },
    lists(screen) {
      const lists = listsFor(selector, screen);
      if (lists.length > 0) return lists;
      throw noList(findMatch(phone, screen, selector).id);
    },
    wayFrom(screen, { list, axis }) {
      const matches = matchSelector(selector, indexScreen(screen));
      const ways = matches.map(({ bounds }) => wayByBounds(list.bounds, bounds, axis));
      return ways.find((way) => way !== undefined);
    },
    /** What ends before the list does is not cut off by it; nobody knows how long the rest of the others is. */
    isWellInView(found, { list, axis }, way) {
      const [start, end] =
        axis === 'vertical' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
      const isWhole =
        way === 'on'
          ? found.bounds[end] < list.bounds[end]
          : found.bounds[start] > list.bounds[start];
      return isWhole || extentOf(found, axis) * 2 >= extentOf(list, axis);
    },
    notFound({ screen, scrolls, tried }) {
      const message = `No visible element matches ${showSelector(selector)}, nor after ${scrolls} scroll attempts (${tried}).`;
      return new HandsetError('element-not-found', message, {
        hint: `${tellNearest(selector, indexScreen(screen)) ?? 'Nothing on the last screen resembles it.'} To search another list, name it: @list :text("…").`,
      });
    },
  };
}

function onlyVisible({ alternatives }: Selector): Selector {
  const visible: Test = { kind: 'attribute', name: 'visible', value: true };
  return {
    alternatives: alternatives.map(({ steps }) => ({
      steps: steps.map((step, i) =>
        i < steps.length - 1 ? step : { ...step, tests: [...step.tests, visible] },
      ),
    })),
  };
}

/**
 * The lists that the selector names, as `@list` in `@list > Button`; else those around what it
 * matches off the screen; else the main one.
 */
function listsFor(selector: Selector, screen: Screen): readonly Element[] {
  const index = indexScreen(screen);
  const named = containersIn(selector, index).filter((list) => isUsableList(list, screen));
  if (named.length > 0) return named;
  const [match] = matchSelector(selector, index);
  if (match) return listsAround({ element: match, roots: screen.roots }, screen);
  const main = mainList(screen);
  return main === undefined ? [] : [main];
}

/** What the steps before the last one match, innermost first. */
function containersIn({ alternatives }: Selector, index: ScreenIndex): readonly Element[] {
  const containers = alternatives.flatMap(({ steps }) =>
    steps
      .map((_, count) => ({ steps: steps.slice(0, count) }))
      .reverse()
      .flatMap((outer) => matchSelector({ alternatives: [outer] }, index)),
  );
  return [...new Set(containers)];
}
