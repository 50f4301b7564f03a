/**
 * Length limits of answers. Clients warn their agents, or cut, from 10,000 to 25,000 tokens on; an
 * ordinary screen has a tenth of this.
 */

import { escapeInvisible } from '../text/invisible-characters.ts';

/** Longest text answer, in characters. */
const maxAnswerLength = 40_000;
/** Longest data answer, in characters of JSON; it is also sent as text, and some more around it. */
const maxDataLength = 29_000;
/** Longest reply to one call, in characters of its texts and its data, whatever they are made of. */
export const maxReplyLength = 60_000;
/** Longest text within data, in characters; get_element_details has the rest. */
const maxFieldLength = 5_000;

/**
 * The text with invisible characters spelled out, and as many lines as fit. If lines are left out, a
 * last line counts them, `note:12 more lines did not fit: `, and ends with the advice how to get them.
 */
export function fitLines(original: string, advice: string): string {
  const text = escapeInvisible(original);
  if (text.length <= maxAnswerLength) return text;
  const end = text.lastIndexOf('\n', maxAnswerLength);
  const shown = end > 0 ? text.slice(0, end) : prefixOf(text, maxAnswerLength);
  const linesLeft = text.slice(shown.length).split('\n').length - (end > 0 ? 1 : 0);
  return `${shown}\nnote:${linesLeft} more ${linesLeft === 1 ? 'line' : 'lines'} did not fit: ${advice}`;
}

/** As many items as fit, but at least the first. */
export function fitData<Item>(items: readonly Item[]): readonly Item[] {
  let room = maxDataLength;
  const tooMany = items.findIndex((item, at) => {
    room -= escapeInvisible(JSON.stringify(item)).length + 1;
    return room < 0 && at > 0;
  });
  return tooMany < 0 ? items : items.slice(0, tooMany);
}

/** The texts of a reply; what does not fit is cut, and a mark says so. */
export function fitReply(texts: readonly string[]): readonly string[] {
  const mark = '...truncated';
  let room = maxReplyLength - texts.length * mark.length;
  return texts.map((text) => {
    const shown = prefixOf(text, Math.max(0, room));
    room -= shown.length;
    return shown.length === text.length ? text : `${shown}${mark}`;
  });
}

/** A phone's text as a data field; a long one is cut and marked. */
export function truncateField(text: string): string {
  return text.length <= maxFieldLength ? text : `${prefixOf(text, maxFieldLength)}...truncated`;
}

/** The longest beginning that is within this length when spelled out. */
export function prefixThatFits(text: string, length: number): string {
  const shown = prefixOf(text, length);
  // One UTF-16 unit is spelled out in at most nine characters.
  return escapeInvisible(shown).length <= length ? shown : prefixOf(text, Math.floor(length / 9));
}

/** The first UTF-16 units of a text, without splitting a surrogate pair. */
export function prefixOf(text: string, length: number): string {
  const cut = text.slice(0, length);
  return text.length > length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
