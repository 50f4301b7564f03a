import { mayBacktrackExponentially } from '../../text/text-pattern.ts';
import { concat, decodeUtf8 } from '../bytes.ts';
import { FileError } from '../files.ts';
import {
  createInput,
  UsageError,
  type Input,
  type Program,
  type ProgramContext,
} from '../shell/program.ts';
import { parseToyboxArguments } from './arguments.ts';
import { md5 } from './md5.ts';

/** An input of a program: a file operand or stdin. */
interface TextSource {
  /** `-` for stdin. */
  readonly name: string;
  readonly input: Input;
}

/** Opens the operands, or stdin when there are none; prints an error for each that can't be read. */
async function openSources(
  context: ProgramContext,
  operands: readonly string[],
): Promise<{ readonly sources: readonly TextSource[]; readonly failed: boolean }> {
  const sources: TextSource[] = [];
  let failed = false;
  for (const name of operands.length === 0 ? ['-'] : operands) {
    try {
      const fromStdin = name === '-' || name === '/dev/stdin';
      const { files } = context.system;
      const input = fromStdin ? context.stdin : createInput(files.read(context.path(name)));
      sources.push({ name, input });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await context.err(`${context.argv[0]}: ${name}: ${error.strerror}\n`);
      failed = true;
    }
  }
  return { sources, failed };
}

/** Yields lines without their newlines, as they arrive. */
async function* readLines(input: Input): AsyncGenerator<string> {
  for (let line = await input.readLine(); line !== undefined; line = await input.readLine()) {
    yield decodeUtf8(line).replace(/\n$/, '');
  }
}

/** `cat [FILE…]` */
const cat: Program = {
  names: ['cat'],
  main: async (context) => {
    const { operands } = parseToyboxArguments(context, '');
    const { sources, failed } = await openSources(context, operands);
    for (const { input } of sources) for await (const chunk of input) await context.out(chunk);
    return Number(failed);
  },
};

/** `md5sum [-b] [FILE…]`; `-b` prints the digest alone. */
const md5sum: Program = {
  names: ['md5sum'],
  main: async (context) => {
    const { flags, operands } = parseToyboxArguments(context, 'b');
    const { sources, failed } = await openSources(context, operands);
    for (const { name, input } of sources) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of input) chunks.push(chunk);
      const digest = md5(concat(chunks));
      await context.out(flags.has('b') ? `${digest}\n` : `${digest}  ${name}\n`);
    }
    return Number(failed);
  },
};

/** The arguments of `head` and `tail`, where `-5` means `-n 5`. */
function parseCountArguments({ argv: [name, ...args] }: ProgramContext, withValue: string) {
  const spelledOut = args.flatMap((word) => (/^-\d+$/.test(word) ? ['-n', word.slice(1)] : [word]));
  return parseToyboxArguments({ argv: [name, ...spelledOut] }, '', withValue);
}

/** `head [-n N] [FILE…]` */
const head: Program = {
  names: ['head'],
  main: async (context) => {
    const { values, operands } = parseCountArguments(context, 'n');
    const { sources, failed } = await openSources(context, operands);
    for (const { input, name } of sources) {
      if (sources.length > 1) await context.out(`==> ${name} <==\n`);
      for (let left = Number(values.get('n') ?? 10); left > 0; left--) {
        const line = await input.readLine();
        if (line === undefined) break;
        await context.out(line);
      }
    }
    return Number(failed);
  },
};

/** `tail [-n N] [-c N] [FILE…]` */
const tail: Program = {
  names: ['tail'],
  main: async (context) => {
    const { values, operands } = parseCountArguments(context, 'nc');
    const { sources, failed } = await openSources(context, operands);
    const bytes = values.get('c');
    for (const { input, name } of sources) {
      if (sources.length > 1) await context.out(`==> ${name} <==\n`);
      const all = await input.readAll();
      await context.out(
        bytes === undefined
          ? lastLines(all, Number(values.get('n') ?? 10))
          : all.subarray(Math.max(0, all.length - Number(bytes))),
      );
    }
    return Number(failed);
  },
};

