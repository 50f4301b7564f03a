import { Cursor } from './cursor.ts';
import { parseWord } from './parse-word.ts';
import type {
  Assignment,
  Command,
  CompoundCommand,
  Item,
  Pipeline,
  Redirect,
  Script,
  SimpleCommand,
  Word,
  WordPart,
} from './syntax.ts';

/** Words that end a list when a command could begin. */
const closers = /(?:then|else|elif|fi|do|done|\})(?=[\s;&|()<>]|$)/;

/** Reads a script. Throws `ShellSyntaxError`. */
export function parseScript(source: string): Script {
  const cursor = new Cursor(source);
  const script = parseList(cursor);
  if (!cursor.ended) cursor.fail();
  return script;
}

/** The inside of `$(…)` and of a subshell. */
function parseInside(cursor: Cursor): Script {
  const script = parseList(cursor);
  if (!cursor.accept(')')) cursor.fail();
  return script;
}

function parseList(cursor: Cursor): Script {
  const items: Item[] = [];
  for (;;) {
    skipLines(cursor);
    if (cursor.ended || cursor.peek() === ')' || cursor.looksAt(closers)) return items;
    const item = parseItem(cursor);
    cursor.skipBlanks();
    const background = !cursor.looksAt(/&&/) && cursor.accept('&');
    items.push({ ...item, background });
    if (!background && !cursor.match(/;(?!;)|\n/) && !endsList(cursor)) cursor.fail();
  }
}

function endsList(cursor: Cursor): boolean {
  return cursor.ended || cursor.peek() === ')';
}

function skipLines(cursor: Cursor): void {
  do cursor.skipBlanks();
  while (cursor.accept('\n'));
}

function parseItem(cursor: Cursor): Omit<Item, 'background'> {
  const first = parsePipeline(cursor);
  const rest: { joint: '&&' | '||'; pipeline: Pipeline }[] = [];
  for (;;) {
    cursor.skipBlanks();
    const joint = cursor.accept('&&') ? '&&' : cursor.accept('||') ? '||' : undefined;
    if (joint === undefined) return { first, rest };
    skipLines(cursor);
    rest.push({ joint, pipeline: parsePipeline(cursor) });
  }
}

function parsePipeline(cursor: Cursor): Pipeline {
  cursor.skipBlanks();
  const negated = cursor.match(/!(?=[ \t])/) !== null;
  const commands = [parseCommand(cursor)];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.looksAt(/\|\|/) || !cursor.accept('|')) return { negated, commands };
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
  if (cursor.accept('(')) return { kind: 'subshell', body: parseInside(cursor) };
  const word = cursor.match(/(?:if|while|until|for|\{)(?=\s)/)?.[0];
  if (word === undefined) return undefined;
  if (word === '{') return { kind: 'group', body: parseBody(cursor, '}') };
  if (word === 'if') return parseIf(cursor);
  if (word === 'for') return parseFor(cursor);
  const condition = parseBody(cursor, 'do');
  return { kind: 'while', until: word === 'until', condition, body: parseBody(cursor, 'done') };
}

/** A list and the reserved word that ends it. */
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
      words.push(parseWord(cursor, parseInside));
      cursor.skipBlanks();
    }
  } else {
    words.push([{ kind: 'variable', name: '@', quoted: true, asLength: false }]);
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
      const word = parseWord(cursor, parseInside);
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
  const target = parseWord(cursor, parseInside);
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
