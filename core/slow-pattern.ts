/**
 * Whether a regular expression may backtrack exponentially: a repeated group contains a repetition
 * or an alternation, as in `(a+)+` or `(a|a)*`. The browser cannot interrupt such a match. Some
 * harmless expressions are reported too.
 */
export function triesWithoutEnd(source: string): boolean {
  /** For each open group, whether it contains a repetition or an alternation. */
  const open: boolean[] = [];
  let isSlow = false;
  for (const { 0: part, index } of source.matchAll(parts)) {
    if (part.startsWith('(')) open.push(false);
    else if (part === ')') {
      const isMixed = open.pop() ?? false;
      const repeats = repetition.test(source.slice(index + 1));
      isSlow ||= isMixed && repeats;
      if ((isMixed || repeats) && open.length > 0) open[open.length - 1] = true;
    } else if (repetition.test(part) || part === '|') {
      if (open.length > 0) open[open.length - 1] = true;
    }
  }
  return isSlow;
}

/** Tokens of a regular expression: escapes, character classes, group starts and ends, alternations, quantifiers. */
const parts =
  /\\.|\[(?:\\.|[^\\\]])*(?:\]|$)|\((?:\?(?:<?[=!]|:|<[^>]*>))?|\)|\||[*+]|\{\d*,?\d*\}/gs;

/** A quantifier that allows more than one repetition, unlike `?` and `{1}`. */
const repetition = /^(?:[*+]|\{(?:\d+,\d*|[2-9]|\d{2,})\})/;
