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
