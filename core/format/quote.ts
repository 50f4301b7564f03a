/** Characters of a text that are quoted; the rest is for get_element_details. */
const maxQuoted = 200;

/**
 * A phone's text between double quotes on one line, escaped like a JSON string, so that it can't
 * pose as a part of the message around it; cut to 200 UTF-16 units, which then end in an ellipsis.
 */
export function quote(text: string, maxLength = maxQuoted): string {
  const cut = text.length > maxLength;
  const shown = cut ? text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '') : text;
  const escaped = JSON.stringify(shown).replace(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return cut ? `${escaped.slice(0, -1)}…"` : escaped;
}
