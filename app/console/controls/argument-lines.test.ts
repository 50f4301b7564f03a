import { describe, expect, it } from 'vitest';
import { argumentLines, plainText } from './argument-lines.ts';

describe('argumentLines', () => {
  it('gives each argument a line, in the order of the agent', () => {
    expect(argumentLines('{"text":"Hi\\nyou","x":5,"points":[[1,2]],"clear":false}')).toEqual([
      { name: 'text', value: 'Hi\nyou' },
      { name: 'x', value: '5' },
      { name: 'points', value: '[[1,2]]' },
      { name: 'clear', value: 'false' },
    ]);
  });

  it('has none for a call without arguments', () => {
    expect(argumentLines('{}')).toEqual([]);
  });

  it.each(['[1]', '"text"', 'null', 'no JSON'])('shows %s as it is', (text) => {
    expect(argumentLines(text)).toEqual([{ name: 'arguments', value: text }]);
  });
});

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
