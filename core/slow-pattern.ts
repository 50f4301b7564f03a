/**
 * Whether a regular expression could try without end: a group that repeats holds a repetition or a
 * choice itself, `(a+)+` or `(a|a)*`, and so can take the same text apart in more ways than there
 * is time for. The browser can't be stopped in it. Some harmless ones are among them.
 */
export function triesWithoutEnd(source: string): boolean {
  /** Of each open group, whether it holds a repetition or a choice. */
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

/** What is escaped, a set of characters, a group's beginning with what it is, and the signs that count. */
const parts =
  /\\.|\[(?:\\.|[^\\\]])*(?:\]|$)|\((?:\?(?:<?[=!]|:|<[^>]*>))?|\)|\||[*+]|\{\d*,?\d*\}/gs;

/** More than once; `?` and `{1}` are not. */
const repetition = /^(?:[*+]|\{(?:\d+,\d*|[2-9]|\d{2,})\})/;
