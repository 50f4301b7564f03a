import { hints } from './hints.ts';
import type { Reader } from './reader.ts';
import type { TextPattern } from '../text-pattern.ts';
import { escapedLetters } from './words.ts';

/** One character of a quoted text; a star without a backslash is a wildcard. */
type Unit = { readonly wildcard: true } | { readonly wildcard: false; readonly text: string };

/** Reads a quoted text in which `*` is any run. */
export function parsePattern(reader: Reader): TextPattern {
  const pieces = [''];
  for (const unit of parseQuoted(reader)) {
    if (!unit.wildcard) pieces.push((pieces.pop() ?? '') + unit.text);
    // Stars beside each other are one.
    else if (pieces.length === 1 || pieces.at(-1) !== '') pieces.push('');
  }
  return { pieces };
}

/** Reads a quoted text in which `*` is a star. */
export function parseString(reader: Reader): string {
  return parseQuoted(reader)
    .map((unit) => (unit.wildcard ? '*' : unit.text))
    .join('');
}

function parseQuoted(reader: Reader): Unit[] {
  const quote = reader.peek();
  if (quote !== '"' && quote !== "'") reader.fail('a text in quotes', hints.quotes);
  reader.next();
  const units: Unit[] = [];
  while (!reader.take(quote)) {
    const character = reader.next();
    if (character === '') reader.fail(`the closing ${quote}`, hints.unclosed);
    if (character === '*') units.push({ wildcard: true });
    else if (character === '\\') units.push({ wildcard: false, text: parseEscape(reader) });
    else units.push({ wildcard: false, text: character });
  }
  return units;
}

/** What stands behind a backslash: a letter with a meaning, a code, or the character itself. */
function parseEscape(reader: Reader): string {
  const start = reader.position();
  const character = reader.next();
  if (character === 'u') return parseCode(reader);
  const letter = escapedLetters[character];
  if (letter !== undefined) return letter;
  if (character === '' || /[\p{L}\p{N}]/u.test(character)) {
    reader.fail('a character to escape', hints.escapes, start);
  }
  return character;
}

/** `{1f600}`, or the four digits that JSON has. */
function parseCode(reader: Reader): string {
  const start = reader.position();
  const braced = reader.takeWord(/\{[\da-f]{1,6}\}/iy);
  const digits = braced === '' ? reader.takeWord(/[\da-f]{4}/iy) : braced.slice(1, -1);
  const code = digits === '' ? Infinity : Number.parseInt(digits, 16);
  if (code > 0x10ffff) return reader.fail('a code such as {1f600}', hints.escapes, start);
  return String.fromCodePoint(code);
}
