import type { ScreenFacts } from '../../call.ts';
import { labelOf, textsIn } from '../accessible-text.ts';
import { ancestorsOf, type Element, type Screen } from '../screen.ts';
import { summarize } from './summary.ts';

/** Most texts and switches that are kept of a screen. */
const maxTexts = 60;
/** Longer texts are cut, in UTF-16 code units. */
const maxTextLength = 80;

/**
 * What tells a screen from others: its app, its title, its texts, and what is switched on. Texts with digits are left
 * out, because times, dates and counts change; and so is what is typed in fields.
 */
export function screenFacts(screen: Screen): ScreenFacts {
  const { focus, title, texts, actions } = summarize(screen);
  const named = actions.filter(
    ({ text, role }) => text !== '' && role !== 'field' && role !== 'password',
  );
  const all = [...named.map(({ text }) => text), ...texts].map((text) =>
    text.slice(0, maxTextLength),
  );
  return {
    packageName: focus.packageName ?? '',
    activity: focus.activity ?? '',
    title: title.slice(0, maxTextLength),
    texts: [...new Set(all)].filter((text) => !/\d/.test(text)).slice(0, maxTexts),
    switches: named
      .flatMap(({ text, state }) => (state === null ? [] : [{ name: text, isOn: state === 'on' }]))
      .slice(0, maxTexts),
  };
}

/**
 * What a person calls the element: its text, one inside it, or one beside a switch, also for a part of what can be
 * tapped. Empty without any; what is typed in a field is no name.
 */
export function labelOnScreen(screen: Screen, element: Element): string {
  const chain = [element, ...ancestorsOf(screen.roots, element)];
  const { actions } = summarize(screen);
  const [action] = chain.flatMap((each) => actions.find((one) => one.element === each) ?? []);
  const label = action?.text || textsIn(element)[0] || '';
  const isContent = element.editable && label === labelOf(element);
  return isContent ? '' : label.slice(0, maxTextLength);
}
