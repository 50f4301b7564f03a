/** What the locators of all test frameworks share: conditions on an element, and which to use. */
import { walk, type Element } from '../screen/screen.ts';

/** A condition that the element meets, and how the framework writes it. */
export interface Condition {
  readonly code: string;
  readonly matches: (element: Element) => boolean;
}

/** Conditions that are used together. */
export type Conditions = readonly Condition[];

/** An element's properties that a locator can name; empty where they say nothing. */
interface Properties {
  readonly id: string;
  readonly description: string;
  readonly text: string;
  readonly className: string;
}

/** Without a text that was typed, which is no name. An empty field shows its hint as its text. */
function propertiesOf({ resourceId, description, text, ...rest }: Element): Properties {
  const isTyped = rest.editable && text !== rest.hint;
  return { id: resourceId, description, text: isTyped ? '' : text, className: rest.className };
}

/** How a framework writes each property; undefined for one that it can't find by. */
export type Writers = Readonly<
  Partial<Record<keyof Properties, (value: string) => Condition | undefined>>
>;

/** The combinations of properties to try, most stable first. */
const combinations: readonly (readonly (keyof Properties)[])[] = [
  ['id'],
  ['description'],
  ['text'],
  ['id', 'text'],
  ['id', 'description'],
  ['className', 'text'],
  ['className', 'description'],
  ['className'],
  ['className', 'id'],
  ['text', 'description'],
];

/** The combinations that the element has, most stable first. */
export function candidatesOf(element: Element, writers: Writers): Conditions[] {
  const properties = propertiesOf(element);
  return combinations.flatMap((names) => {
    const conditions = names.map((name) =>
      properties[name] === '' ? undefined : writers[name]?.(properties[name]),
    );
    const written = conditions.filter((condition) => condition !== undefined);
    return written.length === names.length ? [written] : [];
  });
}

/** A text or description of an element inside another, which names that one. */
interface InnerLabel {
  readonly property: 'text' | 'description';
  readonly value: string;
}

/** How many texts inside are tried, and the longest; a longer one is likelier to change. */
const maxInnerLabels = 4;
const maxInnerLength = 80;

/** What names the element from inside; first what has no digits, because counts and times change. */
function innerLabelsOf({ children }: Element): readonly InnerLabel[] {
  const labels = [...walk(children)].flatMap(
    ({ editable, checkable, password, visibleToUser, ...inner }): InnerLabel[] => {
      if (editable || checkable || password || !visibleToUser) return [];
      const property = inner.text === '' ? 'description' : 'text';
      const value = inner[property];
      const isName = value !== '' && value.length <= maxInnerLength && !/\p{Cc}/u.test(value);
      return isName ? [{ property, value }] : [];
    },
  );
  const digitRank = ({ value }: InnerLabel): number => (/\d/.test(value) ? 1 : 0);
  return labels.toSorted((a, b) => digitRank(a) - digitRank(b)).slice(0, maxInnerLabels);
}

/** How a framework writes that an element can be clicked, and what is inside it; undefined for what it can't write. */
interface InnerWriters {
  readonly clickable?: string;
  readonly inside: (label: InnerLabel) => Condition | undefined;
}

/** Conditions on a text inside the element together with its id, class or neither; the most stable first. */
export function innerCandidatesOf(
  element: Element,
  writers: Writers,
  { clickable, inside }: InnerWriters,
): Conditions[] {
  const { id, className } = propertiesOf(element);
  const own = [
    ...(id === '' ? [] : [writers.id?.(id)]),
    ...(className === '' ? [] : [writers.className?.(className)]),
  ].filter((condition) => condition !== undefined);
  const bases: Conditions[] = [...own.map((condition) => [condition]), []];
  const isClickable: Conditions =
    clickable === undefined || !element.clickable
      ? []
      : [{ code: clickable, matches: (each) => each.clickable }];
  return innerLabelsOf(element).flatMap((label) => {
    const inner = inside(label);
    if (inner === undefined) return [];
    return bases.flatMap((base) => [
      [...base, inner],
      [...base, ...isClickable, inner],
    ]);
  });
}

/** Meets the condition by one of the elements inside, written like this. */
export function insideCondition(code: string, { matches }: Pick<Condition, 'matches'>): Condition {
  return { code, matches: ({ children }) => [...walk(children)].some(matches) };
}

/** The first of these that matches this element alone. */
export function uniqueOf(
  candidates: readonly Conditions[],
  element: Element,
  find: (conditions: Conditions) => readonly Element[],
): Conditions | undefined {
  return candidates.find((conditions) => {
    const found = find(conditions);
    return found.length === 1 && found[0] === element;
  });
}

/** What a locator by index says above its code. */
export const positionNote =
  'By its position among similar elements. Breaks if one is added or removed before it.';

/** The first candidate that matches one element only; else the one with the fewest matches, and those. */
export function bestOf(
  candidates: readonly Conditions[],
  find: (conditions: Conditions) => readonly Element[],
): { readonly conditions: Conditions; readonly found: readonly Element[] } | null {
  const results = candidates.map((conditions) => ({ conditions, found: find(conditions) }));
  const fewest = Math.min(...results.map(({ found }) => found.length));
  return results.find(({ found }) => found.length === fewest) ?? null;
}

export function matchesAll(conditions: Conditions, element: Element): boolean {
  return conditions.every(({ matches }) => matches(element));
}

/** Finds the elements that meet all conditions, in the order of `elements`. */
export function findIn(
  elements: readonly Element[],
): (conditions: Conditions) => readonly Element[] {
  return (conditions) => elements.filter((element) => matchesAll(conditions, element));
}

/** A string literal that Java and Kotlin read as the same text. */
export function javaString(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}]|\$(?=[\p{L}_{`])/gu, (character) => {
    const short = javaEscapes[character];
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return short ?? `\\u${code}`;
  });
  return `"${escaped}"`;
}

/** Kotlin has no `\f`, and Java no `\$`: those are written by their code. */
const javaEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
};
