import {
  type Assignment,
  type Command,
  type CompoundCommand,
  type ListItem,
  type Pipeline,
  type Redirect,
  type Script,
  ShellSyntaxError,
  type SimpleCommand,
  type Word,
  type WordPart,
} from './syntax.ts';
import { unescapeText } from './text.ts';

/** Characters that end an unquoted word. */
const wordEnds = ' \t\r\n;&|()<>';

/** The parser's position in a script. */
class Cursor {
  position = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The next character; empty at the end. */
  peek(): string {
    return this.text.charAt(this.position);
  }

  next(): string {
    return this.text.charAt(this.position++);
  }

  /** Consumes `expected` if it comes next. */
  accept(expected: string): boolean {
    if (!this.text.startsWith(expected, this.position)) return false;
    this.position += expected.length;
    return true;
  }

  /** Consumes the pattern's match at this position, if any. */
  match(pattern: RegExp): RegExpExecArray | null {
    // Only patterns of this parser get here.
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.position;
    const found = sticky.exec(this.text);
    if (found) this.position = sticky.lastIndex;
    return found;
  }

  /** Whether the pattern matches at this position; consumes nothing. */
  lookingAt(pattern: RegExp): boolean {
    const start = this.position;
    const found = this.match(pattern) !== null;
    this.position = start;
    return found;
  }

  /** Consumes and returns the text up to `end`, and consumes `end`. */
  readUntil(end: string): string {
    const stop = this.text.indexOf(end, this.position);
    if (stop < 0) throw new ShellSyntaxError(null);
    const skipped = this.text.slice(this.position, stop);
    this.position = stop + end.length;
    return skipped;
  }

  /** Whether an unquoted word ends here. */
  get atWordEnd(): boolean {
    return this.atEnd || wordEnds.includes(this.peek());
  }

