/** Arguments that need no quotes in sh, PowerShell and cmd; a leading `-` only before a letter. */
const BARE = /^(?:--?[A-Za-z]|[A-Za-z0-9_./])[A-Za-z0-9_./:=-]*$/;
/** Arguments that are literal between double quotes in all shells. */
const QUOTED = /^[\p{L}\p{N}_./:=@+~, ()&'#-]+$/u;
/** On Windows also backslashes, except as the last character, where one would escape the quote. */
const QUOTED_ON_WINDOWS = /^[\p{L}\p{N}_./:=@+~, ()&'#\\-]+(?<!\\)$/u;

/**
 * A command line that passes exactly these arguments: for PowerShell on Windows (and for cmd, if
 * the arguments hold only letters, digits and the usual characters of a path), for sh elsewhere.
 */
export function shellCommand(words: readonly string[], onWindows: boolean): string {
  return words.map((word) => (onWindows ? windowsWord(word) : shWord(word))).join(' ');
}

function shWord(word: string): string {
  if (BARE.test(word) || word === '--') return word;
  return QUOTED.test(word) ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Quotes `--` too: PowerShell removes a bare one before npm's scripts see it. */
function windowsWord(word: string): string {
  if (BARE.test(word)) return word;
  if (QUOTED_ON_WINDOWS.test(word)) return `"${word}"`;
  // PowerShell treats curly quotes like straight ones.
  return `'${word.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
}
