import { HandsetError } from '../errors.ts';
import type { TextPattern } from '../text/text-pattern.ts';
import {
  attributeNames,
  escapedLetters,
  isChoice,
  matchAt,
  namePattern,
  pathPattern,
  textTestKinds,
  typePattern,
  type Alternative,
  type ElementTest,
  type RelativeAlternative,
  type RelativeRelation,
  type Selector,
  type SelectorStep,
  type SelectorTest,
} from './selector.ts';

/** Maximum length of a selector in UTF-16 units: room for a long text. */
export const maxSelectorLength = 2_000;

/** For each kind of syntax error, a hint with an example. */
const hints = {
  overview:
    'Selectors look like @btn_submit, Button:text("OK"), :contains("Sub"), [clickable], LinearLayout > Button or 0.0.1.',
  longText: 'For a long text give its beginning and a star: :text("The first words*").',
  typeFirst: 'The type comes first, and once: Button@submit:text("OK")[clickable].',
  path: 'An index path is numbers with dots, as the tree prints it: 0.0.1.',
  name: 'Example: @btn_submit, or in quotes @"Save button".',
  textTest:
    'Example: :text("Submit"), :contains("Sub"), :desc("Close*"), Row:has(:text("Wi-Fi")), Switch:near("Wi-Fi").',
  quotes: 'Put text in quotes, single or double: :text("Submit").',
  emptyText: ':text("*") matches elements with any text, :text("") those without text.',
  bareText: 'For an element by its text write :text("Submit").',
  combinator:
    'Both sides of > and + are elements: LinearLayout > Button, :text("Name") + EditText.',
  has: 'Example: LinearLayout:has(> Switch), Row:has(:text("Wi-Fi")).',
  choiceInHas:
    'An index and :near() choose among all matches, so they come after :has(), not inside it: Row:has(Switch)[0].',
  escapes:
    'After a backslash comes a quote, a backslash, a star, n, r, t or u{1f600}; in JSON each backslash is written twice.',
  unclosed: 'Example: :text("Say \\"hi\\"").',
  index: 'An index counts from 0: Button[2] is the third. An index path stands alone: 0.0.1.',
  value: 'Example: [checked=false].',
  brackets: 'Example: [clickable], [checked=false], Button[2].',
} as const;

/**
 * Parses a selector. Throws `invalid-argument` with the column (in characters, from 1), what was
 * expected there and an example.
 */
export function parseSelector(text: string): Selector {
  if (text.length > maxSelectorLength) {
    const message = `The selector has ${text.length} characters; the maximum is ${maxSelectorLength}.`;
    throw new HandsetError('invalid-argument', message, { hint: hints.longText });
  }
  const reader = new SelectorReader(text);
  const alternatives = [parseAlternative(reader)];
  while (reader.consume(',')) alternatives.push(parseAlternative(reader));
  if (reader.peek() !== '') reader.fail('an element, ">", "+", "," or the end', hints.overview);
  return { alternatives };
}

function parseAlternative(reader: SelectorReader): Alternative {
  reader.skipBlanks();
  const first: SelectorStep = { relation: 'anywhere', tests: parseTests(reader) };
  return { steps: [first, ...parseLaterSteps(reader, parseTests)] };
}

/** Parses a chain inside `:has()`, which may begin with a combinator. */
function parseRelativeAlternative(reader: SelectorReader): RelativeAlternative {
  reader.skipBlanks();
  const relation = parseCombinator(reader) ?? 'descendant';
  const first = { relation, tests: parseElementTests(reader) };
  return { steps: [first, ...parseLaterSteps(reader, parseElementTests)] };
}

interface LaterStep<Test> {
  readonly relation: RelativeRelation;
  readonly tests: readonly Test[];
}

/** Parses the steps behind the first one, and the blanks behind the last one. */
function parseLaterSteps<Test>(
  reader: SelectorReader,
  parse: (reader: SelectorReader) => readonly Test[],
): readonly LaterStep<Test>[] {
  const steps: LaterStep<Test>[] = [];
  for (;;) {
    const hadBlanks = reader.skipBlanks();
    const isEnd = !hadBlanks || ['', ',', ')'].includes(reader.peek());
    const relation = parseCombinator(reader) ?? (isEnd ? undefined : 'descendant');
    if (relation === undefined) return steps;
    steps.push({ relation, tests: parse(reader) });
  }
}

