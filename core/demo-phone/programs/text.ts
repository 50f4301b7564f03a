import { mayBacktrackExponentially } from '../../text/text-pattern.ts';
import { decodeUtf8 } from '../bytes.ts';
import {
  createInput,
  UsageError,
  type Input,
  type Program,
  type ProgramContext,
} from '../shell/program.ts';
import { forEachOperand, parseToyboxArguments } from './arguments.ts';
import { md5 } from './md5.ts';

/** Runs a function for the input of each operand, or for stdin if there are none. Resolves with the exit code. */
function forEachInput(
  context: ProgramContext,
  operands: readonly string[],
  action: (input: Input, name: string) => Promise<void>,
): Promise<number> {
  return forEachOperand(context, operands.length === 0 ? ['-'] : operands, (name) => {
    const fromStdin = name === '-' || name === '/dev/stdin';
    const { files } = context.system;
    return action(fromStdin ? context.stdin : createInput(files.read(context.path(name))), name);
  });
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
  main: (context) =>
    forEachInput(context, parseToyboxArguments(context, '').operands, async (input) => {
      for await (const chunk of input) await context.out(chunk);
    }),
};

/** `md5sum [-b] [FILE…]`; `-b` prints the digest alone. */
const md5sum: Program = {
  names: ['md5sum'],
  main: async (context) => {
    const { flags, operands } = parseToyboxArguments(context, 'b');
    return forEachInput(context, operands, async (input, name) => {
      const digest = md5(await input.readAll());
      await context.out(flags.has('b') ? `${digest}\n` : `${digest}  ${name}\n`);
    });
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
    return forEachInput(context, operands, async (input, name) => {
      if (operands.length > 1) await context.out(`==> ${name} <==\n`);
      for (let left = Number(values.get('n') ?? 10); left > 0; left--) {
        const line = await input.readLine();
        if (line === undefined) break;
        await context.out(line);
      }
    });
  },
};

/** `tail [-n N] [-c N] [FILE…]` */
const tail: Program = {
  names: ['tail'],
  main: async (context) => {
    const { values, operands } = parseCountArguments(context, 'nc');
    const bytes = values.get('c');
    return forEachInput(context, operands, async (input, name) => {
      if (operands.length > 1) await context.out(`==> ${name} <==\n`);
      const all = await input.readAll();
      await context.out(
        bytes === undefined
          ? lastLines(all, Number(values.get('n') ?? 10))
          : all.subarray(Math.max(0, all.length - Number(bytes))),
      );
    });
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
    const unescape = (escape: string, letter: string) => escapedLetters[letter] ?? escape;
    const text = isPlain ? line : line.replace(/\\([abefnrtv\\])/g, unescape);
    await out(`${text}${options.includes('n') ? '' : '\n'}`);
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
    let matches = 0;
    const failed = await forEachInput(context, files, async (input, name) => {
      const title = files.length > 1 ? `${name}:` : '';
      let count = 0;
      let number = 0;
      for await (const line of readLines(input)) {
        number++;
        if (pattern.test(line) === flags.has('v')) continue;
        count++;
        matches++;
        if (flags.has('q')) return;
        const label = flags.has('n') ? `${title}${number}:` : title;
        if (!flags.has('c')) await context.out(`${label}${line}\n`);
      }
      if (flags.has('c')) await context.out(`${title}${count}\n`);
    });
    return failed === 1 && matches === 0 ? 2 : Number(matches === 0);
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
