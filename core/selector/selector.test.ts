import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { parseSelector } from './parse.ts';
import { printSelector, type Selector } from './selector.ts';
import { almostSelector, anySelector } from './testing/arbitraries.ts';

const reprint = (text: string): string => printSelector(parseSelector(text));

describe('printSelector', () => {
  it.each([
    [" Button  :text( 'OK' ) ", 'Button :text("OK")'],
    ['A>B', 'A > B'],
    ['A , B', 'A, B'],
    ['[ checked = true ]', '[checked]'],
    ['[checked="false"]', '[checked=false]'],
    ['*:text("x")', ':text("x")'],
    ['A > *', 'A > *'],
    ['[0.0.1]', '0.0.1'],
    ['00.1', '0.1'],
    ['#com.example:id/ok', '#com.example:id/ok'],
    ['@"ok"', '@ok'],
    ["@'Save button'", '@"Save button"'],
    ['@"radix-:r1:"', '@"radix-:r1:"'],
    [`:text('say "hi"')`, String.raw`:text("say \"hi\"")`],
    [':text("a**b")', ':text("a*b")'],
    [String.raw`:text("a\*b")`, String.raw`:text("a\*b")`],
    [':text("two\nlines")', String.raw`:text("two\nlines")`],
    [':text("\\u0041\\u{1f600}")', ':text("A😀")'],
    ['A+B', 'A + B'],
    ['A:has( >B , C D,+ E )', 'A:has(> B, C D, + E)'],
    ['A:has(B:has(C))', 'A:has(B:has(C))'],
    [`Switch:near( 'Wi-Fi' )[checked]`, 'Switch:near("Wi-Fi")[checked]'],
    [':text("no\u00a0break")', String.raw`:text("no\u{a0}break")`],
    [':text("👨‍👩‍👧")', ':text("👨‍👩‍👧")'],
  ])('prints %s as %s', (text, canonical) => {
    expect(reprint(text)).toBe(canonical);
  });

  it('round-trips through parseSelector, for every selector', () => {
    const isUndone = (selector: Selector): void => {
      const text = printSelector(selector);
      expect(parseSelector(text)).toEqual(selector);
      expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    };
    fc.assert(fc.property(anySelector, isUndone), { numRuns: 2_000 });
  });

  it('keeps the meaning of every text that parses; the others are refused with a hint', () => {
    let read = 0;
    const isKept = (text: string): void => {
      const selector = parseOrNothing(text);
      if (selector === undefined) return;
      read++;
      expect(parseSelector(printSelector(selector))).toEqual(selector);
    };
    fc.assert(fc.property(almostSelector, isKept), { numRuns: 5_000 });
    expect(read).toBeGreaterThan(200);
  });
});

/** The only other outcome is `invalid-argument` with a column and a hint. */
function parseOrNothing(text: string): Selector | undefined {
  try {
    return parseSelector(text);
  } catch (error) {
    if (!(error instanceof HandsetError)) throw error;
    expect(error.code).toBe('invalid-argument');
    expect(error.message).toMatch(
      /^The selector (?:ends|has .+) at column \d+, where .+ should be\.$/u,
    );
    expect(error.hint).toBeDefined();
    return undefined;
  }
}
