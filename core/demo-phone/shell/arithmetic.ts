import { ShellArithmeticError } from './syntax.ts';

/** Operators by how tightly they bind, the loosest first. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const token = /\s*(0x[0-9a-f]+|\d+|[A-Za-z_]\w*|\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%<>&|^!~?:()])\s*/iy;

/**
 * The value of `$((…))`: whole numbers of 32 bits, as mksh has them. Names are variables; one that
 * is unset or empty is 0. Throws `ShellArithmeticError`.
 */
export function compute(
  expression: string,
  variable: (name: string) => string | undefined,
): number {
  const reader = new Reader(expression, tokensOf(expression), variable);
  const value = reader.choice();
  if (!reader.ended) throw new ShellArithmeticError(`${expression}: bad arithmetic expression`);
  return value;
}

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < expression.length) {
    const found = token.exec(expression)?.[1];
    if (found === undefined) break;
    tokens.push(found);
  }
  const read = tokens.join('').length;
  if (read === expression.replace(/\s/g, '').length) return tokens;
  throw new ShellArithmeticError(`${expression}: unexpected '${expression.trim().slice(read)}'`);
}

class Reader {
  private at = 0;
  private readonly expression: string;
  private readonly tokens: readonly string[];
  private readonly variable: (name: string) => string | undefined;

  constructor(
    expression: string,
    tokens: readonly string[],
    variable: (name: string) => string | undefined,
  ) {
    this.expression = expression;
    this.tokens = tokens;
    this.variable = variable;
  }

  get ended(): boolean {
    return this.at >= this.tokens.length;
  }

  /** `a ? b : c` */
  choice(): number {
    const condition = this.binary(0);
    if (!this.accept('?')) return condition;
    const whenTrue = this.choice();
    if (!this.accept(':')) this.fail();
    const otherwise = this.choice();
    return condition === 0 ? otherwise : whenTrue;
  }

  private binary(level: number): number {
    const operators = levels[level];
    if (operators === undefined) return this.unary();
    let value = this.binary(level + 1);
    for (;;) {
      const operator = operators.find((candidate) => this.accept(candidate));
      if (operator === undefined) return value;
      value = this.apply(operator, value, this.binary(level + 1)) | 0;
    }
  }

  private apply(operator: string, a: number, b: number): number {
    if ((operator === '/' || operator === '%') && b === 0)
      throw new ShellArithmeticError(`${this.expression}: zero divisor`);
    const results: Readonly<Record<string, () => number>> = {
      '||': () => Number(a !== 0 || b !== 0),
      '&&': () => Number(a !== 0 && b !== 0),
      '|': () => a | b,
      '^': () => a ^ b,
      '&': () => a & b,
      '==': () => Number(a === b),
      '!=': () => Number(a !== b),
      '<=': () => Number(a <= b),
      '>=': () => Number(a >= b),
      '<': () => Number(a < b),
      '>': () => Number(a > b),
      '<<': () => a << b,
      '>>': () => a >> b,
      '+': () => a + b,
      '-': () => a - b,
      '*': () => Math.imul(a, b),
      '/': () => Math.trunc(a / b),
      '%': () => a % b,
    };
    return results[operator]?.() ?? 0;
  }

  private unary(): number {
    if (this.accept('-')) return -this.unary() | 0;
    if (this.accept('+')) return this.unary();
    if (this.accept('!')) return Number(this.unary() === 0);
    if (this.accept('~')) return ~this.unary();
    if (this.accept('(')) {
      const value = this.choice();
      if (!this.accept(')')) this.fail();
      return value;
    }
    return this.number(this.tokens[this.at++] ?? this.fail());
  }

  private number(text: string): number {
    if (/^\d/.test(text)) return Number(text) | 0;
    if (!/^[A-Za-z_]/.test(text)) this.fail();
    const value = this.variable(text) ?? '';
    return value === '' ? 0 : compute(value, this.variable);
  }

  private accept(operator: string): boolean {
    if (this.tokens[this.at] !== operator) return false;
    this.at++;
    return true;
  }

  private fail(): never {
    throw new ShellArithmeticError(`${this.expression}: unexpected end of expression`);
  }
}
