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
  const matches = matcher(part);
  return namesIn(at, scope.files)
    .filter((name) => matches(name) && (part.startsWith('.') || !name.startsWith('.')))
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

/** One character of a name, or any run of them. */
type Unit = '*' | ((character: string) => boolean);

/**
 * A test of whole names; `adapt` makes letters alike. After a character that does not fit it goes
 * back to the last star only, so that many stars cost no more than one each.
 */
export function matcher(pattern: string, adapt = (text: string) => text) {
  const units = unitsOf(adapt(pattern));
  return (name: string): boolean => {
    const characters = adapt(name);
    let unit = 0;
    let star = -1;
    let resume = 0;
    for (let at = 0; at < characters.length;) {
      const wanted = units[unit];
      if (wanted === '*') {
        star = unit++;
        resume = at;
      } else if (wanted?.(characters.charAt(at)) === true) {
        unit++;
        at++;
      } else if (star >= 0) {
        unit = star + 1;
        at = ++resume;
      } else return false;
    }
    return units.slice(unit).every((rest) => rest === '*');
  };
}

function unitsOf(pattern: string): Unit[] {
  const units: Unit[] = [];
  let last = 0;
  const addLetters = (text: string): void => {
    for (const letter of text.split('')) units.push((character) => character === letter);
  };
  for (const { 0: found, index } of pattern.matchAll(special)) {
    addLetters(pattern.slice(last, index));
    last = index + found.length;
    if (found === '*') units.push('*');
    else if (found === '?') units.push(() => true);
    else if (found.startsWith('[')) units.push(setTest(found));
    else addLetters(found.slice(1));
  }
  addLetters(pattern.slice(last));
  return units;
}

function setTest(found: string): (character: string) => boolean {
  const source = found.replace(/^\[!/, '[^').replace(/\\/g, '\\\\');
  // One set matches one character and repeats nothing.
  const set = new RegExp(`^${source}$`);
  return (character) => set.test(character);
}
