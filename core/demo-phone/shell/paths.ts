/** Absolute paths of the phone. */

/** The absolute form of a path, seen from a directory; `.` and `..` are resolved. */
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

/** What stands before the last part; `/` at the top. */
export function parentOf(path: string): string {
  return resolvePath('/', `${path}/..`);
}
