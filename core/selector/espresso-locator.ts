/** An element as a view matcher of Espresso, which Java and Kotlin read alike. */
import { isWithin, resourceEntryName, type Element } from '../screen/screen.ts';
import {
  bestOf,
  candidatesOf,
  findIn,
  innerCandidatesOf,
  insideCondition,
  javaString,
  matchesAll,
  propertiesOf,
  uniqueOf,
  type Condition,
  type Conditions,
  type ElementTree,
  type InnerWriters,
  type Writers,
} from './locator-conditions.ts';

/** A view matcher of Espresso that compares a text. */
function viewMatcher(
  method: string,
  property: 'description' | 'text',
): (value: string) => Condition {
  return (value) => ({
    code: `${method}(${javaString(value)})`,
    matches: (element) => element[property] === value,
  });
}

/**
 * By class is left out: Espresso compares the view's own class, and the phone reports the one that
 * it stands for, such as Button for a MaterialButton.
 */
function espressoWriters({ packageName }: Element): Writers {
  return {
    id: (value) => idMatcher(value, packageName),
    description: viewMatcher('withContentDescription', 'description'),
    text: viewMatcher('withText', 'text'),
  };
}

/** Undefined for an id that is none of a view. An id of another package has no constant in the app. */
function idMatcher(id: string, packageName: string): Condition | undefined {
  const [idPackage = '', name = ''] = id.split(':id/');
  if (name === '') return undefined;
  const constant = name.replaceAll('.', '_');
  const matches = ({ resourceId }: Element): boolean => resourceId === id;
  if (idPackage === packageName) return { code: `withId(R.id.${constant})`, matches };
  if (idPackage === 'android') return { code: `withId(android.R.id.${constant})`, matches };
  return {
    code: `withResourceName(${javaString(name)})`,
    matches: ({ resourceId }) => resourceEntryName(resourceId) === name,
  };
}

/** Java or Kotlin. Null for what is no view: elements of Compose and of web pages. */
export function espressoLocator(
  element: Element,
  { elements, parents }: ElementTree,
): string | null {
  const around = ancestorsOf(element, parents);
  if (around.some(({ className }) => /(?:WebView|ComposeView)$/.test(className))) return null;
  // Espresso looks into one window.
  const window = around.at(-1) ?? element;
  const find = findIn(elements.filter((each) => isWithin(each, window)));
  const own = candidatesOf(element, espressoWriters(element));
  const beside = siblingConditions(element, parents);
  const withSibling = own.flatMap((conditions) =>
    beside.map((sibling) => [...conditions, sibling]),
  );
  const best = bestOf([...own, ...withSibling], find);
  if (best?.found.length === 1) return espressoCode(best.conditions);
  const inner = uniqueOf(
    innerCandidatesOf(element, espressoWriters(element), innerWriters),
    element,
    find,
  );
  if (inner !== undefined) return espressoCode(inner);
  const simplest = bestOf(own, find)?.conditions ?? [];
  for (let levels = 1; levels <= Math.min(around.length, maxLevels); levels++) {
    const conditions = [...simplest, ...placeConditions(element, levels, parents)];
    if (find(conditions).length === 1) return `${placeNote}\n${espressoCode(conditions)}`;
  }
  return null;
}

const innerWriters: InnerWriters = {
  clickable: 'isClickable()',
  inside: ({ property, value }) => {
    const method = property === 'text' ? 'withText' : 'withContentDescription';
    const { code, matches } = viewMatcher(method, property)(value);
    return insideCondition(`hasDescendant(${code})`, { matches });
  },
};

const placeNote = '// By its place in the hierarchy. Breaks if the layout changes.';

/** More places than this in a locator are of no use to anybody. */
const maxLevels = 12;

/** From the inside out. */
function ancestorsOf(element: Element, parents: ElementTree['parents']): readonly Element[] {
  const around: Element[] = [];
  for (let next = parents.get(element); next !== undefined; next = parents.get(next)) {
    around.push(next);
  }
  return around;
}

function espressoCode(conditions: Conditions): string {
  return `onView(${combine(conditions).code})`;
}

/** All conditions as one. */
function combine(conditions: Conditions): Condition {
  const codes = conditions.map(({ code }) => code).join(', ');
  const code = conditions.length === 1 ? codes : `allOf(${codes})`;
  return { code, matches: (element) => matchesAll(conditions, element) };
}

/** By the texts of the views beside the element. */
function siblingConditions(element: Element, parents: ElementTree['parents']): Condition[] {
  const siblings = parents.get(element)?.children.filter((each) => each !== element) ?? [];
  const texts = new Set(siblings.map((sibling) => propertiesOf(sibling).text));
  return [...texts]
    .filter((text) => text !== '')
    .map((text) => ({
      code: `hasSibling(withText(${javaString(text)}))`,
      matches: (each) =>
        parents.get(each)?.children.some((other) => other !== each && other.text === text) === true,
    }));
}

/** By its index in its parent, the parent's index in its own, and so on for so many levels. */
function placeConditions(
  element: Element,
  levels: number,
  parents: ElementTree['parents'],
): Condition[] {
  const parent = parents.get(element);
  if (parent === undefined || levels === 0) return [];
  const index = parent.children.indexOf(element);
  const atIndex: Condition = {
    code: `withParentIndex(${index})`,
    matches: (each) => parents.get(each)?.children.indexOf(each) === index,
  };
  const place = placeConditions(parent, levels - 1, parents);
  if (place.length === 0) return [atIndex];
  const around = combine(place);
  const inPlace: Condition = {
    code: `withParent(${around.code})`,
    matches: (each) => {
      const parentOfEach = parents.get(each);
      return parentOfEach !== undefined && around.matches(parentOfEach);
    },
  };
  return [atIndex, inPlace];
}