/** Parses `>` or `+` and the blanks behind it. */
function parseCombinator(reader: SelectorReader): RelativeRelation | undefined {
  const isChild = reader.consume('>');
  if (!isChild && !reader.consume('+')) return undefined;
  reader.skipBlanks();
  return isChild ? 'child' : 'next-sibling';
}

function parseTests(reader: SelectorReader): readonly SelectorTest[] {
  return parseTestsOf(reader, (test) => test);
}

function parseElementTests(reader: SelectorReader): readonly ElementTest[] {
  return parseTestsOf(reader, (test, at) =>
    isChoice(test) ? reader.fail('a test of one element', hints.choiceInHas, at) : test,
  );
}

/** Parses the tests of one step; `accept` may refuse the test that begins at a position. */
function parseTestsOf<Test>(
  reader: SelectorReader,
  accept: (test: SelectorTest, at: number) => Test,
): readonly Test[] {
  const start = reader.position;
  const tests = parseHead(reader).map((test) => accept(test, start));
  for (;;) {
    const before = reader.position;
    const test = parseTest(reader, before === start);
    if (test === undefined) break;
    tests.push(accept(test, before));
  }
  if (reader.position === start) reader.fail('an element', hintFor(reader));
  if (/[\p{L}\p{N}_$*]/u.test(reader.peek())) {
    reader.fail('a space, ">", "+", "," or another test', hints.typeFirst);
  }
  return tests;
}

/** Parses what comes first: a type, an index path, or `*`, which adds no test. */
function parseHead(reader: SelectorReader): readonly SelectorTest[] {
  if (reader.consume('*')) return [];
  const suffix = reader.consumeMatch(typePattern);
  if (suffix !== '') return [{ kind: 'type', suffix }];
  const path = reader.consumeMatch(pathPattern);
  if (path === '') return [];
  if (reader.peek() === '.') reader.fail('the end of the index path', hints.path);
  return [{ kind: 'path', indices: path.split('.').map(Number) }];
}

function parseTest(reader: SelectorReader, isFirst: boolean): SelectorTest | undefined {
  if (reader.consume('#')) return { kind: 'id', part: parseName(reader) };
  if (reader.consume('@')) return { kind: 'name', name: parseName(reader) };
  if (reader.consume('[')) return parseBrackets(reader, isFirst);
  if (reader.consume(':')) return parseFunction(reader);
  return undefined;
}

