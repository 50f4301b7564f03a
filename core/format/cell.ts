/**
 * A phone's text as one TSV cell: control characters (tabs and line ends among them) and the
 * Unicode line and paragraph separators become spaces, so that no text can pose as a column or a
 * row of its own; trimmed; `-` when nothing is left.
 */
export function cell(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim() || '-';
}
