import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

describe('plainText', () => {
  it.each([
    ['turned \u202eround', 'turned ‹U+202E›round'],
    ['no\u200bthing', 'no‹U+200B›thing'],
    ['\u0000\t', '‹U+0000›‹U+0009›'],
    ['\u{e0041}', '‹U+E0041›'],
  ])('spells out what cannot be seen: %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it.each(['two\nlines', 'שלום', 'Zürich', '👩‍💻'])('leaves %j alone', (text) => {
    expect(plainText(text)).toBe(text);
  });
});
