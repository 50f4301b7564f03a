import { triesWithoutEnd } from '../../slow-pattern.ts';
import { parseArguments } from './arguments.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import { linesIn, openSources, type Source } from './text.ts';

interface PatternOptions {
  readonly extended: boolean;
  /** Flags of RegExp. */
  readonly flags?: string;
}

/** Converts a POSIX regular expression to JavaScript's. Throws SyntaxError when it is invalid or could backtrack exponentially. */
function posixPattern(source: string, { extended, flags = '' }: PatternOptions): RegExp {
  const translated = translate(source, extended);
  if (triesWithoutEnd(translated)) throw new SyntaxError('expression too complex');
  // The remaining patterns take negligible time for one line.
  return new RegExp(translated, flags);
}

/** Escapes text so that a pattern matches it literally. */
function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

const pieces = /\\([^])|(\[\^?\]?(?:\[:\w+:\]|[^\]])*\])|([+?|(){}])|([^])/g;

/** Translates a pattern; in a basic expression `+ ? | ( ) { }` are operators only when escaped. */
function translate(source: string, extended: boolean): string {
  let translated = '';
  for (const [whole, escaped, bracket, operator] of source.matchAll(pieces)) {
    if (bracket !== undefined) translated += translateBracket(bracket);
    else if (operator !== undefined) translated += extended ? operator : `\\${operator}`;
    else if (escaped !== undefined) translated += translateEscape(escaped, extended);
    else if (whole === '*' && /^\^?$/.test(translated)) translated += '\\*';
    else translated += whole;
  }
  return translated;
}

function translateEscape(character: string, extended: boolean): string {
  if (!extended && '+?|(){}'.includes(character)) return character;
  return /[\w.*+?^${}()|[\]\\/]/.test(character) ? `\\${character}` : literalPattern(character);
}

const classes: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  space: '\\s',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

function translateBracket(bracket: string): string {
  const negated = bracket.startsWith('[^');
  const body = bracket
    .slice(negated ? 2 : 1, -1)
    .replace(/^\]/, '\\]')
    .replace(/\[:(\w+):\]/g, (_all, name: string) => classes[name] ?? '')
    .replace(/\[(?!\\)/g, '\\[');
  return `[${negated ? '^' : ''}${body}]`;
}

/** `grep [-EFivoncqlwxhH] [-m N] [-A N] [-B N] [-C N] [-e PATTERN]… [PATTERN] [FILE…]`: toybox. */
const grep: Program = {
  names: ['grep', 'egrep', 'fgrep'],
  run: async (context) => {
    const [name, ...words] = context.argv;
    const { flags, values, all, operands } = parseArguments(words, ['m', 'e', 'A', 'B', 'C']);
    const named = all.flatMap(([flag, value]) => (flag === 'e' ? [value ?? ''] : []));
    const patterns = named.length > 0 ? named : operands.slice(0, 1);
    const files = named.length > 0 ? operands : operands.slice(1);
    if (patterns.length === 0) {
      await context.err('grep: No REGEX (see "grep --help")\n');
      return 2;
    }
    const search = {
      pattern: grepPattern(name, patterns, flags),
      flags,
      most: Number(values.get('m') ?? Infinity),
      before: Number(values.get('B') ?? values.get('C') ?? 0),
      after: Number(values.get('A') ?? values.get('C') ?? 0),
      titled: flags.has('H') || (files.length > 1 && !flags.has('h')),
    };
    const { sources, failed } = await openSources(context, files);
    let found = false;
    for (const source of sources) if (await searchIn(context, source, search)) found = true;
    return failed && !found ? 2 : Number(!found);
  },
};

/** Joins several patterns, and the lines of each, as alternatives. */
function grepPattern(
  name: string,
  patterns: readonly string[],
  flags: ReadonlySet<string>,
): RegExp {
  const fixed = flags.has('F') || name.endsWith('fgrep');
  const extended = flags.has('E') || name.endsWith('egrep');
  const sources = patterns
    .flatMap((pattern) => pattern.split('\n'))
    .map((pattern) =>
      fixed ? literalPattern(pattern) : posixPattern(pattern, { extended }).source,
    );
  const joined = sources.map((source) => `(?:${source === '(?:)' ? '' : source})`).join('|');
  const word = flags.has('w') ? `(?<!\\w)(?:${joined})(?!\\w)` : joined;
  // posixPattern has rejected patterns that could backtrack exponentially.
  return new RegExp(flags.has('x') ? `^(?:${word})$` : word, flags.has('i') ? 'gi' : 'g');
}

