/** Two independent ways, without `suggest.ts`, to find out whether an element has a selector without an index. */
import {
  isOnScreen,
  simpleClassName,
  walk,
  type Element,
  type Screen,
} from '../../screen/screen.ts';
import { attributeOf, indexScreen, matchSelector } from '../match.ts';
import { parseSelector } from '../parse.ts';
import { attributeNames } from '../selector.ts';

/** The parent of each element of a screen. */
type Parents = ReadonlyMap<Element, Element>;

/**
 * Returns a test of whether another element passes every test that this one passes, and likewise
 * their ancestors, parent by parent: then no selector without an index can tell the two apart. The
 * text of password fields is ignored, since it must not be suggested.
 */
export function createDoubleFinder(screen: Screen): (element: Element) => boolean {
  const parents = parentsOf(screen);
  const all = [...walk(screen.roots)];
  return (element) =>
    all.some((other) => other !== element && passesAll(element, other, { screen, parents }));
}

function passesAll(
  element: Element,
  other: Element,
  scope: { readonly screen: Screen; readonly parents: Parents },
): boolean {
  const isHiddenText = element.password && element.text !== '';
  const passes =
    other.className.endsWith(element.className) &&
    (element.resourceId === '' || other.resourceId === element.resourceId) &&
    (isHiddenText || other.text === element.text) &&
    other.description === element.description &&
    flags.every((flag) => other[flag] === element[flag]) &&
    isOnScreen(other, scope.screen.size) === isOnScreen(element, scope.screen.size);
  if (!passes) return false;
  const parent = scope.parents.get(element);
  if (parent === undefined) return true;
  const otherParent = scope.parents.get(other);
  return otherParent !== undefined && passesAll(parent, otherParent, scope);
}

const flags = [
  ...(['clickable', 'longClickable', 'focusable', 'focused', 'scrollable', 'checkable'] as const),
  ...(['checked', 'enabled', 'selected', 'password', 'editable'] as const),
];

function parentsOf(screen: Screen): Parents {
  const pairs = [...walk(screen.roots)].flatMap((parent) =>
    parent.children.map((child) => [child, parent] as const),
  );
  return new Map(pairs);
}

/** Returns a search for a selector without an index that tries all simple and combined forms. */
export function createBruteForceSearch(screen: Screen): (element: Element) => string | undefined {
  const parents = parentsOf(screen);
  const numbers = new Map([...walk(screen.roots)].map((element, number) => [element, number]));
  const index = indexScreen(screen);
  const known = new Map<string, Mask>();
  const maskOf = (selector: string): Mask => {
    const found = known.get(selector);
    if (found !== undefined) return found;
    const mask = new Uint32Array(Math.ceil(numbers.size / 32));
    for (const match of matchSelector(parseSelector(selector), index)) {
      const number = numbers.get(match) ?? 0;
      mask[number >> 5] = (mask[number >> 5] ?? 0) | (1 << (number & 31));
    }
    known.set(selector, mask);
    return mask;
  };
  const forms = new Map([...numbers.keys()].map((element) => [element, ownForms(element, screen)]));
  const formsOf = (element: Element): readonly string[] => forms.get(element) ?? [];
  return (element) => {
    const own = distinct(formsOf(element).map((form) => ({ form, mask: maskOf(form) })));
    const ancestors = new Set(ancestorsOf(element, parents).flatMap(formsOf));
    const number = numbers.get(element) ?? 0;
    const around = distinct(
      [...ancestors]
        .flatMap((form) => [
          { form: `${form} `, mask: maskOf(`${form} *`) },
          { form: `${form} > `, mask: maskOf(`${form} > *`) },
        ])
        .filter(({ mask }) => ((mask[number >> 5] ?? 0) & (1 << (number & 31))) !== 0),
    );
    const everywhere = { form: '', mask: maskOf('*') };
    const pairs = own.flatMap((one, i) => own.slice(i).map((other) => combineForms(one, other)));
    for (const pair of distinct(pairs)) {
      for (const context of [everywhere, ...around]) {
        if (hasSingleMatch(context.mask, pair.mask)) return `${context.form}${pair.form}`;
      }
    }
    return undefined;
  };
}

type Mask = Uint32Array;

interface Form {
  readonly form: string;
  readonly mask: Mask;
}

/** Keeps one of several forms with the same matches. */
function distinct(forms: readonly Form[]): Form[] {
  return [...new Map(forms.map((form) => [form.mask.join(), form])).values()];
}

function combineForms(one: Form, other: Form): Form {
  const mask = one.mask.map((word, i) => word & (other.mask[i] ?? 0));
  return { form: one === other ? one.form : `${one.form}${other.form}`, mask };
}

function hasSingleMatch(a: Mask, b: Mask): boolean {
  let found = 0;
  for (let i = 0; i < a.length; i++) {
    const word = (a[i] ?? 0) & (b[i] ?? 0);
    if (word === 0) continue;
    found += (word & (word - 1)) === 0 ? 1 : 2;
    if (found > 1) return false;
  }
  return found === 1;
}

function ancestorsOf(element: Element, parents: Parents): Element[] {
  const parent = parents.get(element);
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent, parents)];
}

/** Every test that the element passes; texts both whole and by their first word. */
function ownForms(element: Element, screen: Screen): string[] {
  const { className, resourceId, text, description, password } = element;
  const simple = simpleClassName(className);
  const types = className === '' ? [] : [simple, `.${simple}`, className];
  const name = resourceId.replace(/^.*?:id\//, '');
  const ids = resourceId === '' ? [] : [`#${quoted(name)}`, `@${quoted(name)}`];
  const fullIds = resourceId === name ? [] : [`@${quoted(resourceId)}`];
  const word = text.split(/\s/, 1)[0] ?? '';
  const prefixForms = word === '' ? [] : [`:contains(${quoted(word)})`];
  const texts = password && text !== '' ? [] : [`:text(${quoted(text)})`, ...prefixForms];
  const attributeForms = attributeNames.map((attribute) =>
    attributeOf(element, attribute, screen.size) ? `[${attribute}]` : `[${attribute}=false]`,
  );
  const textForms = [...ids, ...fullIds, ...texts, `:desc(${quoted(description)})`];
  return [...types, ...textForms.filter((form) => form.length <= 2_000), ...attributeForms];
}

function quoted(text: string): string {
  return `"${text.replace(/["\\*]/g, '\\$&')}"`;
}
