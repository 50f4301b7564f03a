/**
 * Wildcard matching without backtracking. Texts from agents, users and phones are never turned into
 * regular expressions, since a few stars could make one run practically forever.
 */

/**
 * A text with wildcards, as the literal pieces between its stars: `a*b` is `['a', 'b']`, a text
 * without stars is one piece. Only the first and the last piece may be empty.
 */
export interface TextPattern {
  readonly pieces: readonly string[];
}

/** Parses a text with stars; adjacent stars count as one. */
export function wildcardPattern(text: string): TextPattern {
  return { pieces: text.split(/\*+/) };
}

/** The pattern that matches exactly this text; stars in it are literal. */
export function exactPattern(text: string): TextPattern {
  return { pieces: [text] };
}

/** The pattern that matches every text with this prefix. */
export function prefixPattern(text: string): TextPattern {
  return { pieces: [text, ''] };
}

/** The pattern that matches every text containing a match of this one. */
export function containingPattern({ pieces }: TextPattern): TextPattern {
  const first = pieces[0] === '' ? [] : [''];
  const last = pieces.length > 1 && pieces.at(-1) === '' ? [] : [''];
  return { pieces: [...first, ...pieces, ...last] };
}

/** Marks and embeddings of the writing direction, which Android's BidiFormatter adds, and blanks of no width. Overrides are not among them: they turn the letters around. */
const invisibleMarks = /[\u061c\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/g;

/**
 * A text as a person reads it: white space of any kind and length is one blank, and direction marks
 * are left out. Blanks at the ends stay, since it may be a piece of a pattern.
 */
export function readableText(text: string): string {
  // Most texts are as they are read.
  if (text.search(/[^\S ]| {2}|[\u061c\u200b-\u200f\u202a-\u202c\u2060-\u2069\ufeff]/) < 0)
    return text;
  return text.replace(invisibleMarks, '').replace(/\s+/g, ' ');
}

/** The same test as `compilePattern`, of what a person reads. */
export function compileReadablePattern({ pieces }: TextPattern): (text: string) => boolean {
  const last = pieces.length - 1;
  const readable = pieces.map(readableText).map((piece, at) => {
    const start = at === 0 ? piece.trimStart() : piece;
    return at === last ? start.trimEnd() : start;
  });
  const matches = compilePattern({ pieces: readable });
  return (text) => matches(readableText(text).trim());
}

/**
 * Compiles a pattern into a case-sensitive test of texts. The empty text is matched by the empty
 * pattern only: `*` needs some text. Every piece is matched at its leftmost position, so many stars
 * cause no backtracking.
 */
export function compilePattern({ pieces }: TextPattern): (text: string) => boolean {
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (text === '' || text.length < first.length + last.length) return false;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    return containsInOrder(text, rest, { from: first.length, to: text.length - last.length });
  };
}

/** Whether the pieces occur in this order, without overlap, within the range. */
function containsInOrder(
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

/**
 * Whether a regular expression may backtrack exponentially: a repeated group contains a repetition
 * or an alternation, as in `(a+)+` or `(a|a)*`. The browser cannot interrupt such a match. Some
 * harmless expressions are reported too.
 */
export function mayBacktrackExponentially(source: string): boolean {
  /** For each open group, whether it contains a repetition or an alternation. */
  const open: boolean[] = [];
  let isSlow = false;
  for (const { 0: token, index } of source.matchAll(regexTokens)) {
    if (token.startsWith('(')) open.push(false);
    else if (token === ')') {
      const hasInnerRepetition = open.pop() ?? false;
      const repeats = repeatingQuantifier.test(source.slice(index + 1));
      isSlow ||= hasInnerRepetition && repeats;
      if ((hasInnerRepetition || repeats) && open.length > 0) open[open.length - 1] = true;
    } else if (repeatingQuantifier.test(token) || token === '|') {
      if (open.length > 0) open[open.length - 1] = true;
    }
  }
  return isSlow;
}

/** Tokens of a regular expression: escapes, character classes, group starts and ends, alternations, quantifiers. */
const regexTokens =
  /\\.|\[(?:\\.|[^\\\]])*(?:\]|$)|\((?:\?(?:<?[=!]|:|<[^>]*>))?|\)|\||[*+]|\{\d*,?\d*\}/gs;

/** A quantifier that allows more than one repetition, unlike `?` and `{1}`. */
const repeatingQuantifier = /^(?:[*+]|\{(?:\d+,\d*|[2-9]|\d{2,})\})/;
