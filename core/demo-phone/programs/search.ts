import { mayBacktrackExponentially } from '../../text-pattern.ts';
import { parseProgramArguments } from './arguments.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import { readLines, openSources, type TextSource } from './text.ts';

interface PatternOptions {
  readonly extended: boolean;
  /** Flags of RegExp. */
  readonly flags?: string;
}

/** Converts a POSIX regular expression to JavaScript's. Throws SyntaxError when it is invalid or could backtrack exponentially. */
function posixPattern(source: string, { extended, flags = '' }: PatternOptions): RegExp {
  const translated = translate(source, extended);
  if (mayBacktrackExponentially(translated)) throw new SyntaxError('expression too complex');
  // The remaining patterns take negligible time for one line.
  return new RegExp(translated, flags);
}

/** Escapes text so that a pattern matches it literally. */
function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

const patternTokens = /\\([^])|(\[\^?\]?(?:\[:\w+:\]|[^\]])*\])|([+?|(){}])|([^])/g;

/** Translates a pattern; in a basic expression `+ ? | ( ) { }` are operators only when escaped. */
function translate(source: string, extended: boolean): string {
  let translated = '';
  for (const [whole, escaped, bracket, operator] of source.matchAll(patternTokens)) {
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

const characterClasses: Readonly<Record<string, string>> = {
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
    .replace(/\[:(\w+):\]/g, (_all, name: string) => characterClasses[name] ?? '')
    .replace(/\[(?!\\)/g, '\\[');
  return `[${negated ? '^' : ''}${body}]`;
}

/** `grep [-EFivoncqlwxhH] [-m N] [-A N] [-B N] [-C N] [-e PATTERN]… [PATTERN] [FILE…]`: toybox. */
const grep: Program = {
  names: ['grep', 'egrep', 'fgrep'],
  main: async (context) => {
    const [name, ...args] = context.argv;
    const {
      flags,
      values,
      flagList: all,
      operands,
    } = parseProgramArguments(args, ['m', 'e', 'A', 'B', 'C']);
    const optionPatterns = all.flatMap(([flag, value]) => (flag === 'e' ? [value ?? ''] : []));
    const patterns = optionPatterns.length > 0 ? optionPatterns : operands.slice(0, 1);
    const files = optionPatterns.length > 0 ? operands : operands.slice(1);
    if (patterns.length === 0) {
      await context.err('grep: No REGEX (see "grep --help")\n');
      return 2;
    }
    const search = {
      pattern: grepPattern(name, patterns, flags),
      flags,
      maxMatches: Number(values.get('m') ?? Infinity),
      before: Number(values.get('B') ?? values.get('C') ?? 0),
      after: Number(values.get('A') ?? values.get('C') ?? 0),
      withFilename: flags.has('H') || (files.length > 1 && !flags.has('h')),
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

interface GrepSearch {
  readonly pattern: RegExp;
  readonly flags: ReadonlySet<string>;
  /** Stop after this many matching lines. */
  readonly maxMatches: number;
  /** Lines of context to print before each match. */
  readonly before: number;
  /** Lines of context to print after each match. */
  readonly after: number;
  /** Whether each line is prefixed with the file's name. */
  readonly withFilename: boolean;
}

/** Prints while reading, so that `logcat | grep` shows lines immediately. Resolves with whether any line matched. */
async function searchIn(
  context: ProgramContext,
  source: TextSource,
  search: GrepSearch,
): Promise<boolean> {
  const { flags, pattern } = search;
  const isSilent = ['q', 'c', 'l'].some((flag) => flags.has(flag));
  const print = async (text: string): Promise<void> => {
    if (!isSilent) await context.out(text);
  };
  const title = search.withFilename ? `${source.name}:` : '';
  const pendingLines: string[] = [];
  let count = 0;
  let number = 0;
  let trailing = 0;
  for await (const line of readLines(source.input)) {
    const label = title + (flags.has('n') ? `${++number}:` : '');
    const matches = line.match(pattern);
    if ((matches !== null) !== flags.has('v')) {
      count++;
      trailing = search.after;
      const parts = flags.has('o') ? (matches ?? []).filter((part) => part !== '') : [line];
      const shown = parts.map((part) => `${label}${part}\n`);
      await print([...pendingLines.splice(0), ...shown].join(''));
      if (flags.has('q') || (count >= search.maxMatches && trailing === 0)) break;
    } else if (trailing > 0) {
      trailing--;
      await print(`${label}${line}\n`);
    } else if (search.before > 0) {
      pendingLines.push(`${label}${line}\n`);
      if (pendingLines.length > search.before) pendingLines.shift();
    }
  }
  if (flags.has('c')) await context.out(`${title}${count}\n`);
  else if (flags.has('l') && count > 0) await context.out(`${source.name}\n`);
  return count > 0;
}

/** An address of a `sed` command: a line number, `$` (the last line), or a pattern. */
type Address = number | '$' | RegExp;

interface SedCommand {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  readonly verb: string;
  /** For `s`. */
  readonly pattern: RegExp | undefined;
  readonly replacement: string;
  readonly printsOnChange: boolean;
}

/** `sed [-nE] [-e SCRIPT]… [SCRIPT] [FILE…]` with `s`, `p`, `d` and `q`. */
const sed: Program = {
  names: ['sed'],
  main: async (context) => {
    const { flags, flagList: all, operands } = parseProgramArguments(context.argv.slice(1), ['e']);
    const optionPatterns = all.flatMap(([flag, value]) => (flag === 'e' ? [value ?? ''] : []));
    const script = optionPatterns.length > 0 ? optionPatterns.join('\n') : (operands[0] ?? '');
    const commands = parseScript(script, flags.has('E') || flags.has('r'));
    if (commands === undefined) {
      // Guess: toybox's message for an unknown command.
      await context.err(`sed: bad pattern '${script}'\n`);
      return 1;
    }
    const files = optionPatterns.length > 0 ? operands : operands.slice(1);
    const { sources, failed } = await openSources(context, files);
    for (const { input } of sources) {
      const editor = new SedEditor(commands, flags.has('n'));
      let previousLine: string | undefined;
      for await (const line of readLines(input)) {
        if (previousLine !== undefined) await context.out(editor.processLine(previousLine, false));
        if (editor.ended) return 0;
        previousLine = line;
      }
      if (previousLine !== undefined) await context.out(editor.processLine(previousLine, true));
    }
    return Number(failed);
  },
};

/** Applies a `sed` script to the lines of one input. */
class SedEditor {
  ended = false;
  private number = 0;
  /** Commands whose address range has begun and not ended. */
  private readonly openRanges = new Set<SedCommand>();
  private readonly commands: readonly SedCommand[];
  private readonly quiet: boolean;

  constructor(commands: readonly SedCommand[], quiet: boolean) {
    this.commands = commands;
    this.quiet = quiet;
  }

  /** Processes a line and returns the output. */
  processLine(text: string, isLast: boolean): string {
    this.number++;
    let current = text;
    let output = '';
    for (const command of this.commands) {
      if (!this.applies(command, current, isLast)) continue;
      if (command.verb === 'd') return output;
      if (command.verb === 'q') {
        this.ended = true;
        break;
      }
      const before = current;
      if (command.pattern !== undefined)
        current = substitute(command.pattern, command.replacement, current);
      const printsOnChange = command.verb === 'p' || (command.printsOnChange && current !== before);
      if (printsOnChange) output += `${current}\n`;
    }
    return this.quiet ? output : `${output}${current}\n`;
  }

  private applies(command: SedCommand, text: string, isLast: boolean): boolean {
    const { from, to } = command;
    const matchesAddress = (address: Address): boolean => {
      if (address === '$') return isLast;
      return typeof address === 'number' ? address === this.number : address.test(text);
    };
    if (from === undefined) return true;
    if (to === undefined) return matchesAddress(from);
    const isPast = typeof to === 'number' && to <= this.number;
    if (this.openRanges.has(command)) {
      if (matchesAddress(to) || isPast) this.openRanges.delete(command);
      return true;
    }
    if (!matchesAddress(from)) return false;
    if (!isPast) this.openRanges.add(command);
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
function parseScript(script: string, extended: boolean): SedCommand[] | undefined {
  const commands: SedCommand[] = [];
  for (let rest = script.trim(); rest !== '';) {
    const first = parseAddress(rest, extended);
    const range = first.rest.startsWith(',');
    const second = range ? parseAddress(first.rest.slice(1), extended) : undefined;
    const text = (second?.rest ?? first.rest).trimStart();
    const parsed = parseCommand(text, extended);
    if (parsed === undefined) return undefined;
    commands.push({ from: first.address, to: second?.address, ...parsed.command });
    rest = text.slice(parsed.length).replace(/^[\s;]+/, '');
  }
  return commands;
}

function parseCommand(
  text: string,
  extended: boolean,
): { readonly command: Omit<SedCommand, 'from' | 'to'>; readonly length: number } | undefined {
  const verb = text.charAt(0);
  if (/[pdq]/.test(verb)) {
    const command = { verb, pattern: undefined, replacement: '', printsOnChange: false };
    return { command, length: 1 };
  }
  const delimiter = literalPattern(text.charAt(1));
  // Only the delimiter comes from the input, escaped; each repetition ends at the next delimiter.
  const match = new RegExp(
    `^s${delimiter}((?:\\\\.|(?!${delimiter}).)*)${delimiter}((?:\\\\[^]|(?!${delimiter})[^])*)${delimiter}([giIp]*)`,
  ).exec(text);
  if (verb !== 's' || !match) return undefined;
  const [whole, source = '', replacement = '', options = ''] = match;
  const flags = `${/i/i.test(options) ? 'i' : ''}${options.includes('g') ? 'g' : ''}`;
  const pattern = posixPattern(source.replaceAll('\\/', '/'), { extended, flags });
  const command = { verb, pattern, replacement, printsOnChange: options.includes('p') };
  return { command, length: whole.length };
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
