/** Arguments that need no quotes in sh, PowerShell and cmd; a leading `-` only before a letter. */
const NEEDS_NO_QUOTES = /^(?:--?[A-Za-z]|[A-Za-z0-9_./])[A-Za-z0-9_./:=-]*$/;
/** Arguments that are literal between double quotes in all shells. */
const DOUBLE_QUOTABLE = /^[\p{L}\p{N}_./:=@+~, ()&'#-]+$/u;
/** On Windows also backslashes, except as the last character, where one would escape the quote. */
const DOUBLE_QUOTABLE_ON_WINDOWS = /^[\p{L}\p{N}_./:=@+~, ()&'#\\-]+(?<!\\)$/u;

/**
 * A command line that passes exactly these arguments: for PowerShell on Windows (and for cmd, if
 * the arguments hold only letters, digits and the usual characters of a path), for sh elsewhere.
 */
export function shellCommand(args: readonly string[], onWindows: boolean): string {
  return args.map((arg) => (onWindows ? quoteForPowerShell(arg) : quoteForSh(arg))).join(' ');
}

function quoteForSh(arg: string): string {
  if (NEEDS_NO_QUOTES.test(arg) || arg === '--') return arg;
  return DOUBLE_QUOTABLE.test(arg) ? `"${arg}"` : `'${arg.replaceAll("'", "'\\''")}'`;
}

/** Quotes `--` too: PowerShell removes a bare one before npm's scripts see it. */
function quoteForPowerShell(arg: string): string {
  if (NEEDS_NO_QUOTES.test(arg)) return arg;
  if (DOUBLE_QUOTABLE_ON_WINDOWS.test(arg)) return `"${arg}"`;
  // PowerShell treats curly quotes like straight ones.
  return `'${arg.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
}
