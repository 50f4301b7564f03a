import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../screen/parse.ts';
import { elementsMatching } from '../screen/find.ts';
import { indexScreen, matchSelector } from '../selector/match.ts';
import { parseSelector } from '../selector/parse.ts';
import { escapeInvisible } from './invisible-characters.ts';

const tags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const flagOf = (name: string): string => `\u{1f3f4}${tags(name)}\u{e007f}`;

describe('invisible characters', () => {
  it.each([
    ['the other direction', 'a\u202eb', 'a\\u{202e}b'],
    ['nothing at all', 'a\u200bb\u00adc\ufeff', 'a\\u{200b}b\\u{ad}c\\u{feff}'],
    ['a message in tags', `a${tags('Hi')}`, 'a\\u{e0048}\\u{e0069}'],
    ['a tag that is none', 'a\u{e0000}\u{e0001}', 'a\\u{e0000}\\u{e0001}'],
    [
      'a message behind a flag',
      `\u{1f3f4}${tags('gbxyz')}`,
      `\u{1f3f4}${escapeInvisible(tags('gbxyz'))}`,
    ],
    ['tags behind a whole flag', `${flagOf('gbeng')}${tags('a')}`, `${flagOf('gbeng')}\\u{e0061}`],
    ['an isolate that stays open', '\u2067a', '\\u{2067}a'],
    ['one that is closed on another line', '\u2067a\nb\u2069', '\\u{2067}a\nb\\u{2069}'],
    ['one that was never opened', 'a\u2069\u2068b\u2069', 'a\\u{2069}\u2068b\u2069'],
  ])('are escaped: %s', (_, text, escaped) => {
    expect(escapeInvisible(text)).toBe(escaped);
  });
  it.each([
    ['the joiners', 'می\u200cخواهم \u{1f469}\u200d\u{1f680}'],
    ['the marks of direction', '\u200e1\u200f'],
    ['isolates in each other', '\u2068a\u2067b\u2069c\u2069'],
    ['flags', ['gbeng', 'gbsct', 'gbwls'].map(flagOf).join(' ')],
    ['blanks and letters', 'a\tb\n\u00a0ß\u{1f600}\ue001'],
  ])('are kept where they are needed: %s', (_, text) => {
    expect(escapeInvisible(text)).toBe(text);
  });
});

it('finds the element by its escaped text and by its raw text', () => {
  const text = `Pay\u202e now${tags('Hi')}`;
  const bytes = new TextEncoder().encode(
    `<hierarchy><node text="${text}" bounds="[0,0][9,9]"/></hierarchy>`,
  );
  const { roots } = parseHierarchy(bytes);
  const index = indexScreen({ roots, size: { width: 10, height: 10 } });
  for (const value of [escapeInvisible(text), text]) {
    expect(matchSelector(parseSelector(`:text("${value}")`), index)).toHaveLength(1);
    for (const exact of [true, false]) {
      expect(elementsMatching(roots, { by: 'text', value: value, exact })).toHaveLength(1);
    }
  }
  expect(elementsMatching(roots, { by: 'text', value: 'Pay now', exact: false })).toEqual([]);
});
