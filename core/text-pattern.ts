/**
 * Texts with stars in them, compared without going back: what agents, people and phones write is
 * never made a regular expression, which a few stars can keep busy for ever.
 */

/**
 * A text with wildcards, as the plain pieces between its stars: `a*b` is `['a', 'b']`, a text
 * without stars is one piece. Only the first and the last piece may be empty.
 */
export interface TextPattern {
  readonly pieces: readonly string[];
}

/** The pattern that a text with stars means; stars beside each other are one. */
export function starPattern(text: string): TextPattern {
  return { pieces: text.split(/\*+/) };
}

/** The pattern that equals this text, stars in it included. */
export function exactly(text: string): TextPattern {
  return { pieces: [text] };
}

/** The pattern of everything that begins with this text. */
export function beginningWith(text: string): TextPattern {
  return { pieces: [text, ''] };
}

/** The pattern that finds this one anywhere in a text. */
export function anywhereIn({ pieces }: TextPattern): TextPattern {
  const first = pieces[0] === '' ? [] : [''];
  const last = pieces.length > 1 && pieces.at(-1) === '' ? [] : [''];
  return { pieces: [...first, ...pieces, ...last] };
}

/**
 * A test of texts, letter by letter and in the case of the dump. No text is matched by the empty
 * pattern alone: `*` means some text. Takes the leftmost place for every piece, so a pattern of
 * many stars can't make it go back.
 */
export function patternTest({ pieces }: TextPattern): (text: string) => boolean {
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (text === '' || text.length < first.length + last.length) return false;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    return fitsBetween(text, rest, { from: first.length, to: text.length - last.length });
  };
}

/** Whether the pieces stand in the text one after the other, within the range. */
function fitsBetween(
  text: string,
  pieces: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  let end = from;
  for (const piece of pieces) {
    const start = text.indexOf(piece, end);
    if (start === -1) return false;
    end = start + piece.length;
    if (end > to) return false;
  }
  return true;
}
