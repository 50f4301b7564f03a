import { mdiBackspaceOutline, mdiCalculatorVariant } from '@mdi/js';
import { font, type UiContext } from '../ui/theme.ts';
import { centred, column, icon, row, spacer, stack, text, type View } from '../ui/view.ts';
import { resourceIdsOf, screenPage } from '../ui/widgets.ts';
import type { Activity, App } from './app.ts';

const packageName = 'com.android.calculator2';
const calculatorClass = `${packageName}.Calculator`;
const id = resourceIdsOf(packageName);

type Tone = 'digit' | 'operator' | 'clear' | 'equals';

/** The resource name, the description and the tone of the keys that are no digits. */
const namedKeys: Readonly<Record<string, readonly [string, string, Tone]>> = {
  C: ['clr', 'clear', 'clear'],
  '()': ['parens', 'parentheses', 'operator'],
  '%': ['op_pct', 'percent', 'operator'],
  '\u00f7': ['op_div', 'divide', 'operator'],
  '\u00d7': ['op_mul', 'multiply', 'operator'],
  '\u2212': ['op_sub', 'minus', 'operator'],
  '+': ['op_add', 'plus', 'operator'],
  '.': ['dec_point', 'point', 'digit'],
  del: ['del', 'delete', 'digit'],
  '=': ['eq', 'equals', 'equals'],
};

const portraitPad = ['C () % \u00f7', '7 8 9 \u00d7', '4 5 6 \u2212', '1 2 3 +', '0 . del ='];
const landscapePad = ['7 8 9 \u00f7 C', '4 5 6 \u00d7 ()', '1 2 3 \u2212 %', '0 . del + ='];

/** Characters of a hardware keyboard and their calculator keys. */
const characterKeys: Record<string, string> = {
  '*': '\u00d7',
  '/': '\u00f7',
  '-': '\u2212',
  '\n': '=',
  '\b': 'del',
  '(': '()',
  ')': '()',
};

class CalculatorScreen implements Activity {
  readonly #calculator = new Calculator();

  render(ui: UiContext): View {
    const pad = ui.landscape ? landscapePad : portraitPad;
    const gap = ui.landscape ? 8 : 10;
    const { right, bottom, left } = ui.insets;
    // The display extends behind the status bar.
    return screenPage(ui, { id: id('main_calculator'), padding: [0, right, bottom, left] }, [
      this.#display(ui),
      column(
        {
          id: id('pad_numeric'),
          className: 'android.view.ViewGroup',
          weight: ui.landscape ? 2.2 : 1.62,
          padding: ui.landscape ? [6, 20, 8, 20] : [16, 16, 16, 16],
          gap,
        },
        pad.map((line) =>
          row(
            { weight: 1, paintOnly: true, gap },
            line.split(' ').map((key) => this.#key(ui, key)),
          ),
        ),
      ),
    ]);
  }

  onCharacter(character: string): void {
    this.#calculator.press(characterKeys[character] ?? character);
  }

  #display(ui: UiContext): View {
    const { theme } = ui;
    const { formula, result } = this.#calculator;
    const size = ui.landscape ? 34 : formula.length > 12 ? 42 : formula.length > 8 ? 54 : 68;
    return column(
      {
        id: id('display'),
        className: 'android.widget.RelativeLayout',
        weight: 1,
        fill: theme.card,
        radius: [0, 0, 32, 32],
        padding: [ui.insets.top, 28, ui.landscape ? 8 : 24, 28],
        justify: 'end',
        gap: ui.landscape ? 0 : 8,
      },
      [
        !ui.landscape && spacer(),
        text(formula, font(size, 400, theme.text, size * 1.18), {
          id: id('formula'),
          width: 'fill',
          textAlign: 'end',
          maxLines: 1,
        }),
        text(
          result,
          ui.landscape ? font(20, 400, theme.textSoft, 26) : font(32, 400, theme.textSoft, 40),
          { id: id('result'), width: 'fill', textAlign: 'end', maxLines: 1 },
        ),
      ],
    );
  }

