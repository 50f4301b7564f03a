import type { Modal } from '../modal/modal.ts';
import type { Action } from './actions.ts';
import { isWorded } from '../words.ts';
import { type Row, isActive } from '../rows.ts';

/** Texts from which on bare numbers are left out: the days of a month, the marks of a scale. Those with a unit, such as "14°", stay. */
const many = 12;

/** The texts that can only be read, each once, without those that name something. */
export function textsIn(
  rows: readonly Row[],
  told: {
    readonly title: string;
    readonly modal: Modal | null;
    readonly actions: readonly Action[];
  },
): string[] {
  const names = told.actions.map(({ text }) => text);
  const known = new Set([told.title, told.modal?.title ?? '', ...names]);
  const labels = new Set(told.actions.map(({ labelled }) => labelled));
  const texts = rows
    .filter(({ element }) => !isActive(element) && !labels.has(element))
    .flatMap(({ own, words }) => [own.text || own.description, ...words.map(({ text }) => text)]);
  const said = [...new Set(texts)].filter((text) => isWorded(text) && !known.has(text));
  return said.length <= many ? said : said.filter((text) => !/^\p{N}+$/u.test(text));
}
