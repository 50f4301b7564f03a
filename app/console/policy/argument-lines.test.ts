import { describe, expect, it } from 'vitest';
import { argumentLines } from './argument-lines.ts';

describe('argumentLines', () => {
  it('gives each argument a line, in the order the agent sent', () => {
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

  it('spells out invisible characters, in names too', () => {
    expect(argumentLines('{"te\u200bxt":"a\u202eb"}')).toEqual([
      { name: 'te‹U+200B›xt', value: 'a‹U+202E›b' },
    ]);
  });

  it.each(['[1]', '"text"', 'null', 'no JSON'])('shows %s as it is', (text) => {
    expect(argumentLines(text)).toEqual([{ name: 'arguments', value: text }]);
  });
});
