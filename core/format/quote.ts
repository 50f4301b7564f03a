import { maxShownLength, labelOf, textsIn } from '../screen/accessible-text.ts';
import { invisibleCharacters } from '../selector/selector.ts';
import { escapeInvisible } from '../text/invisible-characters.ts';
import { resourceEntryName, simpleClassName, type Element } from '../screen/screen.ts';

/** UTF-16 units to quote; get_element_details has the rest. */
const maxQuoted = 200;

/**
 * A phone's text in double quotes on one line, escaped like a JSON string, so that it can't be
 * mistaken for the message around it; longer texts are cut to 200 UTF-16 units and end in an ellipsis.
 */
export function quote(text: string, maxLength = maxQuoted): string {
  const isCut = text.length > maxLength;
  const shown = isCut ? text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '') : text;
  const escaped = JSON.stringify(shown).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escapeUnits);
  return isCut ? `${escaped.slice(0, -1)}…"` : escaped;
}

/**
 * A phone's text in the tree: a JSON string on one line. A text longer than 200 UTF-16 units (or
 * `maxLength`), counted without escapes, is cut and ends in an ellipsis.
 */
export function quoteTreeText(text: string, maxLength = maxShownLength): string {
  return escapeInvisible(
    quote(truncateText(text, maxLength), Infinity).replace(invisibleCharacters, escapeUnits),
    escapeUnits,
  );
}

function escapeUnits(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16));
  return units.map((unit) => `\\u${unit.padStart(4, '0')}`).join('');
}

/** Cuts a text, but no surrogate pair: it keeps the whole pair, so that a cut text is always over the limit. */
function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splitsPair = /[\ud800-\udbff][\udc00-\udfff]/.test(
    text.slice(maxLength - 1, maxLength + 1),
  );
  return `${text.slice(0, splitsPair ? maxLength + 1 : maxLength)}…`;
}

/**
 * A phone's text as one TSV cell: control characters (tabs, line ends) and Unicode line and paragraph
 * separators become spaces, so that no text can forge a column or row; trimmed; `-` if empty.
 */
export function tsvCell(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim() || '-';
}

/** A value as one TSV cell: `yes` or `no` for a boolean, `-` for none. */
export function valueCell(value: string | boolean | null | undefined): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : tsvCell(value ?? '');
}

/** UTF-16 units of a label that identify an element. */
const maxLabel = 60;

/**
 * An element's name in messages: its class and its label, `Button "Save"`; without a label the first
 * text inside it, else its resource name. Never a password's content.
 */
export function nameElement(element: Element): string {
  const kind = tsvCell(simpleClassName(element.className)).slice(0, maxLabel);
  const label = textToName(element);
  if (label !== undefined) return `${kind} ${quote(label, maxLabel)}`;
  const name = resourceEntryName(element.resourceId);
  return name === '' ? kind : `${kind} @${tsvCell(name).slice(0, maxLabel)}`;
}

/**
 * The text that names an element to a person, on one line and cut as in `nameElement`, whose result it
 * is for an element without any.
 */
export function labelElement(element: Element): string {
  return textLabel(element) ?? nameElement(element);
}

/** The same, undefined for an element without any. */
export function textLabel(element: Element): string | undefined {
  const label = tsvCell(textToName(element) ?? '');
  return label === '-' ? undefined : truncateText(label, maxLabel);
}

/** An element's label, else the first text inside it; undefined without any. */
function textToName(element: Element): string | undefined {
  const ownLabel = element.password ? element.description : labelOf(element);
  return ownLabel || textsIn(element)[0];
}
