/** These mean themselves bare, in PowerShell and cmd too; a leading `-` only before a letter. */
const BARE = /^(?:--?[A-Za-z]|[A-Za-z0-9_./])[A-Za-z0-9_./:=-]*$/;
/** These mean themselves between double quotes in all shells. */
const QUOTED = /^[\p{L}\p{N}_./:=@+~, ()&'#-]+$/u;
/** A backslash too, on Windows, but not as the last one: it would escape the quote. */
const QUOTED_ON_WINDOWS = /^[\p{L}\p{N}_./:=@+~, ()&'#\\-]+(?<!\\)$/u;

/**
 * A command line that hands on exactly these words: for PowerShell on Windows (for cmd too,
 * where no word holds more than letters, digits and the usual signs of a path), for sh elsewhere.
 */
export function shellCommand(words: readonly string[], onWindows: boolean): string {
  return words.map((word) => (onWindows ? windowsWord(word) : shWord(word))).join(' ');
}

function shWord(word: string): string {
  if (BARE.test(word) || word === '--') return word;
  return QUOTED.test(word) ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Two dashes alone are quoted: PowerShell takes bare ones away before the scripts of npm see them. */
function windowsWord(word: string): string {
  if (BARE.test(word)) return word;
  if (QUOTED_ON_WINDOWS.test(word)) return `"${word}"`;
  // PowerShell takes the curly quotes for straight ones.
  return `'${word.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
}
