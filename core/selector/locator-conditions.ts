/** What the locators of all test frameworks share: conditions on an element, and which to use. */
import type { Element } from '../screen/screen.ts';

/** The elements in document order, and the parent of each that has one. */
export interface ElementTree {
  readonly elements: readonly Element[];
  readonly parents: ReadonlyMap<Element, Element>;
}

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
export function propertiesOf({ resourceId, description, text, ...rest }: Element): Properties {
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