interface Search {
  readonly pattern: RegExp;
  readonly flags: ReadonlySet<string>;
  /** Stop after this many matching lines. */
  readonly most: number;
  /** Lines of context to print before each match. */
  readonly before: number;
  /** Lines of context to print after each match. */
  readonly after: number;
  /** Whether each line is prefixed with the file's name. */
  readonly titled: boolean;
}

/** Prints while reading, so that `logcat | grep` shows lines immediately. Resolves with whether any line matched. */
async function searchIn(context: ProgramContext, source: Source, search: Search): Promise<boolean> {
  const { flags, pattern } = search;
  const isSilent = ['q', 'c', 'l'].some((flag) => flags.has(flag));
  const print = async (text: string): Promise<void> => {
    if (!isSilent) await context.out(text);
  };
  const title = search.titled ? `${source.name}:` : '';
  const held: string[] = [];
  let count = 0;
  let number = 0;
  let trailing = 0;
  for await (const line of linesIn(source.input)) {
    const label = title + (flags.has('n') ? `${++number}:` : '');
    const matches = line.match(pattern);
    if ((matches !== null) !== flags.has('v')) {
      count++;
      trailing = search.after;
      const parts = flags.has('o') ? (matches ?? []).filter((part) => part !== '') : [line];
      const shown = parts.map((part) => `${label}${part}\n`);
      await print([...held.splice(0), ...shown].join(''));
      if (flags.has('q') || (count >= search.most && trailing === 0)) break;
    } else if (trailing > 0) {
      trailing--;
      await print(`${label}${line}\n`);
    } else if (search.before > 0) {
      held.push(`${label}${line}\n`);
      if (held.length > search.before) held.shift();
    }
  }
  if (flags.has('c')) await context.out(`${title}${count}\n`);
  else if (flags.has('l') && count > 0) await context.out(`${source.name}\n`);
  return count > 0;
}

/** An address of a `sed` command: a line number, `$` (the last line), or a pattern. */
type Address = number | '$' | RegExp;

interface Edit {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  readonly verb: string;
  /** For `s`. */
  readonly pattern: RegExp | undefined;
  readonly replacement: string;
  readonly prints: boolean;
}

/** `sed [-nE] [-e SCRIPT]… [SCRIPT] [FILE…]` with `s`, `p`, `d` and `q`. */
const sed: Program = {
  names: ['sed'],
  run: async (context) => {
    const { flags, all, operands } = parseArguments(context.argv.slice(1), ['e']);
    const named = all.flatMap(([flag, value]) => (flag === 'e' ? [value ?? ''] : []));
    const script = named.length > 0 ? named.join('\n') : (operands[0] ?? '');
    const edits = parseEdits(script, flags.has('E') || flags.has('r'));
    if (edits === undefined) {
      // Guess: toybox's message for an unknown command.
      await context.err(`sed: bad pattern '${script}'\n`);
      return 1;
    }
    const files = named.length > 0 ? operands : operands.slice(1);
    const { sources, failed } = await openSources(context, files);
    for (const { input } of sources) {
      const editor = new Editor(edits, flags.has('n'));
      let held: string | undefined;
      for await (const line of linesIn(input)) {
        if (held !== undefined) await context.out(editor.line(held, false));
        if (editor.ended) return 0;
        held = line;
      }
      if (held !== undefined) await context.out(editor.line(held, true));
    }
    return Number(failed);
  },
};

/** Applies a `sed` script to the lines of one input. */
class Editor {
  ended = false;
  private number = 0;
  /** Commands whose address range has begun and not ended. */
  private readonly open = new Set<Edit>();
  private readonly edits: readonly Edit[];
  private readonly quiet: boolean;

  constructor(edits: readonly Edit[], quiet: boolean) {
    this.edits = edits;
    this.quiet = quiet;
  }

