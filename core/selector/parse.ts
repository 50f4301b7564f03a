import { HandsetError } from '../errors.ts';
import { parseBrackets } from './parse-brackets.ts';
import { parseString, parsePattern } from './parse-text.ts';
import { type Reader, readerOf } from './reader.ts';
import { hints } from './hints.ts';
import {
  type Alternative,
  type Selector,
  type Step,
  type Test,
  textTestKinds,
} from './selector.ts';
import { nameWord, pathWord, typeWord } from './words.ts';

/** Characters (UTF-16 units) of a selector: room for a long text; a longer one is no selector any more. */
export const maxSelectorLength = 2_000;

/**
 * Reads a selector. Throws `invalid-argument` that names the column (counted in characters, from
 * 1), what was expected there and an example.
 */
export function parseSelector(text: string): Selector {
  if (text.length > maxSelectorLength) {
    const message = `The selector has ${text.length} characters; at most ${maxSelectorLength} are read.`;
    throw new HandsetError('invalid-argument', message, { hint: hints.longText });
  }
  const reader = readerOf(text);
  const alternatives = [parseAlternative(reader)];
  while (reader.take(',')) alternatives.push(parseAlternative(reader));
  if (reader.peek() !== '') reader.fail('an element, ">", "," or the end', hints.overview);
  return { alternatives };
}

function parseAlternative(reader: Reader): Alternative {
  reader.skipBlanks();
  const steps: Step[] = [{ relation: 'anywhere', tests: parseTests(reader) }];
  for (;;) {
    const hadBlanks = reader.skipBlanks();
    if (reader.take('>')) {
      reader.skipBlanks();
      steps.push({ relation: 'child', tests: parseTests(reader) });
    } else if (hadBlanks && reader.peek() !== '' && reader.peek() !== ',') {
      steps.push({ relation: 'descendant', tests: parseTests(reader) });
    } else {
      return { steps };
    }
  }
}

function parseTests(reader: Reader): readonly Test[] {
  const start = reader.position();
  const tests = parseHead(reader);
  for (;;) {
    const before = reader.position();
    const test = parseTest(reader, before === start);
    if (test === undefined) break;
    tests.push(test);
  }
  if (reader.position() === start) reader.fail('an element', hintAt(reader));
  if (/[\p{L}\p{N}_$*]/u.test(reader.peek())) {
    reader.fail('a blank, ">", "," or another test', hints.typeFirst);
  }
  return tests;
}

/** The type or the path, which come first; `*` asks nothing. */
function parseHead(reader: Reader): Test[] {
  if (reader.take('*')) return [];
  const suffix = reader.takeWord(typeWord);
  if (suffix !== '') return [{ kind: 'type', suffix }];
  const path = reader.takeWord(pathWord);
  if (path === '') return [];
  if (reader.peek() === '.') reader.fail('the end of the index path', hints.path);
  return [{ kind: 'path', indices: path.split('.').map(Number) }];
}

function parseTest(reader: Reader, isFirst: boolean): Test | undefined {
  if (reader.take('#')) return { kind: 'id', part: parseName(reader) };
  if (reader.take('@')) return { kind: 'name', name: parseName(reader) };
  if (reader.take('[')) return parseBrackets(reader, isFirst);
  if (reader.take(':')) return parseTextTest(reader);
  return undefined;
}

function parseName(reader: Reader): string {
  const start = reader.position();
  const quoted = /["']/.test(reader.peek());
  const name = quoted ? parseString(reader) : reader.takeWord(nameWord);
  if (name === '') reader.fail('the name of a resource id', hints.name, start);
  return name;
}

function parseTextTest(reader: Reader): Test {
  const start = reader.position();
  const word = reader.takeWord(/[\p{L}-]+/uy);
  const kind = textTestKinds.find((known) => known === word);
  if (kind === undefined) return reader.fail('text, contains or desc', hints.textTest, start);
  if (!reader.take('(')) reader.fail('"("', hints.textTest);
  reader.skipBlanks();
  const beginning = reader.position();
  const pattern = parsePattern(reader);
  if (kind === 'contains' && pattern.pieces.join('*') === '') {
    reader.fail('some text', hints.emptyContains, beginning);
  }
  reader.skipBlanks();
  if (!reader.take(')')) reader.fail('")"', hints.textTest);
  return { kind, pattern };
}

/** The hint that fits what stands where an element should. */
function hintAt(reader: Reader): string {
  const ahead = reader.peek();
  if (/["'“”‘’]/.test(ahead)) return hints.bareText;
  if (ahead === '>') return hints.childNeedsParent;
  if (ahead === '.') return hints.path;
  return hints.overview;
}
