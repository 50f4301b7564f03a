/**
 * Values an expression of the calculator: digits, `.`, `+ \u2212 \u00d7 \u00f7 %` and brackets, with
 * the usual precedence. Missing closing brackets are added, a trailing operator is ignored.
 */
export function evaluate(expression: string): Result {
  const tokens = tokenize(expression.replace(/[+\u2212\u00d7\u00f7(]+$/u, ''));
  if (tokens.length === 0) return { kind: 'empty' };
  const reader = new Reader(tokens);
  const value = sum(reader);
  if (value === undefined || !reader.atEnd) return { kind: 'bad' };
  if (!Number.isFinite(value)) return { kind: 'divided-by-zero' };
  return { kind: 'value', text: formatNumber(value), operators: reader.operators };
}

type Result =
  | { readonly kind: 'value'; readonly text: string; readonly operators: number }
  | { readonly kind: 'empty' | 'bad' | 'divided-by-zero' };

/** Digits that the display holds; doubles are exact to 15, so 0.1 + 0.2 shows as 0.3. */
const shownDigits = 12;

/** A number as the calculator shows it, with a real minus sign. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const tidy = Number(value.toPrecision(shownDigits));
  const text =
    size >= 10 ** shownDigits || size < 1e-9
      ? tidy.toExponential().replace('e+', 'E').replace('e', 'E')
      : tidy.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 });
  return text.replaceAll('-', '\u2212');
}

function tokenize(expression: string): readonly string[] {
  return expression.match(/\d*\.?\d+(?:E\u2212?\d+)?|\d+\.|[^\d.]/gu) ?? [];
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  /** Operators met so far; without any there is nothing to calculate. */
  operators = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  get atEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** The next token if it is one of these. */
  take(...wanted: readonly string[]): string | undefined {
    const { next } = this;
    if (next === undefined || !wanted.includes(next)) return undefined;
    this.#at++;
    if (next !== '(' && next !== ')') this.operators++;
    return next;
  }

  number(): number | undefined {
    const value = Number((this.next ?? '').replace('\u2212', '-'));
    if (this.next === undefined || !/^[\d.]/.test(this.next) || Number.isNaN(value))
      return undefined;
    this.#at++;
    return value;
  }
}

/** `a + b%` means a plus b percent of a, as on Android's own calculator. */
function sum(reader: Reader): number | undefined {
  let value = product(reader)?.value;
  for (
    let sign = reader.take('+', '\u2212');
    sign !== undefined;
    sign = reader.take('+', '\u2212')
  ) {
    const right = product(reader);
    if (value === undefined || right === undefined) return undefined;
    const amount: number = right.percent ? value * right.value : right.value;
    value = sign === '+' ? value + amount : value - amount;
  }
  return value;
}

interface Term {
  readonly value: number;
  /** A lone number with a percent sign. */
  readonly percent: boolean;
}

function product(reader: Reader): Term | undefined {
  let term = factor(reader);
  for (;;) {
    const operator =
      reader.take('\u00d7', '\u00f7') ?? (reader.next === '(' ? '\u00d7' : undefined);
    if (operator === undefined || term === undefined) return term;
    const right = factor(reader);
    if (right === undefined) return undefined;
    const value: number =
      operator === '\u00d7' ? term.value * right.value : term.value / right.value;
    term = { value, percent: false };
  }
}

function factor(reader: Reader): Term | undefined {
  if (reader.take('\u2212') !== undefined) {
    const inner = factor(reader);
    return inner === undefined ? undefined : { value: -inner.value, percent: inner.percent };
  }
  const value = reader.take('(') === undefined ? reader.number() : bracket(reader);
  if (value === undefined) return undefined;
  let percent = 1;
  while (reader.take('%') !== undefined) percent /= 100;
  return { value: value * percent, percent: percent !== 1 };
}

function bracket(reader: Reader): number | undefined {
  const value = sum(reader);
  if (reader.take(')') === undefined && !reader.atEnd) return undefined;
  return value;
}
