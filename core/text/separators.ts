/** What fields put between the characters of a number, a date or a code: spaces, punctuation, symbols. */
const separator = /[\s\p{P}\p{S}\p{Z}\p{Cf}]/u;

/**
 * Whether `held` is `asked` in which only separators were added or letters changed their case.
 * False where `asked` has nothing but separators: nothing would be left to compare.
 */
export function isFormatted(asked: string, held: string): boolean {
  const [wanted, found] = [[...asked.toLowerCase()], [...held.toLowerCase()]];
  if (!wanted.some((character) => !separator.test(character))) return false;
  let at = 0;
  for (const character of found) {
    if (character === wanted[at]) at++;
    else if (!separator.test(character)) return false;
  }
  return at === wanted.length;
}

/** The text's letters and digits alone, in their order. */
export function withoutSeparators(text: string): string {
  return [...text].filter((character) => !separator.test(character)).join('');
}
