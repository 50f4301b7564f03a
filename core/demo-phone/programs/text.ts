import { FileError } from '../files.ts';
import { unescapeText } from '../shell/text.ts';
import { decodeUtf8, encodeUtf8 } from '../bytes.ts';
import { createInput, type Input, type Program, type ProgramContext } from '../shell/program.ts';
import { parseProgramArguments } from './arguments.ts';

/** An input of a program: a file operand or stdin. */
export interface TextSource {
  /** `-` for stdin. */
  readonly name: string;
  readonly input: Input;
}

/** Opens the operands, or stdin when there are none; prints an error for each that can't be read. */
export async function openSources(
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
export async function* readLines(input: Input): AsyncGenerator<string> {
  for (let line = await input.readLine(); line !== undefined; line = await input.readLine()) {
    yield decodeUtf8(line).replace(/\n$/, '');
  }
}

/** `cat [FILE…]` */
const cat: Program = {
  names: ['cat'],
  main: async (context) => {
    const { operands } = parseProgramArguments(context.argv.slice(1));
    const { sources, failed } = await openSources(context, operands);
    for (const { input } of sources) for await (const chunk of input) await context.out(chunk);
    return Number(failed);
  },
};

/** The arguments of `head` and `tail`, where `-5` means `-n 5`. */
function parseCountArguments([, ...args]: readonly string[]) {
  const spelledArgs = args.flatMap((word) =>
    /^-\d+$/.test(word) ? ['-n', word.slice(1)] : [word],
  );
  return parseProgramArguments(spelledArgs, ['n', 'c']);
}

/** `head [-n N] [-c N] [FILE…]` */
const head: Program = {
  names: ['head'],
  main: async (context) => {
    const { values, operands } = parseCountArguments(context.argv);
    const { sources, failed } = await openSources(context, operands);
    const bytes = values.get('c');
    for (const { input, name } of sources) {
      if (sources.length > 1) await context.out(`==> ${name} <==\n`);
      let remaining = Number(bytes ?? values.get('n') ?? 10);
      while (remaining > 0) {
        const chunk = bytes === undefined ? await input.readLine() : await input.next();
        if (chunk === undefined) break;
        await context.out(bytes === undefined ? chunk : chunk.subarray(0, remaining));
        remaining -= bytes === undefined ? 1 : chunk.length;
      }
    }
    return Number(failed);
  },
};

/** `tail [-n [+]N] [-c N] [FILE…]` */
const tail: Program = {
  names: ['tail'],
  main: async (context) => {
    const { values, operands } = parseCountArguments(context.argv);
    const { sources, failed } = await openSources(context, operands);
    for (const { input } of sources) {
      const bytes = await input.readAll();
      const count = values.get('c');
      if (count === undefined) await context.out(lastLines(bytes, values.get('n') ?? '10'));
      else await context.out(bytes.subarray(Math.max(0, bytes.length - Number(count))));
    }
    return Number(failed);
  },
};

function lastLines(bytes: Uint8Array, count: string): Uint8Array {
  const ends = [...bytes.keys()].filter((i) => bytes[i] === 0x0a);
  if (bytes.length > 0 && bytes.at(-1) !== 0x0a) ends.push(bytes.length - 1);
  const skipped = count.startsWith('+') ? Number(count) - 1 : ends.length - Number(count);
  return bytes.subarray(skipped <= 0 ? 0 : (ends[skipped - 1] ?? bytes.length) + 1);
}

/** `wc [-lwc] [FILE…]` */
const wc: Program = {
  names: ['wc'],
  main: async (context) => {
    const { flags, operands } = parseProgramArguments(context.argv.slice(1));
    const { sources, failed } = await openSources(context, operands);
    for (const { input, name } of sources) {
      const bytes = await input.readAll();
      const text = decodeUtf8(bytes);
      const counts = {
        l: text.split('\n').length - 1,
        w: text.split(/\s+/).filter((word) => word !== '').length,
        c: bytes.length,
      };
      const shown = Object.entries(counts).filter(([flag]) => flags.size === 0 || flags.has(flag));
      const title = operands.length === 0 ? '' : ` ${name}`;
      await context.out(`${shown.map(([, count]) => count).join(' ')}${title}\n`);
    }
    return Number(failed);
  },
};

/** `sort [-nru] [FILE…]`, without locale. */
const sort: Program = {
  names: ['sort'],
  main: async (context) => {
    const { flags, operands } = parseProgramArguments(context.argv.slice(1));
    const { sources, failed } = await openSources(context, operands);
    const lines: string[] = [];
    for (const { input } of sources) for await (const line of readLines(input)) lines.push(line);
    const sorted = flags.has('n')
      ? lines.toSorted((a, b) => (parseFloat(a) || 0) - (parseFloat(b) || 0))
      : lines.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
    if (flags.has('r')) sorted.reverse();
    const shown = sorted.filter((line, i) => !flags.has('u') || i === 0 || line !== sorted[i - 1]);
    await context.out(shown.map((line) => `${line}\n`).join(''));
    return Number(failed);
  },
};

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

const conversion = /%(-?\d*)([sdixc%])|[^%]+|%/g;

/** `printf FORMAT [ARGUMENT…]`: `%s`, `%d`, `%x` and `%c`; the format is repeated while arguments remain. */
const printf: Program = {
  names: ['printf'],
  isBuiltin: true,
  main: async ({ argv: [, format = '', ...remaining], out }) => {
    let text = '';
    let before: number;
    do {
      before = remaining.length;
      text += format.replace(conversion, (piece, width = '', verb?: string) => {
        if (verb === undefined) return unescapeText(piece).text;
        const value = verb === '%' ? '%' : formatArgument(verb, remaining.shift() ?? '');
        const columns = Math.abs(Number(width));
        return String(width).startsWith('-') ? value.padEnd(columns) : value.padStart(columns);
      });
    } while (remaining.length > 0 && remaining.length < before);
    await out(encodeUtf8(text));
    return 0;
  },
};

function formatArgument(verb: string, argument: string): string {
  if (verb === 's') return argument;
  if (verb === 'c') return argument.slice(0, 1);
  return (Math.trunc(Number(argument)) || 0).toString(verb === 'x' ? 16 : 10);
}

/** Programs that print and count text: toybox's, and mksh's `echo` and `printf`. */
export const textPrograms: readonly Program[] = [cat, head, tail, wc, sort, echo, printf];
