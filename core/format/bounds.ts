/**
 * Length limits of answers. Clients warn their agents, or cut, from 10,000 to 25,000 tokens on; an
 * ordinary screen has a tenth of this.
 */

import { spellOut } from '../unseen.ts';

/** Longest text answer, in characters. */
const maxText = 40_000;
/** Longest data answer, in characters of JSON; it is also sent as text. */
const maxData = 30_000;
/** Longest text within data, in characters; get_element_details has the rest. */
const maxField = 5_000;

/**
 * The text with invisible characters spelled out, and as many lines as fit. If lines are left out, a
 * last line counts them, `note:12 more lines did not fit: `, and ends with the advice how to get them.
 */
export function fitLines(given: string, advice: string): string {
  const text = spellOut(given);
  if (text.length <= maxText) return text;
  const end = text.lastIndexOf('\n', maxText);
  const shown = end > 0 ? text.slice(0, end) : beginningOf(text, maxText);
  const left = text.slice(shown.length).split('\n').length - (end > 0 ? 1 : 0);
  return `${shown}\nnote:${left} more ${left === 1 ? 'line' : 'lines'} did not fit: ${advice}`;
}

/** As many items as fit, but at least the first. */
export function fitData<Item>(items: readonly Item[]): readonly Item[] {
  let room = maxData;
  const tooMany = items.findIndex((item, at) => {
    room -= spellOut(JSON.stringify(item)).length + 1;
    return room < 0 && at > 0;
  });
  return tooMany < 0 ? items : items.slice(0, tooMany);
}

/** A phone's text as a data field; a long one is cut and marked. */
export function dataField(text: string): string {
  return text.length <= maxField ? text : `${beginningOf(text, maxField)}...truncated`;
}

/** The longest beginning that is within this length when spelled out. */
export function spelledBeginning(text: string, length: number): string {
  const shown = beginningOf(text, length);
  // One UTF-16 unit is spelled out in at most nine characters.
  return spellOut(shown).length <= length ? shown : beginningOf(text, Math.floor(length / 9));
}

/** The first UTF-16 units of a text, without splitting a surrogate pair. */
function beginningOf(text: string, length: number): string {
  const cut = text.slice(0, length);
  return text.length > length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
