import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Calculator, evaluate, formatNumber } from './calculator.ts';

function evaluateText(expression: string): string {
  const result = evaluate(
    expression.replaceAll('-', '\u2212').replaceAll('*', '\u00d7').replaceAll('/', '\u00f7'),
  );
  return result.kind === 'value' ? result.text : result.kind;
}

function press(...keys: readonly string[]): Calculator {
  const calculator = new Calculator();
  for (const key of keys) calculator.press(key);
  return calculator;
}

describe('evaluate', () => {
  it.each([
    ['2+3*4', '14'],
    ['(2+3)*4', '20'],
    ['2*(3+4', '14'],
    ['0.1+0.2', '0.3'],
    ['1/3', '0.333333333333'],
    ['8/4/2', '1'],
    ['5-8', '\u22123'],
    ['-3*-2', '6'],
    ['50%', '0.5'],
    ['200+10%', '220'],
    ['200-10%', '180'],
    ['200*10%', '20'],
    ['2(3+4)', '14'],
    ['7+', '7'],
    ['.5+.5', '1'],
    ['999999*999999', '999998000001'],
    ['1/0', 'divided-by-zero'],
    ['', 'empty'],
    ['2+)', 'bad'],
    ['1..2', 'bad'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluateText(expression)).toBe(expected);
  });

  it('agrees with JavaScript on sums and products of whole numbers', () => {
    const number = fc.integer({ min: 0, max: 99 });
    const operator = fc.constantFrom('+', '-', '*');
    const expressions = fc.tuple(number, fc.array(fc.tuple(operator, number), { maxLength: 6 }));
    fc.assert(
      fc.property(expressions, ([first, rest]) => {
        const terms: number[] = [first];
        for (const [sign, value] of rest) {
          const last = terms.pop() ?? 0;
          if (sign === '*') terms.push(last * value);
          else terms.push(last, sign === '-' ? -value : value);
        }
        const expected = formatNumber(terms.reduce((sum, term) => sum + term, 0));
        const text = `${first}${rest.map(([sign, value]) => `${sign}${value}`).join('')}`;
        fc.pre(Math.abs(terms.reduce((sum, term) => sum + term, 0)) < 1e12);
        expect(evaluateText(text)).toBe(expected);
      }),
    );
  });

  it('shows a valid result for every sequence of keys', () => {
    const key = fc.constantFrom(
      '0',
      '5',
      '9',
      '.',
      '+',
      '\u2212',
      '\u00d7',
      '\u00f7',
      '%',
      '()',
      '=',
      'C',
      'del',
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), (keys) => {
        const { formula, result } = press(...keys);
        expect(`${formula}${result}`).not.toMatch(/NaN|undefined|Infinity/);
      }),
    );
  });
});

describe('Calculator', () => {
  it('shows the result while typing and makes it the formula on =', () => {
    const calculator = press('1', '2', '\u00d7', '3');
    expect([calculator.formula, calculator.result]).toEqual(['12\u00d73', '36']);
    calculator.press('=');
    expect([calculator.formula, calculator.result]).toEqual(['36', '']);
  });

  it('continues with an operator after =, and starts a new formula with a digit', () => {
    expect(press('2', '+', '3', '=', '+', '1').formula).toBe('5+1');
    expect(press('2', '+', '3', '=', '7').formula).toBe('7');
  });

  it('replaces an operator, but allows a minus after \u00d7', () => {
    expect(press('2', '+', '\u00d7', '3').formula).toBe('2\u00d73');
    expect(press('2', '\u00d7', '\u2212', '3').result).toBe('\u22126');
  });

  it('opens and closes brackets', () => {
    expect(press('()', '1', '+', '2', '()', '\u00d7', '3').result).toBe('9');
  });

  it('shows why there is no result', () => {
    expect(press('1', '\u00f7', '0', '=').result).toBe('Can\u2019t divide by 0');
    expect(press('5', 'del', 'del', '=').result).toBe('');
  });
});
