import { describe, expect, it } from 'vitest';
import { overlap } from './words.ts';

describe('overlap', () => {
  it.each([
    ['the same', ['Ann', 'Follow'], ['Ann', 'Follow'], 'all'],
    ['nothing and nothing', [], [], 'all'],
    ['cut at the bottom', ['Ann', '2 min', 'Follow'], ['Ann'], 'part'],
    ['cut at the top, two left', ['Ann', '2 min', 'Follow'], ['2 min', 'Follow'], 'part'],
    ['cut at the top, one left', ['Ann', 'Follow'], ['Follow'], 'none'],
    ['a card scrolled on', ['a', 'b', 'c', 'd'], ['c', 'd', 'e'], 'part'],
    ['another row of the template', ['Ann', '2 min'], ['Bob', '2 min'], 'none'],
    ['something and nothing', ['Ann'], [], 'none'],
  ] as const)('%s', (_, a, b, result) => {
    expect(overlap(a, b)).toBe(result);
    expect(overlap(b, a)).toBe(result);
  });
});