  /** Consumes blanks, line continuations and a comment. */
  skipBlanks(): void {
    this.match(/(?:[ \t\r]|\\\n)*(?:#[^\n]*)?/);
  }

  /** Throws a syntax error at the next token, named as mksh names it. */
  fail(): never {
    if (this.atEnd) throw new ShellSyntaxError('EOF');
    const token = this.match(/\n|&&|\|\||;;|>>|[;&|()<>]|[^\s;&|()<>]+/)?.[0] ?? this.peek();
    throw new ShellSyntaxError(token === '\n' ? 'newline' : token);
  }
}

/** Parses the inside of `$(…)` and consumes the closing parenthesis. */
type ParseNested = (cursor: Cursor) => Script;

/** Parses one word up to an unquoted blank or operator. */
function parseWord(cursor: Cursor, parseNested: ParseNested): Word {
  const parts: WordPart[] = [];
  while (!cursor.atWordEnd) parts.push(...parsePart(cursor, parseNested, false));
  return joinText(parts);
}

/** Parses the next part of a word: a quoted string, an expansion, or one character. */
function parsePart(cursor: Cursor, parseNested: ParseNested, quoted: boolean): WordPart[] {
  const next = cursor.next();
  if (next === '$') return [parseDollar(cursor, parseNested, quoted)];
  if (next === '`') return [parseBackquotes(cursor, parseNested, quoted)];
  if (next === '\\') return parseBackslash(cursor, quoted);
  if (quoted) return [text(next, true)];
  if (next === "'") return [text(cursor.readUntil("'"), true)];
  if (next === '"') return parseDoubleQuotes(cursor, parseNested);
  return [text(next, false)];
}

function parseDoubleQuotes(cursor: Cursor, parseNested: ParseNested): WordPart[] {
  const parts: WordPart[] = [text('', true)];
  while (!cursor.accept('"')) {
    if (cursor.atEnd) throw new ShellSyntaxError(null);
    parts.push(...parsePart(cursor, parseNested, true));
  }
  return parts;
}

/** Between double quotes a backslash is only special before `$`, a backquote, `"`, `\` and the end of a line. */
function parseBackslash(cursor: Cursor, quoted: boolean): WordPart[] {
  if (cursor.atEnd) return [text('\\', true)];
  if (cursor.accept('\n')) return [];
  if (quoted && !'$`"\\'.includes(cursor.peek())) return [text('\\', true)];
  return [text(cursor.next(), true)];
}

function parseBackquotes(cursor: Cursor, parseNested: ParseNested, quoted: boolean): WordPart {
  let source = '';
  while (!cursor.accept('`')) {
    if (cursor.atEnd) throw new ShellSyntaxError(null);
    const next = cursor.next();
    source += next === '\\' && '$`\\'.includes(cursor.peek()) ? cursor.next() : next;
  }
  return { kind: 'output', script: parseNested(new Cursor(`${source})`)), quoted };
}

function parseDollar(cursor: Cursor, parseNested: ParseNested, quoted: boolean): WordPart {
  if (cursor.accept('(')) return { kind: 'output', script: parseNested(cursor), quoted };
  if (cursor.accept('{')) return parseBraces(cursor, parseNested, quoted);
  if (!quoted && cursor.accept("'")) return text(unescapeText(cursor.readUntil("'")).text, true);
  const name = cursor.match(/[A-Za-z_]\w*|[0-9?$!#@*]/)?.[0];
  if (name === undefined) return text('$', quoted);
  return { kind: 'variable', name, quoted, isLength: false };
}

function parseBraces(cursor: Cursor, parseNested: ParseNested, quoted: boolean): WordPart {
  const asLength = cursor.match(/#(?=[A-Za-z_])/) !== null;
  const name = cursor.match(/[A-Za-z_]\w*|\d+|[?$!#@*]/)?.[0];
  if (name === undefined) return cursor.fail();
  const operator = cursor.match(/:?-/)?.[0];
  if (operator === undefined) {
    if (!cursor.accept('}')) cursor.fail();
    return { kind: 'variable', name, quoted, isLength: asLength };
  }
  const word: WordPart[] = [];
  while (!cursor.accept('}')) {
    if (cursor.atEnd) throw new ShellSyntaxError(null);
    word.push(...parsePart(cursor, parseNested, quoted));
  }
  const fallback = { word: joinText(word), orEmpty: operator === ':-' };
  return { kind: 'variable', name, quoted, isLength: asLength, fallback };
}

function text(value: string, quoted: boolean): WordPart & { kind: 'text' } {
  return { kind: 'text', text: value, quoted };
}

/** Merges adjacent text parts with the same quoting. */
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

/** Reserved words that end a list in command position. */
const listTerminators = /(?:then|else|elif|fi|do|done|\})(?=[\s;&|()<>]|$)/;

/** Parses a script. Throws `ShellSyntaxError`. */
export function parseScript(source: string): Script {
  const cursor = new Cursor(source);
  const script = parseList(cursor);
  if (!cursor.atEnd) cursor.fail();
  return script;
}

/** Parses the inside of `$(…)` or of a subshell and consumes the closing parenthesis. */
function parseToParenthesis(cursor: Cursor): Script {
  const script = parseList(cursor);
  if (!cursor.accept(')')) cursor.fail();
  return script;
}

function parseList(cursor: Cursor): Script {
  const items: ListItem[] = [];
  for (;;) {
    skipLines(cursor);
    if (cursor.atEnd || cursor.peek() === ')' || cursor.lookingAt(listTerminators)) return items;
    const item = parseItem(cursor);
    cursor.skipBlanks();
    const background = !cursor.lookingAt(/&&/) && cursor.accept('&');
    items.push({ ...item, background });
    if (!background && !cursor.match(/;(?!;)|\n/) && !endsList(cursor)) cursor.fail();
  }
}

function endsList(cursor: Cursor): boolean {
  return cursor.atEnd || cursor.peek() === ')';
}

function skipLines(cursor: Cursor): void {
  do cursor.skipBlanks();
  while (cursor.accept('\n'));
}

function parseItem(cursor: Cursor): Omit<ListItem, 'background'> {
  const first = parsePipeline(cursor);
  const rest: { operator: '&&' | '||'; pipeline: Pipeline }[] = [];
  for (;;) {
    cursor.skipBlanks();
    const operator = cursor.accept('&&') ? '&&' : cursor.accept('||') ? '||' : undefined;
    if (operator === undefined) return { first, rest };
    skipLines(cursor);
    rest.push({ operator, pipeline: parsePipeline(cursor) });
  }
}

function parsePipeline(cursor: Cursor): Pipeline {
  cursor.skipBlanks();
  const negated = cursor.match(/!(?=[ \t])/) !== null;
  const commands = [parseCommand(cursor)];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.lookingAt(/\|\|/) || !cursor.accept('|')) return { negated, commands };
    skipLines(cursor);
    commands.push(parseCommand(cursor));
  }
}

function parseCommand(cursor: Cursor): Command {
  cursor.skipBlanks();
  const compound = parseCompound(cursor);
  if (compound === undefined) return parseSimple(cursor);
  const redirects: Redirect[] = [];
  for (;;) {
    cursor.skipBlanks();
    const redirect = parseRedirect(cursor);
    if (redirect === undefined) return { ...compound, redirects };
    redirects.push(redirect);
  }
}

function parseCompound(cursor: Cursor): CompoundCommand | undefined {
  if (cursor.accept('(')) return { kind: 'subshell', body: parseToParenthesis(cursor) };
  const word = cursor.match(/(?:if|while|until|for|\{)(?=\s)/)?.[0];
  if (word === undefined) return undefined;
  if (word === '{') return { kind: 'group', body: parseBody(cursor, '}') };
  if (word === 'if') return parseIf(cursor);
  if (word === 'for') return parseFor(cursor);
  const condition = parseBody(cursor, 'do');
  return { kind: 'while', until: word === 'until', condition, body: parseBody(cursor, 'done') };
}

/** Parses a list and consumes the reserved word that ends it. */
function parseBody(cursor: Cursor, closer: string): Script {
  const body = parseList(cursor);
  if (!cursor.accept(closer) || body.length === 0) cursor.fail();
  return body;
}

function parseIf(cursor: Cursor): CompoundCommand {
  const branches: { condition: Script; body: Script }[] = [];
  for (;;) {
    const condition = parseBody(cursor, 'then');
    const body = parseList(cursor);
    branches.push({ condition, body });
    if (cursor.accept('elif')) continue;
    const otherwise = cursor.accept('else') ? parseList(cursor) : undefined;
    if (!cursor.accept('fi')) cursor.fail();
    return { kind: 'if', branches, otherwise };
  }
}

function parseFor(cursor: Cursor): CompoundCommand {
  cursor.skipBlanks();
  const name = cursor.match(/[A-Za-z_]\w*/)?.[0];
  if (name === undefined) return cursor.fail();
  cursor.skipBlanks();
  const words: Word[] = [];
  if (cursor.match(/in(?=\s)/)) {
    cursor.skipBlanks();
    while (!cursor.atWordEnd) {
      words.push(parseWord(cursor, parseToParenthesis));
      cursor.skipBlanks();
    }
  } else {
    words.push([{ kind: 'variable', name: '@', quoted: true, isLength: false }]);
  }
  cursor.match(/[ \t]*;/);
  skipLines(cursor);
  if (!cursor.accept('do')) cursor.fail();
  return { kind: 'for', name, words, body: parseBody(cursor, 'done') };
}

function parseSimple(cursor: Cursor): SimpleCommand {
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    cursor.skipBlanks();
    const redirect = parseRedirect(cursor);
    if (redirect !== undefined) {
      redirects.push(redirect);
    } else if (cursor.atWordEnd) {
      break;
    } else {
      const name = words.length === 0 ? cursor.match(/([A-Za-z_]\w*)=/)?.[1] : undefined;
      const word = parseWord(cursor, parseToParenthesis);
      if (name === undefined) words.push(word);
      else assignments.push({ name, value: word });
    }
  }
  if (words.length + assignments.length + redirects.length === 0) cursor.fail();
  return { kind: 'simple', assignments, words, redirects };
}

const redirectKinds: Readonly<Record<string, Redirect['kind']>> = {
  '<': 'read',
  '>': 'write',
  '>|': 'write',
  '>>': 'append',
  '&>': 'write',
  '>&': 'copy',
  '<&': 'copy',
};

function parseRedirect(cursor: Cursor): Redirect | undefined {
  const found = cursor.match(/(\d?)(>>|>&|>\||>|<&|<(?!<))|(&>)/);
  if (!found) return undefined;
  const operator = found[2] ?? found[3] ?? '';
  const kind = redirectKinds[operator] ?? cursor.fail();
  cursor.skipBlanks();
  if (cursor.atWordEnd) cursor.fail();
  const target = parseWord(cursor, parseToParenthesis);
  if (operator === '&>' || (operator === '>&' && !isNumber(target))) {
    return { from: 'both', kind: 'write', target };
  }
  const standard = operator.startsWith('<') ? 0 : 1;
  return { from: found[1] ? Number(found[1]) : standard, kind, target };
}

function isNumber(word: Word): boolean {
  const [only, ...more]: readonly WordPart[] = word;
  return only?.kind === 'text' && more.length === 0 && /^(?:\d|-)$/.test(only.text);
}