  /** Processes a line and returns the output. */
  line(text: string, isLast: boolean): string {
    this.number++;
    let current = text;
    let output = '';
    for (const edit of this.edits) {
      if (!this.applies(edit, current, isLast)) continue;
      if (edit.verb === 'd') return output;
      if (edit.verb === 'q') {
        this.ended = true;
        break;
      }
      const before = current;
      if (edit.pattern !== undefined) current = substitute(edit.pattern, edit.replacement, current);
      const prints = edit.verb === 'p' || (edit.prints && current !== before);
      if (prints) output += `${current}\n`;
    }
    return this.quiet ? output : `${output}${current}\n`;
  }

  private applies(edit: Edit, text: string, isLast: boolean): boolean {
    const { from, to } = edit;
    const meets = (address: Address): boolean => {
      if (address === '$') return isLast;
      return typeof address === 'number' ? address === this.number : address.test(text);
    };
    if (from === undefined) return true;
    if (to === undefined) return meets(from);
    const isPast = typeof to === 'number' && to <= this.number;
    if (this.open.has(edit)) {
      if (meets(to) || isPast) this.open.delete(edit);
      return true;
    }
    if (!meets(from)) return false;
    if (!isPast) this.open.add(edit);
    return true;
  }
}

/** Replaces the match; `&` and `\1` in the replacement refer to the match and its groups. */
function substitute(pattern: RegExp, replacement: string, text: string): string {
  return text.replace(pattern, (...found: unknown[]) =>
    replacement.replace(/\\([^])|&/g, (mark, escaped: string | undefined) => {
      if (mark === '&') return String(found[0]);
      if (!/\d/.test(escaped ?? '')) return escaped === 'n' ? '\n' : (escaped ?? '');
      const group = found[Number(escaped)];
      return typeof group === 'string' ? group : '';
    }),
  );
}

/** Parses a script; undefined if it is invalid. */
function parseEdits(script: string, extended: boolean): Edit[] | undefined {
  const edits: Edit[] = [];
  for (let rest = script.trim(); rest !== '';) {
    const first = parseAddress(rest, extended);
    const range = first.rest.startsWith(',');
    const second = range ? parseAddress(first.rest.slice(1), extended) : undefined;
    const text = (second?.rest ?? first.rest).trimStart();
    const parsed = parseVerb(text, extended);
    if (parsed === undefined) return undefined;
    edits.push({ from: first.address, to: second?.address, ...parsed.edit });
    rest = text.slice(parsed.length).replace(/^[\s;]+/, '');
  }
  return edits;
}

function parseVerb(
  text: string,
  extended: boolean,
): { readonly edit: Omit<Edit, 'from' | 'to'>; readonly length: number } | undefined {
  const verb = text.charAt(0);
  if (/[pdq]/.test(verb)) {
    const edit = { verb, pattern: undefined, replacement: '', prints: false };
    return { edit, length: 1 };
  }
  const mark = literalPattern(text.charAt(1));
  // Only the delimiter comes from the input, escaped; each repetition ends at the next delimiter.
  const match = new RegExp(
    `^s${mark}((?:\\\\.|(?!${mark}).)*)${mark}((?:\\\\[^]|(?!${mark})[^])*)${mark}([giIp]*)`,
  ).exec(text);
  if (verb !== 's' || !match) return undefined;
  const [whole, source = '', replacement = '', options = ''] = match;
  const flags = `${/i/i.test(options) ? 'i' : ''}${options.includes('g') ? 'g' : ''}`;
  const pattern = posixPattern(source.replaceAll('\\/', '/'), { extended, flags });
  const edit = { verb, pattern, replacement, prints: options.includes('p') };
  return { edit, length: whole.length };
}

function parseAddress(
  text: string,
  extended: boolean,
): { readonly address: Address | undefined; readonly rest: string } {
  const [whole = '', number, last, source] = /^(?:(\d+)|(\$)|\/((?:\\.|[^/])*)\/)/.exec(text) ?? [];
  const rest = text.slice(whole.length);
  if (number !== undefined) return { address: Number(number), rest };
  if (last !== undefined) return { address: '$', rest };
  if (source === undefined) return { address: undefined, rest };
  return { address: posixPattern(source, { extended }), rest };
}

/** `grep` and `sed`. */
export const searchPrograms: readonly Program[] = [grep, sed];
