import { simpleClassName, idName } from '../../screen/derive.ts';
import { type Element, type Screen, walk } from '../../screen/screen.ts';
import { type Label, rowLabel } from '../../screen/summary/label.ts';
import { type Row, rowsOf } from '../../screen/rows.ts';
import type { Spoken } from '../../screen/words.ts';
import { isTypeWord, writeName } from '../../selector/print.ts';
import { quoted } from '../quote.ts';

/** A screen's rows, what they are called, and which of them an element stands on. */
export interface Read {
  readonly screen: Screen;
  readonly rows: readonly Row[];
  /** What the element is called, where it is that of a row. */
  labelOf(element: Element): Label | undefined;
  /** The row around the element: the one it is a word on, or the next outer one; undefined where there is none. */
  around(element: Element): Row | undefined;
}

/** Reads a screen for its lines. */
export function readRows(screen: Screen): Read {
  const rows = rowsOf(screen);
  const numbers = new Map(rows.map(({ element }, at) => [element, at]));
  const holders = holdersOf(screen, rows, numbers);
  return {
    screen,
    rows,
    labelOf: (element) => {
      const at = numbers.get(element);
      return at === undefined ? undefined : rowLabel(rows, at);
    },
    around: (element) => holders.get(element),
  };
}

function holdersOf(
  { roots }: Screen,
  rows: readonly Row[],
  numbers: ReadonlyMap<Element, number>,
): ReadonlyMap<Element, Row> {
  const holders = new Map<Element, Row>();
  for (const element of walk(roots)) {
    const row = rows[numbers.get(element) ?? -1] ?? holders.get(element);
    if (row === undefined) continue;
    for (const child of element.children) holders.set(child, row);
  }
  // The row that takes a word may be further out than the next one.
  for (const row of rows) {
    for (const { element } of row.words) if (!numbers.has(element)) holders.set(element, row);
  }
  return holders;
}

/** Class and name of the resource id: `ListView @list`. */
export function nameKind({ className, resourceId }: Element): string {
  const simple = simpleClassName(className) || 'View';
  const kind = isTypeWord(simple) ? simple : quoted(simple);
  return resourceId === '' ? kind : `${kind} @${writeName(idName(resourceId) || resourceId)}`;
}

/** What the element says, as the tree prints it: text, and a description that differs. */
export function nameWords({ text, description }: Spoken): string[] {
  return [
    ...(text === '' ? [] : [quoted(text)]),
    ...(description === '' ? [] : [`desc=${quoted(description)}`]),
  ];
}
