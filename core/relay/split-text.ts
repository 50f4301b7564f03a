/**
 * Cuts a text into parts of at most `length` UTF-16 units (at least 2), never between the two
 * halves of a surrogate pair: each part is encoded as UTF-8 on its own. An empty text has none.
 */
export function splitText(text: string, length: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + length, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
