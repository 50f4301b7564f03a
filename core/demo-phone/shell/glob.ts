import { FileError, type FileSystem } from '../files.ts';
import { resolvePath } from './paths.ts';

/** A pattern in which a backslash makes the next character plain. */
export interface GlobScope {
  readonly files: FileSystem;
  readonly directory: string;
}

const special = /\\[^]|[*?]|\[[^\]]+\]/g;

/** Escapes the characters that a pattern reads specially. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}

/** The paths that match, sorted; empty when there are none. */
export function expandGlob(pattern: string, scope: GlobScope): string[] {
  const absolute = pattern.startsWith('/');
  let found = [absolute ? '/' : ''];
  for (const part of pattern.split('/').filter((piece) => piece !== '')) {
    found = found.flatMap((path) => step(path, part, scope));
  }
  return found.sort();
}

function step(path: string, part: string, scope: GlobScope): string[] {
  const join = (name: string): string => (path === '' || path === '/' ? path : `${path}/`) + name;
  const at = resolvePath(scope.directory, path);
  if (!hasPattern(part)) {
    const next = join(unescapePattern(part));
    return scope.files.stat(resolvePath(scope.directory, next)) ? [next] : [];
  }
  const matcher = patternToRegExp(part);
  return namesIn(at, scope.files)
    .filter((name) => matcher.test(name) && (part.startsWith('.') || !name.startsWith('.')))
    .map(join);
}

function namesIn(path: string, files: FileSystem): readonly string[] {
  const stat = files.stat(path);
  // 0o040000: a directory in st_mode.
  if (stat === undefined || (stat.mode & 0o170000) !== 0o040000) return [];
  try {
    return files.list(path);
  } catch (error) {
    // A directory that may not be listed matches nothing.
    if (error instanceof FileError) return [];
    throw error;
  }
}

/** Whether anything in it is to be matched. */
export function hasPattern(pattern: string): boolean {
  return [...pattern.matchAll(special)].some(([found]) => !found.startsWith('\\'));
}

/** The plain text of a pattern. */
export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([^])/g, '$1');
}

/** Matches a whole name. */
export function patternToRegExp(pattern: string): RegExp {
  let source = '';
  let last = 0;
  for (const { 0: found, index } of pattern.matchAll(special)) {
    source += literal(pattern.slice(last, index)) + translate(found);
    last = index + found.length;
  }
  return new RegExp(`^${source}${literal(pattern.slice(last))}$`, 's');
}

function translate(found: string): string {
  if (found === '*') return '.*';
  if (found === '?') return '.';
  if (found.startsWith('[')) return found.replace(/^\[!/, '[^').replace(/\\/g, '\\\\');
  return literal(found.slice(1));
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
