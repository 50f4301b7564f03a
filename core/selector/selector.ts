import type { TextPattern } from '../text/text-pattern.ts';
import { escapeInvisible } from '../text/invisible-characters.ts';

/** A parsed selector: alternatives of steps of tests. The README here has the grammar. */
export interface Selector {
  /** At least one; an element matches if any alternative matches it. */
  readonly alternatives: readonly Alternative[];
}

/** A chain such as `@list > Button`. */
export interface Alternative {
  /** At least one; the last one describes the matched element itself. */
  readonly steps: readonly SelectorStep[];
}

/** Where a step looks for elements: the first step anywhere, a later one among the descendants, children or next siblings of what the previous steps matched. */
export type Relation = 'anywhere' | RelativeRelation;

/** How a later step, or any step inside `:has()`, relates to the step before it. */
export type RelativeRelation = 'descendant' | 'child' | 'next-sibling';

/** One step of a chain: where to look, and the tests that an element must pass. */
export interface SelectorStep {
  /** `anywhere` for the first step and for no other. */
  readonly relation: Relation;
  /**
   * All must pass, from left to right, since an index counts what the tests to its left matched. A
   * type or a path comes first, and only one of them. An empty list is `*`: any element.
   */
  readonly tests: readonly SelectorTest[];
}

/** One condition of a step. */
export type SelectorTest =
  /** `Button`: the full class name ends with it. */
  | { readonly kind: 'type'; readonly suffix: string }
  /** `0.0.1`: the index path of the tree. */
  | { readonly kind: 'path'; readonly indices: readonly number[] }
  /** `#btn`: the full resource id contains it. */
  | { readonly kind: 'id'; readonly part: string }
  /** `@btn`: the resource id, or its part after `:id/`, equals it. */
  | { readonly kind: 'name'; readonly name: string }
  | TextTest
  | AttributeTest
  | HasTest
  | ChoiceTest;

/** A test that depends on the element and its place only. */
export type ElementTest = Exclude<SelectorTest, ChoiceTest>;

/** A test that chooses among all matches so far. */
export type ChoiceTest =
  /** `[2]`: the third of all matches so far, in document order, counted from 0. */
  { readonly kind: 'index'; readonly index: number } | NearTest;

/** `:near("Wi-Fi")`: of the matches so far, those in the smallest surroundings with an element of this text or description. */
export interface NearTest {
  readonly kind: 'near';
  readonly pattern: TextPattern;
}

/** Whether the test chooses among all matches so far. */
export function isChoice(test: SelectorTest): test is ChoiceTest {
  return test.kind === 'index' || test.kind === 'near';
}

/** `:has(> Switch)`: the element has what one of these chains describes, seen from itself. */
export interface HasTest {
  readonly kind: 'has';
  /** At least one. */
  readonly alternatives: readonly RelativeAlternative[];
}

/** A chain inside `:has()`; at least one step, the first one relative to the element itself. */
export interface RelativeAlternative {
  readonly steps: readonly RelativeStep[];
}

/** A step inside `:has()`, without tests that choose among all matches. */
interface RelativeStep {
  readonly relation: RelativeRelation;
  readonly tests: readonly ElementTest[];
}

/** `:text("…")`, `:contains("…")`, `:desc("…")`. */
export interface TextTest {
  readonly kind: TextTestKind;
  readonly pattern: TextPattern;
}

/** The keywords of text tests. */
export const textTestKinds = ['text', 'contains', 'desc'] as const;
/** The keyword after the colon of a text test. */
type TextTestKind = (typeof textTestKinds)[number];

/** `[clickable]`, `[checked=false]`. */
export interface AttributeTest {
  readonly kind: 'attribute';
  readonly name: AttributeName;
  readonly value: boolean;
}

/** The attribute names allowed in brackets. */
export const attributeNames = [
  'clickable',
  'long-clickable',
  'checkable',
  'checked',
  'scrollable',
  'editable',
  'focusable',
  'focused',
  'password',
  'selected',
  'enabled',
  'disabled',
  'visible',
] as const;
/** An attribute name allowed in brackets. */
export type AttributeName = (typeof attributeNames)[number];

