import { FileError, isDirectory, resolvePath, type FileSystem } from '../files.ts';
import type { Script, Word, WordPart } from './parse.ts';

/** The shell state that expansion depends on. */
export interface ExpansionScope extends GlobScope {
  variable(name: string): string | undefined;
  /** Runs a command substitution and returns its stdout without trailing newlines. */
  capture(script: Script): Promise<string>;
}

/** A piece of an expanded word; unquoted text may still be a pattern. */
interface Piece {
  readonly text: string;
  readonly quoted: boolean;
}

/** Expands words into arguments: expansion, field splitting, globbing. */
export async function expandWords(
  words: readonly Word[],
  scope: ExpansionScope,
): Promise<string[]> {
  const all: string[] = [];
  for (const word of words) {
    for (const field of await splitFields(word, scope)) all.push(...expandField(field, scope));
  }
  return all;
}

/** Expands a word to one string, without splitting or globbing (assignments, redirect targets). */
export async function expandToText(word: Word, scope: ExpansionScope): Promise<string> {
  let text = '';
  for (const part of word) text += await valueOf(part, scope);
  return text;
}

function expandField(field: readonly Piece[], scope: ExpansionScope): string[] {
  const pattern = field
    .map(({ text, quoted }) => (quoted ? escapePattern(text) : text.replace(/\\/g, '\\\\')))
    .join('');
  if (!hasPattern(pattern)) return [unescapePattern(pattern)];
  const found = expandGlob(pattern, scope);
  return found.length === 0 ? [unescapePattern(pattern)] : found;
}

/** POSIX field splitting: only the results of unquoted expansions are split, at blanks. */
async function splitFields(word: Word, scope: ExpansionScope): Promise<Piece[][]> {
  const fields: Piece[][] = [];
  let currentField: Piece[] | undefined;
  const add = (piece: Piece): void => {
    if (currentField === undefined) fields.push((currentField = []));
    currentField.push(piece);
  };
  const close = (): void => {
    currentField = undefined;
  };
  for (const part of word) {
    if (part.kind === 'text' || part.quoted) {
      add({ text: await valueOf(part, scope), quoted: part.quoted });
    } else {
      splitInto(await valueOf(part, scope), add, close);
    }
  }
  return fields;
}

function splitInto(value: string, add: (piece: Piece) => void, close: () => void): void {
  for (const run of value.match(/[ \t\n]+|[^ \t\n]+/g) ?? []) {
    if (/^[ \t\n]/.test(run)) close();
    else add({ text: run, quoted: false });
  }
}

async function valueOf(part: WordPart, scope: ExpansionScope): Promise<string> {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'output') return scope.capture(part.script);
  return scope.variable(part.name) ?? '';
}

/** Where relative patterns are matched. */
interface GlobScope {
  readonly files: FileSystem;
  readonly directory: string;
}

const specialCharacters = /\\[^]|[*?]|\[[^\]]+\]/g;

/** Escapes the special characters of patterns. */
function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}

/** Returns the paths that match, sorted. A backslash in the pattern escapes the next character. */
export function expandGlob(pattern: string, scope: GlobScope): string[] {
  const absolute = pattern.startsWith('/');
  let matches = [absolute ? '/' : ''];
  for (const part of pattern.split('/').filter((piece) => piece !== '')) {
    matches = matches.flatMap((path) => expandComponent(path, part, scope));
  }
  return matches.sort();
}

function expandComponent(path: string, part: string, scope: GlobScope): string[] {
  const join = (name: string): string => (path === '' || path === '/' ? path : `${path}/`) + name;
  const at = resolvePath(scope.directory, path);
  if (!hasPattern(part)) {
    const next = join(unescapePattern(part));
    return scope.files.stat(resolvePath(scope.directory, next)) ? [next] : [];
  }
  const matches = createMatcher(part);
  return namesIn(at, scope.files)
    .filter((name) => matches(name) && (part.startsWith('.') || !name.startsWith('.')))
    .map(join);
}

function namesIn(path: string, files: FileSystem): readonly string[] {
  const stat = files.stat(path);
  if (stat === undefined || !isDirectory(stat.mode)) return [];
  try {
    return files.list(path);
  } catch (error) {
    // A directory without permission to list matches nothing.
    if (error instanceof FileError) return [];
    throw error;
  }
}

/** Whether the pattern has an unescaped special character. */
export function hasPattern(pattern: string): boolean {
  return [...pattern.matchAll(specialCharacters)].some(([found]) => !found.startsWith('\\'));
}

/** Removes the escapes of a pattern. */
function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([^])/g, '$1');
}

/** `*`, or a test of one character. */
type PatternUnit = '*' | ((character: string) => boolean);

/**
 * Compiles a pattern to a test of whole names. After a mismatch it backtracks to the last star only,
 * so the time is at most pattern length times name length.
 */
export function createMatcher(pattern: string) {
  const units = unitsOf(pattern);
  return (name: string): boolean => {
    let unit = 0;
    let star = -1;
    let resume = 0;
    for (let at = 0; at < name.length;) {
      const expectedUnit = units[unit];
      if (expectedUnit === '*') {
        star = unit++;
        resume = at;
      } else if (expectedUnit?.(name.charAt(at)) === true) {
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

function unitsOf(pattern: string): PatternUnit[] {
  const units: PatternUnit[] = [];
  let last = 0;
  const addLetters = (text: string): void => {
    for (const letter of text.split('')) units.push((character) => character === letter);
  };
  for (const { 0: found, index } of pattern.matchAll(specialCharacters)) {
    addLetters(pattern.slice(last, index));
    last = index + found.length;
    if (found === '*') units.push('*');
    else if (found === '?') units.push(() => true);
    else if (found.startsWith('[')) units.push(createSetMatcher(found));
    else addLetters(found.slice(1));
  }
  addLetters(pattern.slice(last));
  return units;
}

function createSetMatcher(found: string): (character: string) => boolean {
  const source = found.replace(/^\[!/, '[^').replace(/\\/g, '\\\\');
  // A set matches one character, without repetition, so the pattern cannot backtrack.
  const set = new RegExp(`^${source}$`);
  return (character) => set.test(character);
}