function lastLines(bytes: Uint8Array, count: number): Uint8Array {
  const ends = [...bytes.keys()].filter((i) => bytes[i] === 0x0a);
  if (bytes.length > 0 && bytes.at(-1) !== 0x0a) ends.push(bytes.length - 1);
  const skipped = ends.length - count;
  return bytes.subarray(skipped <= 0 ? 0 : (ends[skipped - 1] ?? bytes.length) + 1);
}

/** `echo [-neE] [WORD…]`. Guess: escapes are read without `-e`, as mksh's builtin does outside POSIX mode. */
const echo: Program = {
  names: ['echo'],
  isBuiltin: true,
  main: async ({ argv: [, ...args], out }) => {
    let options = '';
    while (/^-[neE]+$/.test(args[0] ?? '')) options += args.shift() ?? '';
    const line = args.join(' ');
    const isPlain = /E[^e]*$/.test(options);
    const { text, stopped } = isPlain ? { text: line, stopped: false } : unescapeText(line);
    await out(`${text}${options.includes('n') || stopped ? '' : '\n'}`);
    return 0;
  },
};

/** Backslash escapes of one letter. */
const escapedLetters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** Replaces backslash escapes; `stopped` is set when `\c` ended the output. */
function unescapeText(text: string): { readonly text: string; readonly stopped: boolean } {
  const stop = text.search(/(?<!\\)(?:\\\\)*\\c/);
  const active = stop < 0 ? text : text.slice(0, text.indexOf('\\c', stop));
  const replaced = active.replace(
    /\\([abefnrtv\\])/g,
    (escape, letter: string) => escapedLetters[letter] ?? escape,
  );
  return { text: replaced, stopped: stop >= 0 };
}

/** Converts a POSIX regular expression to JavaScript's. Throws SyntaxError when it is invalid or could backtrack exponentially. */
function posixPattern(source: string, extended: boolean): string {
  const translated = translate(source, extended);
  if (mayBacktrackExponentially(translated)) throw new SyntaxError('expression too complex');
  return translated;
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

/** `grep [-EFivcnqx] PATTERN [FILE…]`: toybox. Prints while it reads, so that `logcat | grep` shows lines immediately. */
const grep: Program = {
  names: ['grep'],
  main: async (context) => {
    const { flags, operands } = parseToyboxArguments(context, 'EFivcnqx');
    const [source, ...files] = operands;
    if (source === undefined) throw new UsageError('No REGEX (see "grep --help")', 2);
    const pattern = grepPattern(source, flags);
    const { sources, failed } = await openSources(context, files);
    let matched = false;
    for (const { name, input } of sources) {
      const title = files.length > 1 ? `${name}:` : '';
      let count = 0;
      let number = 0;
      for await (const line of readLines(input)) {
        number++;
        if (pattern.test(line) === flags.has('v')) continue;
        count++;
        matched = true;
        if (flags.has('q')) return 0;
        const label = flags.has('n') ? `${title}${number}:` : title;
        if (!flags.has('c')) await context.out(`${label}${line}\n`);
      }
      if (flags.has('c')) await context.out(`${title}${count}\n`);
    }
    return failed && !matched ? 2 : Number(!matched);
  },
};

/** The pattern; its lines are alternatives. */
export function grepPattern(source: string, flags: ReadonlySet<string>): RegExp {
  const alternatives = source
    .split('\n')
    .map((line) => (flags.has('F') ? literalPattern(line) : posixPattern(line, flags.has('E'))));
  const whole = (line: string): string => (flags.has('x') ? `^(?:${line})$` : `(?:${line})`);
  // posixPattern has rejected patterns that could backtrack exponentially.
  return new RegExp(alternatives.map(whole).join('|'), flags.has('i') ? 'i' : '');
}

/** Programs that print or search text: toybox's, and mksh's `echo`. */
export const textPrograms: readonly Program[] = [cat, md5sum, head, tail, echo, grep];
