/** The syntax tree of a shell script. */

/** A word before expansion: the concatenation of its parts. */
export type Word = readonly WordPart[];

export type WordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** The name of a variable, or one of `? $ 0`. */
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean }
  /** `$(…)` */
  | { readonly kind: 'output'; readonly script: Script; readonly quoted: boolean };

export interface Redirect {
  readonly from: 0 | 1 | 2;
  /** `copy` is `2>&1`. */
  readonly kind: 'read' | 'write' | 'append' | 'copy';
  readonly target: Word;
}

interface Assignment {
  readonly name: string;
  readonly value: Word;
}

export interface SimpleCommand {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
}

/** `{ …; }`, or `( … )` in a shell of its own; the redirects apply to everything inside. */
interface Group {
  readonly kind: 'group' | 'subshell';
  readonly body: Script;
  readonly redirects: readonly Redirect[];
}

export type Command = SimpleCommand | Group;

/** Commands joined by `|`. */
export type Pipeline = readonly Command[];

/** Pipelines joined by `&&` and `||`, which are left-associative. */
export interface ListItem {
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: '&&' | '||'; readonly pipeline: Pipeline }[];
  /** Whether it ends with `&`. */
  readonly background: boolean;
}

export type Script = readonly ListItem[];

/** The script is invalid; `message` follows `syntax error: `, or replaces it if `token` is null. */
export class ShellSyntaxError extends Error {
  /** The unexpected token; null if the script ends inside quotes. */
  readonly token: string | null;
  constructor(token: string | null) {
    super(token === null ? 'no closing quote' : `unexpected '${token}'`);
    this.token = token;
  }
}

/** The script uses a part of mksh's language that the demo phone lacks. */
export class UnsupportedSyntaxError extends Error {
  constructor(token: string) {
    super(`the demo phone's shell does not support ${token}`);
  }
}

/** Characters that end an unquoted word. */
const wordEnds = ' \t\r\n;&|()<>';

