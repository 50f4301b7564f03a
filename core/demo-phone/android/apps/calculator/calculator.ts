import { evaluate } from './evaluate.ts';

const operators = '+\u2212\u00d7\u00f7';

/** What stands on the calculator's display, changed by its keys. */
export class Calculator {
  #formula = '';
  #error: string | undefined;
  /** The formula is a result: a digit starts anew, an operator goes on. */
  #finished = false;

  get formula(): string {
    return this.#formula;
  }

  /** The value so far, an error after `=`, or nothing. */
  get result(): string {
    if (this.#error !== undefined) return this.#error;
    const result = evaluate(this.#formula);
    return result.kind === 'value' && result.operators > 0 ? result.text : '';
  }

  /** A key: a digit, `.`, an operator, `%`, `()`, `=`, `C` or `del`. Others do nothing. */
  press(key: string): void {
    if (key === '=') return this.#equals();
    this.#error = undefined;
    if (key === 'C') this.#formula = '';
    else if (key === 'del') this.#formula = this.#finished ? '' : this.#formula.slice(0, -1);
    else if (/^\d$/.test(key)) this.#formula = this.#fresh + key;
    else if (key === '.') this.#point();
    else if (key === '()') this.#bracket();
    else if (key === '%') this.#percent();
    else if (operators.includes(key)) this.#operator(key);
    else return;
    this.#finished = false;
  }

  /** What a digit is added to. */
  get #fresh(): string {
    return this.#finished ? '' : this.#formula;
  }

  #equals(): void {
    const result = evaluate(this.#formula);
    if (result.kind === 'value') {
      this.#formula = result.text;
      this.#finished = true;
      this.#error = undefined;
    } else if (result.kind !== 'empty') {
      this.#error = result.kind === 'bad' ? 'Format error' : 'Can\u2019t divide by 0';
    }
  }

  #point(): void {
    const formula = this.#fresh;
    const number = /[\d.]*$/.exec(formula)?.[0] ?? '';
    if (!number.includes('.')) this.#formula = `${formula}${number === '' ? '0' : ''}.`;
  }

  #percent(): void {
    if (/[\d.)%]$/.test(this.#formula)) this.#formula += '%';
  }

  /** Opens a bracket where a number may begin, else closes the one that is open. */
  #bracket(): void {
    const formula = this.#fresh;
    const open = [...formula].filter((sign) => sign === '(').length;
    const closed = [...formula].filter((sign) => sign === ')').length;
    this.#formula = formula + (/[\d.)%]$/.test(formula) && open > closed ? ')' : '(');
  }

  /** An operator replaces the one before it; only a minus may begin a number. */
  #operator(key: string): void {
    const before = this.#formula.replace(/[+\u2212\u00d7\u00f7]+$/u, '');
    const starts = before === '' || before.endsWith('(');
    if (starts && key !== '\u2212') return;
    const sign = key === '\u2212' && /[\u00d7\u00f7]$/u.test(this.#formula);
    this.#formula = (sign ? this.#formula : before) + key;
  }
}
