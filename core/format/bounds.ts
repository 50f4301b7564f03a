/**
 * How long answers are at most. Clients warn their agents, or cut, from 10,000 to 25,000 tokens on,
 * and an ordinary screen has a tenth of this.
 */

import { spellOut } from '../unseen.ts';

/** Characters of an answer that is text. */
const maxText = 40_000;
/** Characters of an answer that is data: it is sent as text, too. */
const maxData = 30_000;
/** Characters of one text within data; get_element_details has the rest. */
const maxField = 5_000;

/**
 * The text, spelled out, with as many of its lines as fit. Where lines are left out, a last one
 * counts them, `note:12 more lines did not fit: `, and the advice says how to get them.
 */
export function fitLines(given: string, advice: string): string {
  const text = spellOut(given);
  if (text.length <= maxText) return text;
  const end = text.lastIndexOf('\n', maxText);
  const shown = end > 0 ? text.slice(0, end) : beginningOf(text, maxText);
  const left = text.slice(shown.length).split('\n').length - (end > 0 ? 1 : 0);
  return `${shown}\nnote:${left} more ${left === 1 ? 'line' : 'lines'} did not fit: ${advice}`;
}

/** As many of the items as fit as data, the first one in any case. */
export function fitData<Item>(items: readonly Item[]): readonly Item[] {
  let room = maxData;
  const tooMany = items.findIndex((item, at) => {
    room -= spellOut(JSON.stringify(item)).length + 1;
    return room < 0 && at > 0;
  });
  return tooMany < 0 ? items : items.slice(0, tooMany);
}

/** A text of the phone as one field of data; a longer one is cut and says so. */
export function dataField(text: string): string {
  return text.length <= maxField ? text : `${beginningOf(text, maxField)}...truncated`;
}

/** The beginning of a text that is not longer than this, spelled out. */
export function spelledBeginning(text: string, length: number): string {
  const shown = beginningOf(text, length);
  // One unit has nine characters at most.
  return spellOut(shown).length <= length ? shown : beginningOf(text, Math.floor(length / 9));
}

/** The first UTF-16 units of a text, without half a character at the end. */
function beginningOf(text: string, length: number): string {
  const cut = text.slice(0, length);
  return text.length > length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
