import { simpleClassName, idName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { type TextPattern, beginningWith, exactly } from '../text-pattern.ts';
import type { Attribute, AttributeTest, ElementTest } from './selector.ts';
import { maxSelectorLength } from './parse.ts';
import { isTypeWord } from './print.ts';

/**
 * What one element can be asked for, test by test. Where there are several, the ones that ask for
 * less come first.
 */
export interface Traits {
  /** `@name`, then the full id where that is longer. */
  readonly ids: readonly ElementTest[];
  /** Beginning of the text where it is long, then all of it. None for password fields. */
  readonly texts: readonly ElementTest[];
  readonly descriptions: readonly ElementTest[];
  /** `Button`, then `.Button`, then the full class name. */
  readonly types: readonly ElementTest[];
  /** Those of the lasting attributes that it has. */
  readonly attributes: readonly ElementTest[];
  readonly editable: boolean;
}

/** Attributes that say what an element is, not what state it is in. */
export const lastingAttributes = [
  'clickable',
  'long-clickable',
  'checkable',
  'scrollable',
  'editable',
  'password',
  'focusable',
] as const satisfies readonly Attribute[];

/** Characters of a text after which a star may stand for the rest. */
const beginningLength = 40;

/** What the element can be asked for. */
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
  const names = new Set([idName(resourceId), resourceId]);
  names.delete('');
  return [...names].map((name) => ({ kind: 'name', name }));
}

function patternsOf(text: string): TextPattern[] {
  if (text === '') return [];
  const most = beginningLength + 20;
  // A character has two UTF-16 units at most.
  const characters = Array.from(text.slice(0, 2 * (most + 1)));
  if (characters.length <= most) return [exactly(text)];
  const beginning = beginningWith(characters.slice(0, beginningLength).join(''));
  // No selector has room for a longer one.
  return text.length > maxSelectorLength ? [beginning] : [beginning, exactly(text)];
}

function typesOf(className: string): ElementTest[] {
  const simple = simpleClassName(className);
  const suffixes = new Set([simple, `.${simple}`, className]);
  return [...suffixes]
    .filter((suffix) => isTypeWord(suffix) && className.endsWith(suffix))
    .map((suffix) => ({ kind: 'type', suffix }));
}

function attributesOf(element: Element): ElementTest[] {
  return lastingAttributes
    .filter((name) => (name === 'long-clickable' ? element.longClickable : element[name]))
    .map((name) => attributeTest(name, true));
}

/** The test of an attribute. */
export function attributeTest(name: Attribute, value: boolean): AttributeTest {
  return { kind: 'attribute', name, value };
}
