import { simpleClassName, resourceEntryName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { type TextPattern, prefixPattern, exactPattern } from '../text-pattern.ts';
import type { AttributeName, AttributeTest, ElementTest } from './selector.ts';
import { maxSelectorLength } from './parse.ts';
import { isTypeName } from './print.ts';

/**
 * The tests that one element passes, by kind. Within a kind, the less specific ones come first.
 */
export interface Traits {
  /** `@name`, then the full id if that is longer. */
  readonly ids: readonly ElementTest[];
  /** The beginning of a long text, then the whole text. Empty for password fields. */
  readonly texts: readonly ElementTest[];
  readonly descriptions: readonly ElementTest[];
  /** `Button`, then `.Button`, then the full class name. */
  readonly types: readonly ElementTest[];
  /** The lasting attributes that it has. */
  readonly attributes: readonly ElementTest[];
  readonly editable: boolean;
}

/** Attributes that describe what an element is, not its current state. */
export const lastingAttributes = [
  'clickable',
  'long-clickable',
  'checkable',
  'scrollable',
  'editable',
  'password',
  'focusable',
] as const satisfies readonly AttributeName[];

/** How many characters of a long text are kept before the star. */
const beginningLength = 40;

/** The tests that the element passes. */
export function traitsOf(element: Element): Traits {
  const texts = element.password ? [] : patternsOf(element.text);
  return {
    ids: idsOf(element.resourceId),
    texts: texts.map((pattern) => ({ kind: 'text', pattern })),
    descriptions: patternsOf(element.description).map((pattern) => ({ kind: 'desc', pattern })),
    types: typesOf(element.className),
    attributes: attributesOf(element),
    editable: element.editable,
  };
}

function idsOf(resourceId: string): ElementTest[] {
  if (resourceId === '') return [];
  const names = new Set([resourceEntryName(resourceId), resourceId]);
  names.delete('');
  return [...names].map((name) => ({ kind: 'name', name }));
}

function patternsOf(text: string): TextPattern[] {
  if (text === '') return [];
  const maxLength = beginningLength + 20;
  // A character has two UTF-16 units at most.
  const characters = Array.from(text.slice(0, 2 * (maxLength + 1)));
  if (characters.length <= maxLength) return [exactPattern(text)];
  const beginning = prefixPattern(characters.slice(0, beginningLength).join(''));
  // A longer text does not fit in a selector.
  return text.length > maxSelectorLength ? [beginning] : [beginning, exactPattern(text)];
}

function typesOf(className: string): ElementTest[] {
  const simple = simpleClassName(className);
  const suffixes = new Set([simple, `.${simple}`, className]);
  return [...suffixes]
    .filter((suffix) => isTypeName(suffix) && className.endsWith(suffix))
    .map((suffix) => ({ kind: 'type', suffix }));
}

function attributesOf(element: Element): ElementTest[] {
  return lastingAttributes
    .filter((name) => (name === 'long-clickable' ? element.longClickable : element[name]))
    .map((name) => attributeTest(name, true));
}

/** The test of an attribute. */
export function attributeTest(name: AttributeName, value: boolean): AttributeTest {
  return { kind: 'attribute', name, value };
}
