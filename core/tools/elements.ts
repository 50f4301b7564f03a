import { z } from 'zod';
import { nameElement } from '../format/name-element.ts';
import { tap, longPress } from '../gestures/taps.ts';
import type { Phone } from '../phone.ts';
import type { Element, Screen } from '../screen/screen.ts';
import { aimToPress, aimToScrollTo } from './shared/aim.ts';
import { findMatch } from './shared/find-element.ts';
import { exactlyOneTarget, targetOf, targetParameters, type Target } from './shared/parameters.ts';
import { type Pressing, pressElement, tellTap, reachTouchArea } from './shared/press-element.ts';
import { readScreen } from './shared/read-screen.ts';
import { ScrollHunt } from './shared/scroll-hunt.ts';
import {
  idAsSeen,
  soughtElement,
  isPositional,
  soughtMatch,
  type Sought,
} from './shared/sought.ts';
import { defineTool, observe } from './shared/tool.ts';

const click: Pressing = { trait: 'clickable', traitName: 'clickable', gesture: tap };

/** Taps an element. */
export const clickElement = defineTool({
  name: 'click_element',
  title: 'Click element',
  description:
    'Taps an element. One that is not clickable itself is tapped for its nearest clickable ancestor, which the reply then names.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  aim: (input, sight) => aimToPress(targetOf(input), click, sight),
  async run(phone, input, reply, signal) {
    const on = targetOf(input);
    const { id, remarks, played } = await pressElement(phone, { on, ...click }, signal);
    const place = `on element '${id}'`;
    const told = tellTap({ done: `Click performed ${place}`, place, meant: 'click' }, played);
    reply.text([told, ...remarks].join('\n'));
  },
});

/** Twice Android's default long-press timeout of half a second, for slow phones. */
const holdMs = 1000;

const longClick: Pressing = {
  trait: 'longClickable',
  traitName: 'long-clickable',
  gesture: (at) => longPress(at, holdMs),
};

/** Long-presses an element. */
export const longClickElement = defineTool({
  name: 'long_click_element',
  title: 'Long-click element',
  description:
    'Holds a finger on an element for a second: context menus, selection. One that is not long-clickable itself is pressed for its nearest long-clickable ancestor, which the reply then names.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  aim: (input, sight) => aimToPress(targetOf(input), longClick, sight),
  async run(phone, input, reply, signal) {
    const { id, remarks } = await pressElement(
      phone,
      { on: targetOf(input), ...longClick },
      signal,
    );
    reply.text([`Long-click performed on element '${id}'`, ...remarks].join('\n'));
  },
});

/**
 * Scrolls until an element is on the screen: one that is listed off-screen, that was shown before the
 * list was scrolled, or that a selector describes. The reply's first line names the element's present
 * id; a second line names the requested id if it differs.
 */
export const scrollToElement = defineTool({
  name: 'scroll_to_element',
  title: 'Scroll to element',
  description:
    'Scrolls the list around an element until the element is on the screen, both ways if need be. Takes also an id that was shown lately and has been scrolled away, and a selector of what is not listed yet (one with an index or path must match now). Scrolling changes ids: go on with the id in the reply.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  aim: (input, sight) => aimToScrollTo(targetOf(input), sight),
  async run(phone, input, reply, signal) {
    const target = targetOf(input);
    const screen = await readScreen(phone, signal);
    const sought = whatIsSought(phone, screen, target);
    const hunt = new ScrollHunt(screen, { phone, reply, signal, sought });
    const tell = (done: string, found: Element): void => {
      reply.text([done, ...renamed(target, found)].join('\n'));
      phone.shown.remember(hunt.screen, [found]);
    };
    const visible = hunt.target;
    if (visible) {
      const id = 'id' in target ? target.id : visible.id;
      tell(`Element '${id}' is already visible`, visible);
      return;
    }
    const lists = sought.lists(screen);
    await reachTouchArea(phone, [], signal);
    const found = await searchAll(hunt, lists);
    if (found === undefined) throw sought.notFound(hunt);
    tell(`Scrolled to element '${found.id}' (${hunt.scrolls} scroll(s))`, found);
  },
});

function whatIsSought(phone: Phone, screen: Screen, target: Target): Sought {
  if ('id' in target) return soughtElement(idAsSeen(phone, screen, target.id));
  const { selector } = target;
  if (!isPositional(selector)) return soughtMatch(phone, selector);
  const { roots } = screen;
  return soughtElement({ element: findMatch(phone, screen, selector), roots });
}

function renamed(target: Target, element: Element): string[] {
  if (!('id' in target) || element.id === target.id) return [];
  return [`note:its id was '${target.id}' and is now '${element.id}': ${nameElement(element)}`];
}

async function searchAll(
  hunt: ScrollHunt,
  lists: readonly Element[],
): Promise<Element | undefined> {
  for (const list of lists) {
    const found = await hunt.search(list);
    if (found) return found;
  }
  return undefined;
}