function parseName(reader: SelectorReader): string {
  const start = reader.position;
  const quoted = /["']/.test(reader.peek());
  const name = quoted ? parseString(reader) : reader.consumeMatch(namePattern);
  if (name === '') reader.fail('the name of a resource id', hints.name, start);
  return name;
}

/** Parses what follows `:`: a keyword with a text, or with a selector, in parentheses. */
function parseFunction(reader: SelectorReader): SelectorTest {
  const start = reader.position;
  const keyword = reader.consumeMatch(/[\p{L}-]+/uy);
  const kind = ([...textTestKinds, 'has', 'near'] as const).find((known) => known === keyword);
  if (kind === undefined) {
    const isAttribute = attributeNames.some((known) => known === keyword);
    const hint = isAttribute ? `Write [${keyword}].` : hints.textTest;
    return reader.fail('text, contains, desc, has or near', hint, start);
  }
  const hint = kind === 'has' ? hints.has : hints.textTest;
  if (!reader.consume('(')) reader.fail('"("', hint);
  const test = kind === 'has' ? parseHas(reader) : parseTextTest(reader, kind);
  if (!reader.consume(')')) {
    reader.fail(kind === 'has' ? 'an element, ">", "+", "," or ")"' : '")"', hint);
  }
  return test;
}

function parseHas(reader: SelectorReader): SelectorTest {
  const alternatives = [parseRelativeAlternative(reader)];
  while (reader.consume(',')) alternatives.push(parseRelativeAlternative(reader));
  return { kind: 'has', alternatives };
}

function parseTextTest(
  reader: SelectorReader,
  kind: (typeof textTestKinds)[number] | 'near',
): SelectorTest {
  reader.skipBlanks();
  const beginning = reader.position;
  const pattern = parsePattern(reader);
  if ((kind === 'contains' || kind === 'near') && pattern.pieces.join('*') === '') {
    reader.fail('some text', hints.emptyText, beginning);
  }
  reader.skipBlanks();
  return { kind, pattern };
}

/** The hint for the character found where an element was expected. */
function hintFor(reader: SelectorReader): string {
  const ahead = reader.peek();
  if (/["'“”‘’]/.test(ahead)) return hints.bareText;
  if (ahead === '>' || ahead === '+') return hints.combinator;
  if (ahead === ')') return hints.has;
  if (ahead === '.') return hints.path;
  return hints.overview;
}

/** One character of a quoted text; a star without a backslash is a wildcard. */
type QuotedCharacter =
  { readonly wildcard: true } | { readonly wildcard: false; readonly text: string };

/** Parses a quoted text in which `*` matches any run of characters. */
function parsePattern(reader: SelectorReader): TextPattern {
  const pieces = [''];
  for (const unit of parseQuoted(reader)) {
    if (!unit.wildcard) pieces.push((pieces.pop() ?? '') + unit.text);
    // Adjacent stars count as one.
    else if (pieces.length === 1 || pieces.at(-1) !== '') pieces.push('');
  }
  return { pieces };
}

/** Parses a quoted text in which `*` is an ordinary character. */
function parseString(reader: SelectorReader): string {
  return parseQuoted(reader)
    .map((unit) => (unit.wildcard ? '*' : unit.text))
    .join('');
}

function parseQuoted(reader: SelectorReader): QuotedCharacter[] {
  const quote = reader.peek();
  if (quote !== '"' && quote !== "'") reader.fail('text in quotes', hints.quotes);
  reader.next();
  const units: QuotedCharacter[] = [];
  while (!reader.consume(quote)) {
    const character = reader.next();
    if (character === '') reader.fail(`the closing ${quote}`, hints.unclosed);
    if (character === '*') units.push({ wildcard: true });
    else if (character === '\\') units.push({ wildcard: false, text: parseEscape(reader) });
    else units.push({ wildcard: false, text: character });
  }
  return units;
}

/** What stands behind a backslash: a letter with a meaning, a code, or the character itself. */
function parseEscape(reader: SelectorReader): string {
  const start = reader.position;
  const character = reader.next();
  if (character === 'u') return parseUnicodeEscape(reader);
  const letter = escapedLetters[character];
  if (letter !== undefined) return letter;
  if (character === '' || /[\p{L}\p{N}]/u.test(character)) {
    reader.fail('a character to escape', hints.escapes, start);
  }
  return character;
}

/** Parses what follows `\u`: `{1f600}`, or four hex digits as in JSON. */
function parseUnicodeEscape(reader: SelectorReader): string {
  const start = reader.position;
  const braced = reader.consumeMatch(/\{[\da-f]{1,6}\}/iy);
  const digits = braced === '' ? reader.consumeMatch(/[\da-f]{4}/iy) : braced.slice(1, -1);
  const code = digits === '' ? Infinity : Number.parseInt(digits, 16);
  if (code > 0x10ffff) return reader.fail('a code such as {1f600}', hints.escapes, start);
  return String.fromCodePoint(code);
}

/** Attribute names from CSS, XPath and uiautomator, each with a hint how to write it here. */
const hintsForOtherSyntax: Readonly<Record<string, string>> = {
  text: 'Write :text("Submit"), or :contains("Sub") to match part of it.',
  desc: 'Write :desc("Close").',
  'content-desc': 'Write :desc("Close").',
  description: 'Write :desc("Close").',
  id: 'Write @btn_submit, or #btn to match part of the id.',
  'resource-id': 'Write @btn_submit, or #btn to match part of the id.',
  class: 'Write the type itself: Button:text("OK").',
};

/**
 * Parses what follows `[`: an attribute or an index or, at the start of a step (`isFirst`), an
 * index path in brackets as the tree prints it.
 */
function parseBrackets(reader: SelectorReader, isFirst: boolean): SelectorTest {
  reader.skipBlanks();
  const test = parseIndexOrPath(reader, isFirst) ?? parseAttribute(reader);
  reader.skipBlanks();
  if (!reader.consume(']')) reader.fail('"]"', hints.brackets);
  return test;
}

function parseIndexOrPath(reader: SelectorReader, isFirst: boolean): SelectorTest | undefined {
  const start = reader.position;
  const numbers = reader.consumeMatch(pathPattern);
  if (numbers === '') return undefined;
  if (/[\d.]/.test(reader.peek())) reader.fail('"]"', hints.index);
  const indices = numbers.split('.').map(Number);
  const [index = 0, ...deeper] = indices;
  if (deeper.length === 0) return { kind: 'index', index };
  if (!isFirst) reader.fail('one number', hints.index, start);
  return { kind: 'path', indices };
}

function parseAttribute(reader: SelectorReader): SelectorTest {
  const start = reader.position;
  const keyword = reader.consumeMatch(/[\p{L}_-]+/uy);
  const name = attributeNames.find((known) => known === keyword);
  if (name === undefined) {
    const all = `Attributes: ${attributeNames.join(', ')}.`;
    const hint =
      hintsForOtherSyntax[keyword.toLowerCase().replace('_', '-')] ?? `${hints.brackets} ${all}`;
    return reader.fail('an attribute or an index', hint, start);
  }
  reader.skipBlanks();
  return { kind: 'attribute', name, value: reader.consume('=') ? parseValue(reader) : true };
}

function parseValue(reader: SelectorReader): boolean {
  reader.skipBlanks();
  const start = reader.position;
  const value = reader.consumeMatch(/"true"|'true'|true|"false"|'false'|false/y);
  if (value === '' || /[\p{L}\p{N}_-]/u.test(reader.peek())) {
    reader.fail('true or false', hints.value, start);
  }
  return value.includes('true');
}

/** Reads the text of a selector from left to right. */
class SelectorReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The current position in UTF-16 units; can be passed to `fail`. */
  get position(): number {
    return this.#position;
  }

  /** The next code point; empty at the end. */
  peek(at = this.#position): string {
    const code = this.#text.codePointAt(at);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  /** Consumes and returns the next code point. */
  next(): string {
    const character = this.peek();
    this.#position += character.length;
    return character;
  }

  /** Consumes these characters if they come next; returns whether they did. */
  consume(characters: string): boolean {
    const isAhead = this.#text.startsWith(characters, this.#position);
    if (isAhead) this.#position += characters.length;
    return isAhead;
  }

  /** Consumes and returns what the sticky expression matches here; empty if it does not match. */
  consumeMatch(pattern: RegExp): string {
    const found = matchAt(pattern, this.#text, this.#position);
    this.#position += found.length;
    return found;
  }

  /** Consumes white space; returns whether there was any. */
  skipBlanks(): boolean {
    return this.consumeMatch(/\s+/y) !== '';
  }

  /**
   * Throws `invalid-argument` with the column, what was expected and what was found. `hint` says how
   * to write it; `at` is the position to report instead of the current one.
   */
  fail(expected: string, hint: string, at = this.#position): never {
    const column = Array.from(this.#text.slice(0, at)).length + 1;
    const word = matchAt(/[\p{L}\p{N}_-]{1,20}/uy, this.#text, at);
    const found = word === '' ? describeCharacter(this.peek(at)) : `"${word}"`;
    const what = found === '' ? 'ends' : `has ${found}`;
    const message = `The selector ${what} at column ${column}, where ${expected} should be.`;
    throw new HandsetError('invalid-argument', message, { hint });
  }
}

/** Empty at the end of the text. */
function describeCharacter(character: string): string {
  if (character === '') return '';
  if (/\s/.test(character)) return 'a space';
  const code = (character.codePointAt(0) ?? 0).toString(16);
  if (/[\p{C}\p{M}]/u.test(character)) return `the character \\u{${code}}`;
  return character === '"' ? `'"'` : `"${character}"`;
}
