import { hints } from './hints.ts';
import type { Reader } from './reader.ts';
import { type Test, attributes } from './selector.ts';
import { pathWord } from './words.ts';

/** What people who know CSS or XPath write, and what it is here. */
const otherWords: Readonly<Record<string, string>> = {
  text: 'Write :text("Submit"), or :contains("Sub") for a part.',
  desc: 'Write :desc("Close").',
  'content-desc': 'Write :desc("Close").',
  description: 'Write :desc("Close").',
  id: 'Write @btn_submit, or #btn for a part of the id.',
  'resource-id': 'Write @btn_submit, or #btn for a part of the id.',
  class: 'Write the type itself: Button:text("OK").',
};

/**
 * Reads what follows `[`: an attribute or an index, and where nothing stands before it (`isFirst`)
 * an index path in the brackets the tree prints it in.
 */
export function parseBrackets(reader: Reader, isFirst: boolean): Test {
  reader.skipBlanks();
  const test = parseNumbers(reader, isFirst) ?? parseAttribute(reader);
  reader.skipBlanks();
  if (!reader.take(']')) reader.fail('"]"', hints.brackets);
  return test;
}

function parseNumbers(reader: Reader, isFirst: boolean): Test | undefined {
  const start = reader.position();
  const numbers = reader.takeWord(pathWord);
  if (numbers === '') return undefined;
  if (/[\d.]/.test(reader.peek())) reader.fail('"]"', hints.index);
  const indices = numbers.split('.').map(Number);
  const [index = 0, ...deeper] = indices;
  if (deeper.length === 0) return { kind: 'index', index };
  if (!isFirst) reader.fail('one number', hints.index, start);
  return { kind: 'path', indices };
}

function parseAttribute(reader: Reader): Test {
  const start = reader.position();
  const word = reader.takeWord(/[\p{L}_-]+/uy);
  const name = attributes.find((known) => known === word);
  if (name === undefined) {
    const all = `Attributes: ${attributes.join(', ')}.`;
    const hint = otherWords[word.toLowerCase().replace('_', '-')] ?? `${hints.brackets} ${all}`;
    return reader.fail('an attribute or an index', hint, start);
  }
  reader.skipBlanks();
  return { kind: 'attribute', name, value: reader.take('=') ? parseValue(reader) : true };
}

function parseValue(reader: Reader): boolean {
  reader.skipBlanks();
  const start = reader.position();
  const value = reader.takeWord(/"true"|'true'|true|"false"|'false'|false/y);
  if (value === '' || /[\p{L}\p{N}_-]/u.test(reader.peek())) {
    reader.fail('true or false', hints.value, start);
  }
  return value.includes('true');
}