// The spelling of selectors: which names need quotes, how texts are escaped, and printing a whole selector.

/** The end of a class name, greedy; `.Button` begins at a dot of the full name. */
export const typePattern = /\.?[\p{L}_$][\p{L}\p{N}\p{M}_$.-]*/uy;

/** A name without quotes, greedy. A colon is part of it only in a full id (`com.example:id/ok`). */
export const namePattern = /[\p{L}\p{N}\p{M}_$./-]+(?::[A-Za-z_]+\/[\p{L}\p{N}\p{M}_$./-]*)?/uy;

/** An index path such as `0.0.1`. Nine digits are more than an index in a dump can have. */
export const pathPattern = /\d{1,9}(?:\.\d{1,9})*/y;

/** What the sticky expression matches in `text` at `start`; empty if it does not match. */
export function matchAt(pattern: RegExp, text: string, start: number): string {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0] ?? '';
}

/** Whether the text can be written as a type without quotes, as class names can. */
export function isTypeName(text: string): boolean {
  return text !== '' && matchAt(typePattern, text, 0) === text;
}

/** A name as written after `#` or `@`: bare if it parses back to the same name, else in quotes. */
export function printName(name: string): string {
  return name !== '' && matchAt(namePattern, name, 0) === name ? name : quoteText(name);
}

/** The text in double quotes, on one line, with invisible characters escaped. */
export function quoteText(text: string): string {
  return `"${escapeText(text)}"`;
}

/**
 * Characters that get lost or mislead when read or copied: control and format characters, line and
 * paragraph separators, unusual spaces, private-use characters and lone surrogates. The joiners of
 * emoji and of Arabic and Indic scripts are not escaped, since they change the text, nor are tag
 * characters, which `spellOut` handles because flags contain them.
 */
export const invisibleCharacters =
  /(?! |\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}]/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' };

/** The character that each letter after a backslash means. */
export const escapedLetters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Escapes quotes, backslashes, stars and invisible characters, so that the text can be written in double quotes. */
function escapeText(text: string): string {
  const escaped = text.replace(/["\\*]/g, '\\$&').replace(invisibleCharacters, (character) => {
    const short = shortEscapes[character];
    const code = character.codePointAt(0) ?? 0;
    return short === undefined ? `\\u{${code.toString(16)}}` : `\\${short}`;
  });
  return escapeInvisible(escaped);
}

const combinators = {
  anywhere: '',
  descendant: ' ',
  child: ' > ',
  'next-sibling': ' + ',
} satisfies Record<Relation, string>;

/**
 * The selector as text on one line in canonical spelling: double quotes, no needless spaces,
 * `[checked]` for `[checked=true]`. Parsing it gives the same selector.
 */
export function printSelector({ alternatives }: Selector): string {
  // Only a chain inside :has() begins with a combinator, whose first blank is needless.
  return alternatives.map(({ steps }) => steps.map(printStep).join('').trimStart()).join(', ');
}

function printStep({ relation, tests }: SelectorStep): string {
  return combinators[relation] + (tests.length === 0 ? '*' : tests.map(printTest).join(''));
}

/** One test in canonical spelling; equal tests give equal texts. */
export function printTest(test: SelectorTest): string {
  switch (test.kind) {
    case 'type':
      return test.suffix;
    case 'path':
      return test.indices.join('.');
    case 'id':
      return `#${printName(test.part)}`;
    case 'name':
      return `@${printName(test.name)}`;
    case 'text':
    case 'contains':
    case 'desc':
    case 'near':
      return `:${test.kind}(${printPattern(test.pattern)})`;
    case 'has':
      return `:has(${printSelector(test)})`;
    case 'attribute':
      return test.value ? `[${test.name}]` : `[${test.name}=false]`;
    case 'index':
      return `[${test.index}]`;
  }
}

function printPattern({ pieces }: TextPattern): string {
  return `"${pieces.map(escapeText).join('*')}"`;
}
