/** Backslash escapes as `printf`, `echo` and `$'…'` read them. */

const simple: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** Replaces the escapes; `stopped` is set when `\c` ended the output. */
export function unescapeText(text: string): { readonly text: string; readonly stopped: boolean } {
  const stop = text.search(/(?<!\\)(?:\\\\)*\\c/);
  const active = stop < 0 ? text : text.slice(0, text.indexOf('\\c', stop));
  const replaced = active.replace(
    /\\(?:[abefnrtv\\]|0?[0-7]{1,3}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4})/g,
    (escape) => characterOf(escape.slice(1)),
  );
  return { text: replaced, stopped: stop >= 0 };
}

/** The character for the code after the backslash. */
function characterOf(code: string): string {
  if (/^[xu]/.test(code)) return String.fromCharCode(parseInt(code.slice(1), 16));
  if (/^[0-7]/.test(code)) return String.fromCharCode(parseInt(code, 8) & 0xff);
  return simple[code] ?? code;
}

/** Converts a path relative to a directory to an absolute one; resolves `.` and `..`. */
export function resolvePath(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${directory}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1) ?? '';
}

/** The parent directory; `/` for the root. */
export function parentOf(path: string): string {
  return resolvePath('/', `${path}/..`);
}
