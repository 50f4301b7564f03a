/**
 * A phone's text as one TSV cell: control characters (tabs, line ends) and Unicode line and paragraph
 * separators become spaces, so that no text can forge a column or row; trimmed; `-` if empty.
 */
export function tsvCell(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim() || '-';
}