  #key({ theme, landscape }: UiContext, press: string): View {
    const [name, description, tone] = namedKeys[press] ?? [`digit_${press}`, press, 'digit'];
    const colors = {
      digit: [theme.card, theme.text],
      operator: [theme.tint, theme.onTint],
      clear: [theme.accent, theme.onAccent],
      equals: [theme.primary, theme.onPrimary],
    } as const;
    const [fill, color] = colors[tone];
    const size = landscape ? 22 : 30;
    const isDelete = press === 'del';
    const label = isDelete ? '' : press.replace('()', '( )');
    const content = isDelete
      ? icon(mdiBackspaceOutline, { size: size - 2, color }, centred)
      : text(label, font(size, 500, color), centred);
    return stack(
      {
        className: isDelete ? 'android.widget.ImageButton' : 'android.widget.Button',
        id: id(name),
        text: label,
        description,
        weight: 1,
        height: 'fill',
        radius: 44,
        fill,
        onTap: () => this.#calculator.press(press),
        onLongPress: isDelete ? () => this.#calculator.press('C') : undefined,
      },
      [content],
    );
  }
}

/** The Calculator app. */
export const calculatorApp: App = {
  packageName,
  label: 'Calculator',
  system: true,
  versionName: '8.4',
  icon: {
    path: mdiCalculatorVariant,
    color: '#ffffff',
    topColor: '#ffb25e',
    bottomColor: '#f0663f',
  },
  launcherClass: calculatorClass,
  activities: { [calculatorClass]: () => new CalculatorScreen() },
};

const operators = '+\u2212\u00d7\u00f7';

/** Formula and result on the calculator's display, changed by its keys. */
export class Calculator {
  #formula = '';
  #error: string | undefined;
  /** Whether the formula is a result: a digit then starts a new formula, an operator continues it. */
  #isResult = false;

  get formula(): string {
    return this.#formula;
  }

  /** The current value, an error after `=`, or an empty text. */
  get result(): string {
    if (this.#error !== undefined) return this.#error;
    const result = evaluate(this.#formula);
    return result.kind === 'value' && result.operators > 0 ? result.text : '';
  }

  /** Handles a key: a digit, `.`, an operator, `%`, `()`, `=`, `C` or `del`. Others are ignored. */
  press(key: string): void {
    if (key === '=') return this.#equals();
    this.#error = undefined;
    if (key === 'C') this.#formula = '';
    else if (key === 'del') this.#formula = this.#isResult ? '' : this.#formula.slice(0, -1);
    else if (/^\d$/.test(key)) this.#formula = this.#editableFormula + key;
    else if (key === '.') this.#point();
    else if (key === '()') this.#bracket();
    else if (key === '%') this.#percent();
    else if (operators.includes(key)) this.#operator(key);
    else return;
    this.#isResult = false;
  }

  /** The formula that a digit is appended to. */
  get #editableFormula(): string {
    return this.#isResult ? '' : this.#formula;
  }

  #equals(): void {
    const result = evaluate(this.#formula);
    if (result.kind === 'value') {
      this.#formula = result.text;
      this.#isResult = true;
      this.#error = undefined;
    } else if (result.kind !== 'empty') {
      this.#error = result.kind === 'bad' ? 'Format error' : 'Can\u2019t divide by 0';
    }
  }

  #point(): void {
    const formula = this.#editableFormula;
    const number = /[\d.]*$/.exec(formula)?.[0] ?? '';
    if (!number.includes('.')) this.#formula = `${formula}${number === '' ? '0' : ''}.`;
  }

  #percent(): void {
    if (/[\d.)%]$/.test(this.#formula)) this.#formula += '%';
  }

