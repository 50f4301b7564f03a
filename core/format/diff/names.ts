import { simpleClassName } from '../../screen/derive.ts';
import { idName } from '../../screen/id-name.ts';
import type { Element, Screen } from '../../screen/screen.ts';
import { type Row, rowsOf } from '../../screen/summary/rows.ts';
import type { Spoken } from '../../screen/summary/spoken.ts';
import { isTypeWord, writeName } from '../../selector/words.ts';
import { quoted } from '../tree/quoted.ts';

/** A screen's rows, and which of them an element stands on. */
export interface Read {
  readonly screen: Screen;
  readonly rows: readonly Row[];
  /** The row around the element: the one it is a word on, or the next outer one; undefined where there is none. */
  around(element: Element): Row | undefined;
}

/** Reads a screen for its lines. */
export function readRows(screen: Screen): Read {
  const rows = rowsOf(screen);
  const tellers = new Map<Element, Row>();
  const holders = new Map<Element, Row | undefined>();
  const open: Row[] = [];
  for (const row of rows) {
    while ((open.at(-1)?.level ?? -1) >= row.level) open.pop();
    for (const { element } of row.words) tellers.set(element, row);
    tellers.set(row.element, row);
    holders.set(row.element, open.at(-1));
    open.push(row);
  }
  return {
    screen,
    rows,
    around: (element) => {
      const row = tellers.get(element);
      return row?.element === element ? holders.get(element) : row;
    },
  };
}

/** What a row says itself, else the first words on it. */
export function labelOfRow({ own, words }: Row): string {
  return own.text || own.description || (words[0]?.text ?? '');
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
