const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
/** What BaseKeyListener deletes as a whole: emoji with their joiners, flags, keycaps. */
const wholeToDelete = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** The character, as a person counts, around or after an index: from its start to its end, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the character after an index ends; the text's length at its end. */
export function nextBoundary(text: string, index: number): number {
  const found = graphemes.segment(text).containing(index);
  return found === undefined ? text.length : found.index + found.segment.length;
}

/** Where the character before an index begins; 0 at the start. */
export function previousBoundary(text: string, index: number): number {
  return graphemes.segment(text).containing(index - 1)?.index ?? 0;
}

/**
 * Where Backspace deletes from: an emoji goes as a whole, of a letter with marks only the last
 * mark goes (android.text.method.BaseKeyListener).
 */
export function backspaceStart(text: string, index: number): number {
  const start = previousBoundary(text, index);
  const character = text.slice(start, index);
  if (wholeToDelete.test(character) || character === '\r\n') return start;
  return index - ([...character].at(-1)?.length ?? 0);
}

/** The word at an index, or the one just before it; without one, the character there. */
export function wordAround(text: string, index: number): Span {
  const segments = words.segment(text);
  const here = segments.containing(Math.min(index, Math.max(0, text.length - 1)));
  const before = index > 0 ? segments.containing(index - 1) : undefined;
  const chosen = [here, before].find((segment) => segment?.isWordLike === true) ?? here;
  if (chosen === undefined) return { start: 0, end: 0 };
  return { start: chosen.index, end: chosen.index + chosen.segment.length };
}

/** Where Ctrl and an arrow lead: the end of the next word, or the start of the one before. */
export function wordBoundary(text: string, index: number, side: -1 | 1): number {
  const ends = [...words.segment(text)]
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ index: start, segment }) => (side === 1 ? start + segment.length : start));
  if (side === 1) return ends.find((end) => end > index) ?? text.length;
  return ends.findLast((start) => start < index) ?? 0;
}