  /** Closes an open bracket after a number, otherwise opens one. */
  #bracket(): void {
    const formula = this.#editableFormula;
    const open = [...formula].filter((sign) => sign === '(').length;
    const closed = [...formula].filter((sign) => sign === ')').length;
    this.#formula = formula + (/[\d.)%]$/.test(formula) && open > closed ? ')' : '(');
  }

  /** An operator replaces the previous one; only a minus may begin a number. */
  #operator(key: string): void {
    const before = this.#formula.replace(/[+\u2212\u00d7\u00f7]+$/u, '');
    const isAtStart = before === '' || before.endsWith('(');
    if (isAtStart && key !== '\u2212') return;
    const keepsOperator = key === '\u2212' && /[\u00d7\u00f7]$/u.test(this.#formula);
    this.#formula = (keepsOperator ? this.#formula : before) + key;
  }
}

/**
 * Evaluates an expression of digits, `.`, `+ \u2212 \u00d7 \u00f7 %` and brackets with the usual
 * precedence. Missing closing brackets are added, a trailing operator is ignored.
 */
export function evaluate(expression: string): EvaluationResult {
  const shown = expression.replace(/[+\u2212\u00d7\u00f7(]+$/u, '');
  const tokens = shown.match(/\d*\.?\d+(?:E\u2212?\d+)?|\d+\.|[^\d.]/gu) ?? [];
  if (tokens.length === 0) return { kind: 'empty' };
  const count = tokens.filter((token) => `${operators}%`.includes(token)).length;
  try {
    const value = parseSum(tokens);
    if (tokens.length > 0) return { kind: 'bad' };
    if (!Number.isFinite(value)) return { kind: 'divided-by-zero' };
    return { kind: 'value', text: formatNumber(value), operators: count };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { kind: 'bad' };
  }
}

type EvaluationResult =
  /** `operators` is their number; 0 means that there was nothing to calculate. */
  | { readonly kind: 'value'; readonly text: string; readonly operators: number }
  | { readonly kind: 'empty' | 'bad' | 'divided-by-zero' };

/** Digits on the display; doubles are exact to 15, so 0.1 + 0.2 shows as 0.3. */
const displayDigits = 12;

/** A number as the calculator shows it, with a real minus sign. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const rounded = Number(value.toPrecision(displayDigits));
  const shown =
    size >= 10 ** displayDigits || size < 1e-9
      ? rounded.toExponential().replace('e+', 'E').replace('e', 'E')
      : rounded.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 });
  return shown.replaceAll('-', '\u2212');
}

/** The expression has something else where a number is expected. */
class ExpressionError extends Error {}

/** Parses a sum and removes its tokens, like the functions below. */
function parseSum(tokens: string[]): number {
  let value = parseProduct(tokens);
  while (tokens[0] === '+' || tokens[0] === '\u2212') {
    const sign = tokens.shift() === '+' ? 1 : -1;
    value += sign * parseProduct(tokens);
  }
  return value;
}

/** Parses a product; before a bracket the multiplication sign is optional. */
function parseProduct(tokens: string[]): number {
  let value = parseFactor(tokens);
  for (;;) {
    const [next] = tokens;
    if (next !== '\u00d7' && next !== '\u00f7' && next !== '(') return value;
    if (next !== '(') tokens.shift();
    const right = parseFactor(tokens);
    value = next === '\u00f7' ? value / right : value * right;
  }
}

function parseFactor(tokens: string[]): number {
  const token = tokens.shift() ?? '';
  if (token === '\u2212') return -parseFactor(tokens);
  let value = token === '(' ? parseSum(tokens) : Number(token.replace('\u2212', '-'));
  if (token === '(') {
    if (tokens.length > 0 && tokens.shift() !== ')') throw new ExpressionError();
  } else if (!/^[\d.]/.test(token)) throw new ExpressionError();
  for (; tokens[0] === '%'; value /= 100) tokens.shift();
  return value;
}
