import { Cursor } from './cursor.ts';
import { unescapeText } from './escapes.ts';
import { type Script, ShellSyntaxError, type Word, type WordPart } from './syntax.ts';

/** Parses the inside of `$(…)`, up to and past the closing parenthesis. */
export type ParseInside = (cursor: Cursor) => Script;

/** Reads one word up to an unquoted blank or operator. */
export function parseWord(cursor: Cursor, inside: ParseInside): Word {
  const parts: WordPart[] = [];
  while (!cursor.atWordEnd) parts.push(...parsePart(cursor, inside, false));
  return joinText(parts);
}

/** One step of a word: a quoted stretch, an expansion, or one character. */
function parsePart(cursor: Cursor, inside: ParseInside, quoted: boolean): WordPart[] {
  const next = cursor.take();
  if (next === '$') return [parseDollar(cursor, inside, quoted)];
  if (next === '`') return [parseBackquotes(cursor, inside, quoted)];
  if (next === '\\') return parseBackslash(cursor, quoted);
  if (quoted) return [text(next, true)];
  if (next === "'") return [text(cursor.takeUntil("'"), true)];
  if (next === '"') return parseDoubleQuotes(cursor, inside);
  return [text(next, false)];
}

function parseDoubleQuotes(cursor: Cursor, inside: ParseInside): WordPart[] {
  const parts: WordPart[] = [text('', true)];
  while (!cursor.accept('"')) {
    if (cursor.ended) throw new ShellSyntaxError(null);
    parts.push(...parsePart(cursor, inside, true));
  }
  return parts;
}

/** Between double quotes a backslash is only special before `$`, a backquote, `"`, `\` and the end of a line. */
function parseBackslash(cursor: Cursor, quoted: boolean): WordPart[] {
  if (cursor.ended) return [text('\\', true)];
  if (cursor.accept('\n')) return [];
  if (quoted && !'$`"\\'.includes(cursor.peek())) return [text('\\', true)];
  return [text(cursor.take(), true)];
}

function parseBackquotes(cursor: Cursor, inside: ParseInside, quoted: boolean): WordPart {
  let source = '';
  while (!cursor.accept('`')) {
    if (cursor.ended) throw new ShellSyntaxError(null);
    const next = cursor.take();
    source += next === '\\' && '$`\\'.includes(cursor.peek()) ? cursor.take() : next;
  }
  return { kind: 'output', script: inside(new Cursor(`${source})`)), quoted };
}

function parseDollar(cursor: Cursor, inside: ParseInside, quoted: boolean): WordPart {
  if (cursor.accept('(')) return { kind: 'output', script: inside(cursor), quoted };
  if (cursor.accept('{')) return parseBraces(cursor, inside, quoted);
  if (!quoted && cursor.accept("'")) return text(unescapeText(cursor.takeUntil("'")).text, true);
  const name = cursor.match(/[A-Za-z_]\w*|[0-9?$!#@*]/)?.[0];
  if (name === undefined) return text('$', quoted);
  return { kind: 'variable', name, quoted, asLength: false };
}

function parseBraces(cursor: Cursor, inside: ParseInside, quoted: boolean): WordPart {
  const asLength = cursor.match(/#(?=[A-Za-z_])/) !== null;
  const name = cursor.match(/[A-Za-z_]\w*|\d+|[?$!#@*]/)?.[0];
  if (name === undefined) return cursor.fail();
  const operator = cursor.match(/:?-/)?.[0];
  if (operator === undefined) {
    if (!cursor.accept('}')) cursor.fail();
    return { kind: 'variable', name, quoted, asLength };
  }
  const word: WordPart[] = [];
  while (!cursor.accept('}')) {
    if (cursor.ended) throw new ShellSyntaxError(null);
    word.push(...parsePart(cursor, inside, quoted));
  }
  const fallback = { word: joinText(word), orEmpty: operator === ':-' };
  return { kind: 'variable', name, quoted, asLength, fallback };
}

function text(value: string, quoted: boolean): WordPart & { kind: 'text' } {
  return { kind: 'text', text: value, quoted };
}

/** Neighbouring characters of the same kind become one part. */
function joinText(parts: readonly WordPart[]): Word {
  const joined: WordPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && last?.kind === 'text' && last.quoted === part.quoted) {
      joined[joined.length - 1] = text(last.text + part.text, part.quoted);
    } else {
      joined.push(part);
    }
  }
  return joined;
}
