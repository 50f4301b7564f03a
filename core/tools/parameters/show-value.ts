/** UTF-16 units of what an agent sent that help it to know it again. */
const maxShown = 100;

/** A value that an agent sent, for a message: as JSON, cut to what helps. */
export function showValue(value: unknown): string {
  // JSON has no word for what 1e999 becomes.
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.slice(0, maxShown);
}

/** A word that an agent sent, for a message: as it is, a long one cut. */
export function showWord(word: unknown): string {
  const text = String(word);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}
