import { describe, expect, it } from 'vitest';
import { escapeInvisible } from '#core/text/invisible-characters.ts';
import { plainText, plainTextWithTabs } from './plain-text.ts';

describe('plainText', () => {
  it.each([
    ['turned \u202eround', 'turned ‹U+202E›round'],
    ['no\u200bthing', 'no‹U+200B›thing'],
    ['\u0000\t', '‹U+0000›‹U+0009›'],
    ['\u{e0041}', '‹U+E0041›'],
    ['one\u2028two\u2029three', 'one‹U+2028›two‹U+2029›three'],
  ])('spells out invisible characters: %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it('spells out every character that replies to agents spell out', () => {
    for (let code = 0; code < 0xe1000; code++) {
      const text = `a${String.fromCodePoint(code)}`;
      if (escapeInvisible(text) !== text) expect(plainText(text)).not.toBe(text);
    }
  });

  it.each(['two\nlines', 'שלום', 'Zürich', '👩‍💻', '\u2067א\u2069'])('leaves %j alone', (text) => {
    expect(plainText(text)).toBe(text);
  });
});

describe('plainTextWithTabs', () => {
  it('spells out invisible characters, except tabs and line ends', () => {
    expect(plainTextWithTabs('a\tb\n\u202ec')).toBe('a\tb\n‹U+202E›c');
  });
});
