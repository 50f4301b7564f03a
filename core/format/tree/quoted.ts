import { shownLength } from '../../screen/words.ts';
import { invisible } from '../../selector/print.ts';
import { spellOut } from '../../unseen.ts';
import { quote } from '../quote.ts';

/**
 * A phone's text as the tree shows it: a JSON string on one line. More than 100 units between the
 * quotes (or `maxLength`), counted without escapes, mean that it was cut: the last one is then the
 * ellipsis.
 */
export function quoted(text: string, maxLength = shownLength): string {
  return spellOut(quote(cut(text, maxLength), Infinity).replace(invisible, escapeAll), escapeAll);
}

function escapeAll(character: string): string {
  return Array.from(character.split(''), (unit) => escape(unit.charCodeAt(0))).join('');
}

function escape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** Never in the middle of an emoji; the whole one counts, so that what was cut is always over the limit. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splitsPair = /[\ud800-\udbff][\udc00-\udfff]/.test(
    text.slice(maxLength - 1, maxLength + 1),
  );
  return `${text.slice(0, splitsPair ? maxLength + 1 : maxLength)}…`;
}