/** The parser's position in a script. */
class Cursor {
  position = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.#text.length;
  }

  /** The next character; empty at the end. */
  peek(): string {
    return this.#text.charAt(this.position);
  }

  next(): string {
    return this.#text.charAt(this.position++);
  }

  /** Consumes `expected` if it comes next. */
  accept(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.position)) return false;
    this.position += expected.length;
    return true;
  }

  /** Consumes the pattern's match at this position, if any. */
  match(pattern: RegExp): RegExpExecArray | null {
    // Only patterns of this parser get here.
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.position;
    const match = sticky.exec(this.#text);
    if (match) this.position = sticky.lastIndex;
    return match;
  }

  /** Whether the pattern matches at this position; consumes nothing. */
  lookingAt(pattern: RegExp): boolean {
    const start = this.position;
    const matches = this.match(pattern) !== null;
    this.position = start;
    return matches;
  }

  /** Consumes and returns the text up to a single quote, and consumes the quote. */
  readToQuote(): string {
    const end = this.#text.indexOf("'", this.position);
    if (end < 0) throw new ShellSyntaxError(null);
    const quotedText = this.#text.slice(this.position, end);
    this.position = end + 1;
    return quotedText;
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

/** Parses one word up to an unquoted blank or operator. */
function parseWord(cursor: Cursor): Word {
  const parts: WordPart[] = [];
  while (!cursor.atWordEnd) parts.push(...parsePart(cursor, false));
  return joinText(parts);
}

/** Parses the next part of a word: a quoted string, an expansion, or one character. */
function parsePart(cursor: Cursor, quoted: boolean): WordPart[] {
  const next = cursor.next();
  if (next === '$') return [parseDollar(cursor, quoted)];
  if (next === '`') throw new UnsupportedSyntaxError('`');
  if (next === '\\') return parseBackslash(cursor, quoted);
  if (quoted) return [textPart(next, true)];
  if (next === "'") return [textPart(cursor.readToQuote(), true)];
  if (next === '"') return parseDoubleQuotes(cursor);
  return [textPart(next, false)];
}

function parseDoubleQuotes(cursor: Cursor): WordPart[] {
  const parts: WordPart[] = [textPart('', true)];
  while (!cursor.accept('"')) {
    if (cursor.atEnd) throw new ShellSyntaxError(null);
    parts.push(...parsePart(cursor, true));
  }
  return parts;
}

/** Between double quotes a backslash is only special before `$`, a backquote, `"`, `\` and the end of a line. */
function parseBackslash(cursor: Cursor, quoted: boolean): WordPart[] {
  if (cursor.atEnd) return [textPart('\\', true)];
  if (cursor.accept('\n')) return [];
  if (quoted && !'$`"\\'.includes(cursor.peek())) return [textPart('\\', true)];
  return [textPart(cursor.next(), true)];
}

function parseDollar(cursor: Cursor, quoted: boolean): WordPart {
  if (cursor.accept('(')) return { kind: 'output', script: parseToParenthesis(cursor), quoted };
  const name = cursor.match(/([A-Za-z_]\w*|[0?$])|\{([A-Za-z_]\w*|[0?$])\}/);
  if (name) return { kind: 'variable', name: name[1] ?? name[2] ?? '', quoted };
  const unsupported = quoted ? /[{1-9#@*!]/ : /[{1-9#@*!']/;
  if (cursor.lookingAt(unsupported)) throw new UnsupportedSyntaxError(`$${cursor.peek()}`);
  return textPart('$', quoted);
}

function textPart(value: string, quoted: boolean): WordPart & { kind: 'text' } {
  return { kind: 'text', text: value, quoted };
}

/** Merges adjacent text parts with the same quoting. */
function joinText(parts: readonly WordPart[]): Word {
  const joined: WordPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && last?.kind === 'text' && last.quoted === part.quoted) {
      joined[joined.length - 1] = textPart(last.text + part.text, part.quoted);
    } else {
      joined.push(part);
    }
  }
  return joined;
}

/** The end of a group, in command position. */
const groupEnd = /\}(?=[\s;&|()<>]|$)/;
/** Reserved words of mksh that this parser does not support, in command position. */
const unsupportedWords =
  /(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|time|\[\[|!)(?=[\s;&|()<>]|$)|\(\(/;

/** Parses a script. Throws `ShellSyntaxError` or `UnsupportedSyntaxError`. */
export function parseScript(source: string): Script {
  const cursor = new Cursor(source);
  const script = parseList(cursor);
  if (!cursor.atEnd) cursor.fail();
  return script;
}

/** Parses the inside of `$(…)` and consumes the closing parenthesis. */
function parseToParenthesis(cursor: Cursor): Script {
  const script = parseList(cursor);
  if (!cursor.accept(')')) cursor.fail();
  return script;
}

function parseList(cursor: Cursor): Script {
  const items: ListItem[] = [];
  for (;;) {
    skipLines(cursor);
    if (cursor.atEnd || cursor.peek() === ')' || cursor.lookingAt(groupEnd)) return items;
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
  const commands = [parseCommand(cursor)];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.lookingAt(/\|\|/) || !cursor.accept('|')) return commands;
    skipLines(cursor);
    commands.push(parseCommand(cursor));
  }
}

function parseCommand(cursor: Cursor): Command {
  cursor.skipBlanks();
  const unsupported = cursor.match(unsupportedWords)?.[0];
  if (unsupported !== undefined) throw new UnsupportedSyntaxError(unsupported);
  if (cursor.match(/\{(?=\s)/)) return parseGroup(cursor, 'group');
  return cursor.accept('(') ? parseGroup(cursor, 'subshell') : parseSimple(cursor);
}

function parseGroup(cursor: Cursor, kind: Group['kind']): Group {
  const body = parseList(cursor);
  if (!cursor.accept(kind === 'group' ? '}' : ')') || body.length === 0) cursor.fail();
  const redirects: Redirect[] = [];
  for (;;) {
    cursor.skipBlanks();
    const redirect = parseRedirect(cursor);
    if (redirect === undefined) return { kind, body, redirects };
    redirects.push(redirect);
  }
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
      const word = parseWord(cursor);
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
  '>>': 'append',
  '>&': 'copy',
};

function parseRedirect(cursor: Cursor): Redirect | undefined {
  const match = cursor.match(/([12]?)(>>|>&(?=\s*[12])|>(?![|&]))|<(?![<&>])/);
  if (!match) {
    const unsupported = cursor.match(/\d?(?:>[|&]|>>|>|<<|<[&>]|<)|&>/)?.[0];
    if (unsupported !== undefined) throw new UnsupportedSyntaxError(unsupported);
    return undefined;
  }
  const [, descriptor = '', operator = '<'] = match;
  const kind = redirectKinds[operator] ?? cursor.fail();
  cursor.skipBlanks();
  if (cursor.atWordEnd) cursor.fail();
  const target = parseWord(cursor);
  if (kind === 'read') return { from: 0, kind, target };
  return { from: descriptor === '2' ? 2 : 1, kind, target };
}
