import { mdiBackspaceOutline, mdiCalculatorVariant } from '@mdi/js';
import type { Activity, App, Ui } from '../../app.ts';
import { page } from '../../ui/widgets/page.ts';
import { column, icon, row, spring, stack, text, type View } from '../../ui/view.ts';
import { Calculator } from './calculator.ts';

const packageName = 'com.android.calculator2';
const id = (name: string) => `${packageName}:id/${name}`;

interface Key {
  readonly press: string;
  readonly id: string;
  readonly description: string;
  readonly tone: 'digit' | 'operator' | 'clear' | 'equals';
}

const digit = (press: string): Key => ({
  press,
  id: `digit_${press}`,
  description: press,
  tone: 'digit',
});
const keys = {
  clear: { press: 'C', id: 'clr', description: 'clear', tone: 'clear' },
  brackets: { press: '()', id: 'parens', description: 'parentheses', tone: 'operator' },
  percent: { press: '%', id: 'op_pct', description: 'percent', tone: 'operator' },
  divide: { press: '\u00f7', id: 'op_div', description: 'divide', tone: 'operator' },
  times: { press: '\u00d7', id: 'op_mul', description: 'multiply', tone: 'operator' },
  minus: { press: '\u2212', id: 'op_sub', description: 'minus', tone: 'operator' },
  plus: { press: '+', id: 'op_add', description: 'plus', tone: 'operator' },
  point: { press: '.', id: 'dec_point', description: 'point', tone: 'digit' },
  delete: { press: 'del', id: 'del', description: 'delete', tone: 'digit' },
  equals: { press: '=', id: 'eq', description: 'equals', tone: 'equals' },
} as const satisfies Record<string, Key>;

const d = Array.from({ length: 10 }, (_, value) => digit(String(value)));
const digits = (...values: readonly number[]): Key[] => values.flatMap((value) => d[value] ?? []);

const portraitPad: readonly (readonly Key[])[] = [
  [keys.clear, keys.brackets, keys.percent, keys.divide],
  [...digits(7, 8, 9), keys.times],
  [...digits(4, 5, 6), keys.minus],
  [...digits(1, 2, 3), keys.plus],
  [...digits(0), keys.point, keys.delete, keys.equals],
];
const landscapePad: readonly (readonly Key[])[] = [
  [...digits(7, 8, 9), keys.divide, keys.clear],
  [...digits(4, 5, 6), keys.times, keys.brackets],
  [...digits(1, 2, 3), keys.minus, keys.percent],
  [...digits(0), keys.point, keys.delete, keys.plus, keys.equals],
];

/** Characters of a keyboard and the keys they mean. */
const typedKeys: Record<string, string> = {
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

  render(ui: Ui): View {
    const pad = ui.landscape ? landscapePad : portraitPad;
    const gap = ui.landscape ? 8 : 10;
    const { right, bottom, left } = ui.insets;
    // The display reaches behind the status bar.
    return page(ui, { id: id('main_calculator'), padding: [0, right, bottom, left] }, [
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
            { weight: 1, bare: true, gap },
            line.map((key) => this.#key(ui, key)),
          ),
        ),
      ),
    ]);
  }

  typed(character: string): void {
    this.#calculator.press(typedKeys[character] ?? character);
  }

  #display(ui: Ui): View {
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
        !ui.landscape && spring(),
        text(
          formula,
          { size, weight: 400, color: theme.text, lineHeight: size * 1.18 },
          { id: id('formula'), width: 'fill', textAlign: 'end', maxLines: 1 },
        ),
        text(
          result,
          {
            size: ui.landscape ? 20 : 32,
            weight: 400,
            color: theme.textSoft,
            lineHeight: ui.landscape ? 26 : 40,
          },
          { id: id('result'), width: 'fill', textAlign: 'end', maxLines: 1 },
        ),
      ],
    );
  }

  #key(ui: Ui, key: Key): View {
    const { theme } = ui;
    const colors = {
      digit: [theme.card, theme.text],
      operator: [theme.tint, theme.onTint],
      clear: [theme.accent, theme.onAccent],
      equals: [theme.primary, theme.onPrimary],
    } as const;
    const [fill, color] = colors[key.tone];
    const size = ui.landscape ? 22 : 30;
    const face =
      key === keys.delete
        ? icon(
            mdiBackspaceOutline,
            { size: size - 2, color },
            { bare: true, place: ['center', 'center'] },
          )
        : text(
            label(key),
            { size, weight: 500, color },
            { bare: true, place: ['center', 'center'] },
          );
    return stack(
      {
        className: key === keys.delete ? 'android.widget.ImageButton' : 'android.widget.Button',
        id: id(key.id),
        text: key === keys.delete ? '' : label(key),
        description: key.description,
        weight: 1,
        height: 'fill',
        radius: 44,
        fill,
        onTap: () => this.#calculator.press(key.press),
        onLongPress: key === keys.delete ? () => this.#calculator.press('C') : undefined,
      },
      [face],
    );
  }
}

function label(key: Key): string {
  return key.press === '()' ? '( )' : key.press;
}

/** A calculator that calculates. */
export const calculatorApp: App = {
  packageName,
  label: 'Calculator',
  system: true,
  versionName: '8.4',
  icon: { path: mdiCalculatorVariant, color: '#ffffff', from: '#ffb25e', to: '#f0663f' },
  launcher: `${packageName}.Calculator`,
  create: (className) =>
    className === `${packageName}.Calculator` ? new CalculatorScreen() : undefined,
};
