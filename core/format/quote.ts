import { shownLength } from '../screen/words.ts';
import { invisible } from '../selector/print.ts';
import { spellOut } from '../unseen.ts';

/** Characters of a text that are quoted; the rest is for get_element_details. */
const maxQuoted = 200;

/**
 * A phone's text between double quotes on one line, escaped like a JSON string, so that it can't
 * pose as a part of the message around it; cut to 200 UTF-16 units, which then end in an ellipsis.
 */
export function quote(text: string, maxLength = maxQuoted): string {
  const isCut = text.length > maxLength;
  const shown = isCut ? text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '') : text;
  const escaped = JSON.stringify(shown).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escapeAll);
  return isCut ? `${escaped.slice(0, -1)}…"` : escaped;
}

/**
 * A phone's text as the tree shows it: a JSON string on one line. More than 100 units between the
 * quotes (or `maxLength`), counted without escapes, mean that it was cut: the last one is then the
 * ellipsis.
 */
export function quoted(text: string, maxLength = shownLength): string {
  return spellOut(quote(cut(text, maxLength), Infinity).replace(invisible, escapeAll), escapeAll);
}

function escapeAll(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16));
  return units.map((unit) => `\\u${unit.padStart(4, '0')}`).join('');
}

/** Never in the middle of an emoji; the whole one counts, so that what was cut is always over the limit. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splitsPair = /[\ud800-\udbff][\udc00-\udfff]/.test(
    text.slice(maxLength - 1, maxLength + 1),
  );
  return `${text.slice(0, splitsPair ? maxLength + 1 : maxLength)}…`;
}
