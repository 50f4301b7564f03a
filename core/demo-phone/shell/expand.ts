import { escapePattern, expandGlob, type GlobScope, hasPattern, unescapePattern } from './glob.ts';
import type { Script, VariablePart, Word, WordPart } from './syntax.ts';

/** What words are expanded in. */
export interface ExpansionScope extends GlobScope {
  variable(name: string): string | undefined;
  /** `$1`, `$2`, … */
  readonly positional: readonly string[];
  /** Runs a command substitution and gives what it printed, without the newlines at its end. */
  capture(script: Script): Promise<string>;
}

/** A piece of an expanded word; unquoted text may still be a pattern. */
interface Piece {
  readonly text: string;
  readonly quoted: boolean;
}

/** Words after expansion, splitting and globbing. */
export async function expandWords(
  words: readonly Word[],
  scope: ExpansionScope,
): Promise<string[]> {
  const all: string[] = [];
  for (const word of words) {
    for (const field of await fieldsOf(word, scope)) all.push(...matchFiles(field, scope));
  }
  return all;
}

/** A word as one text: neither split nor globbed (assignments, redirect targets). */
export async function expandToText(word: Word, scope: ExpansionScope): Promise<string> {
  let text = '';
  for (const part of word) text += await valueOf(part, scope);
  return text;
}

function matchFiles(field: readonly Piece[], scope: ExpansionScope): string[] {
  const pattern = field
    .map(({ text, quoted }) => (quoted ? escapePattern(text) : text.replace(/\\/g, '\\\\')))
    .join('');
  if (!hasPattern(pattern)) return [unescapePattern(pattern)];
  const found = expandGlob(pattern, scope);
  return found.length === 0 ? [unescapePattern(pattern)] : found;
}

/** POSIX field splitting: only what came out of an unquoted expansion is split, at blanks. */
async function fieldsOf(word: Word, scope: ExpansionScope): Promise<Piece[][]> {
  const fields: Piece[][] = [];
  let open: Piece[] | undefined;
  const add = (piece: Piece): void => {
    if (open === undefined) fields.push((open = []));
    open.push(piece);
  };
  const close = (): void => {
    open = undefined;
  };
  for (const part of word) {
    if (part.kind === 'variable' && part.name === '@' && part.quoted) {
      scope.positional.forEach((text, i) => {
        if (i > 0) close();
        add({ text, quoted: true });
      });
    } else if (part.kind === 'text' || part.quoted) {
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
  return variableValue(part, scope);
}

async function variableValue(part: VariablePart, scope: ExpansionScope): Promise<string> {
  const value = lookUp(part.name, scope);
  if (part.asLength) return String([...(value ?? '')].length);
  const { fallback } = part;
  if (fallback && (value === undefined || (fallback.orEmpty && value === ''))) {
    return expandToText(fallback.word, scope);
  }
  return value ?? '';
}

function lookUp(name: string, scope: ExpansionScope): string | undefined {
  if (name === '@' || name === '*') return scope.positional.join(' ');
  if (name === '#') return String(scope.positional.length);
  if (/^[1-9]\d*$/.test(name)) return scope.positional[Number(name) - 1];
  return scope.variable(name);
}
