import { concat, encode } from '../../shell/bytes.ts';
import { parseArguments } from '../arguments.ts';
import type { Program, ProgramContext } from '../program.ts';
import { linesIn, openSources } from './sources.ts';

/** `cat [FILE…]` */
export const cat: Program = {
  names: ['cat'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { sources, failed } = await openSources(context, parseArguments(words).operands);
    for (const { input } of sources) for await (const chunk of input) await context.out(chunk);
    return Number(failed);
  },
};

/** `head [-n N] [-c N] [FILE…]` */
export const head: Program = {
  names: ['head'],
  run: async (context) => {
    const [, ...words] = withNumber(context.argv);
    const { values, operands } = parseArguments(words, ['n', 'c']);
    const { sources, failed } = await openSources(context, operands);
    const bytes = values.get('c');
    for (const { input, name } of sources) {
      if (sources.length > 1) await context.out(`==> ${name} <==\n`);
      let left = Number(bytes ?? values.get('n') ?? 10);
      while (left > 0) {
        const chunk = bytes === undefined ? await input.readLine() : await input.next();
        if (chunk === undefined) break;
        await context.out(bytes === undefined ? chunk : chunk.subarray(0, left));
        left -= bytes === undefined ? 1 : chunk.length;
      }
    }
    return Number(failed);
  },
};

/** `tail [-n [+]N] [-c N] [FILE…]` */
export const tail: Program = {
  names: ['tail'],
  run: async (context) => {
    const [, ...words] = withNumber(context.argv);
    const { values, operands } = parseArguments(words, ['n', 'c']);
    const { sources, failed } = await openSources(context, operands);
    for (const { input } of sources) {
      const bytes = await input.readAll();
      const count = values.get('c');
      if (count !== undefined)
        await context.out(bytes.subarray(Math.max(0, bytes.length - Number(count))));
      else await context.out(lastLines(bytes, values.get('n') ?? '10'));
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

/** `-5` means `-n 5`. */
function withNumber([name, ...words]: readonly string[]): string[] {
  return [
    name ?? '',
    ...words.flatMap((word) => (/^-\d+$/.test(word) ? ['-n', word.slice(1)] : [word])),
  ];
}

/** `wc [-lwc] [FILE…]` */
export const wc: Program = {
  names: ['wc'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, operands } = parseArguments(words);
    const { sources, failed } = await openSources(context, operands);
    const wanted =
      flags.size === 0 ? ['l', 'w', 'c'] : ['l', 'w', 'c', 'm'].filter((flag) => flags.has(flag));
    for (const { input, name } of sources) {
      const bytes = await input.readAll();
      const text = new TextDecoder().decode(bytes);
      const counts: Readonly<Record<string, number>> = {
        l: text.split('\n').length - 1,
        w: text.split(/\s+/).filter((word) => word !== '').length,
        c: bytes.length,
        m: [...text].length,
      };
      const title = operands.length === 0 ? '' : ` ${name}`;
      await context.out(`${wanted.map((flag) => counts[flag] ?? 0).join(' ')}${title}\n`);
    }
    return Number(failed);
  },
};

async function allLines(
  context: ProgramContext,
  operands: readonly string[],
): Promise<{ readonly lines: string[]; readonly failed: boolean }> {
  const { sources, failed } = await openSources(context, operands);
  const lines: string[] = [];
  for (const { input } of sources) for await (const line of linesIn(input)) lines.push(line);
  return { lines, failed };
}

/** `sort [-nru] [-k N] [-t C] [FILE…]`, by bytes. */
export const sort: Program = {
  names: ['sort'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, values, operands } = parseArguments(words, ['k', 't']);
    const { lines, failed } = await allLines(context, operands);
    const field = parseInt(values.get('k') ?? '', 10);
    const key = (line: string): string =>
      Number.isNaN(field) ? line : (line.split(values.get('t') ?? /\s+/)[field - 1] ?? '');
    const compare = flags.has('n')
      ? (a: string, b: string) => (parseFloat(key(a)) || 0) - (parseFloat(key(b)) || 0)
      : (a: string, b: string) => (key(a) < key(b) ? -1 : Number(key(a) > key(b)));
    const sorted = lines.toSorted(compare);
    if (flags.has('r')) sorted.reverse();
    const shown = flags.has('u')
      ? sorted.filter((line, i) => i === 0 || line !== sorted[i - 1])
      : sorted;
    await context.out(shown.map((line) => `${line}\n`).join(''));
    return Number(failed);
  },
};

/** `uniq [-cdu] [FILE]` */
export const uniq: Program = {
  names: ['uniq'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, operands } = parseArguments(words);
    const { lines, failed } = await allLines(context, operands);
    const runs: { line: string; count: number }[] = [];
    for (const line of lines) {
      const last = runs.at(-1);
      if (last?.line === line) last.count++;
      else runs.push({ line, count: 1 });
    }
    const shown = runs
      .filter(({ count }) => !(flags.has('d') && count === 1) && !(flags.has('u') && count > 1))
      .map(
        ({ line, count }) => `${flags.has('c') ? `${String(count).padStart(7)} ` : ''}${line}\n`,
      );
    await context.out(shown.join(''));
    return Number(failed);
  },
};

/** `cut -d C -f LIST` and `cut -c LIST` */
export const cut: Program = {
  names: ['cut'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, values, operands } = parseArguments(words, ['d', 'f', 'c', 'b']);
    const list = values.get('f') ?? values.get('c') ?? values.get('b') ?? '';
    const { lines, failed } = await allLines(context, operands);
    const delimiter = values.get('d') ?? '\t';
    const shown = lines.flatMap((line) => {
      if (!values.has('f')) return [pick([...line], list).join('')];
      if (!line.includes(delimiter)) return flags.has('s') ? [] : [line];
      return [pick(line.split(delimiter), list).join(delimiter)];
    });
    await context.out(shown.map((line) => `${line}\n`).join(''));
    return Number(failed);
  },
};

/** The items of a list such as `1,3-5,7-`. */
function pick(items: readonly string[], list: string): string[] {
  const ranges = list.split(',').map((range) => {
    const [from = '', to] = range.split('-');
    const end = to === undefined ? from : to;
    return [from === '' ? 1 : Number(from), end === '' ? Infinity : Number(end)] as const;
  });
  return items.filter((_item, i) => ranges.some(([from, to]) => i + 1 >= from && i + 1 <= to));
}

/** `tee [-a] [FILE…]` */
export const tee: Program = {
  names: ['tee'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, operands } = parseArguments(words);
    const chunks: Uint8Array[] = [];
    for await (const chunk of context.stdin) {
      chunks.push(chunk.slice());
      await context.out(chunk);
    }
    for (const operand of operands) {
      const { files } = context.system;
      const path = context.path(operand);
      const before = flags.has('a') && files.stat(path) ? [files.read(path)] : [encode('')];
      files.write(path, concat([...before, ...chunks]));
    }
    return 0;
  },
};
