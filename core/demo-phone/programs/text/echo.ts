import { encode } from '../../shell/bytes.ts';
import { unescapeText } from '../../shell/escapes.ts';
import type { Program } from '../program.ts';

/** `echo [-neE] [WORD…]`. Guess: escapes are read without `-e`, as mksh's builtin does outside POSIX mode. */
export const echo: Program = {
  names: ['echo'],
  builtin: true,
  run: async ({ argv: [, ...words], out }) => {
    let escapes = true;
    let newline = true;
    while (/^-[neE]+$/.test(words[0] ?? '')) {
      const option = words.shift() ?? '';
      if (option.includes('n')) newline = false;
      if (option.includes('e')) escapes = true;
      if (option.includes('E')) escapes = false;
    }
    const line = words.join(' ');
    const { text, stopped } = escapes ? unescapeText(line) : { text: line, stopped: false };
    await out(`${text}${newline && !stopped ? '\n' : ''}`);
    return 0;
  },
};

/** `printf FORMAT [ARGUMENT…]`; the format is used again while arguments are left. */
export const printf: Program = {
  names: ['printf'],
  builtin: true,
  run: async ({ argv: [, format, ...words], out, err }) => {
    if (format === undefined) {
      await err('printf: Needs 1 argument\n');
      return 1;
    }
    const left = [...words];
    let output = '';
    let stopped: boolean;
    do {
      const before = left.length;
      const round = formatOnce(format, left);
      output += round.text;
      stopped = round.stopped || left.length === before;
    } while (left.length > 0 && !stopped);
    await out(encode(output));
    return 0;
  },
};

const pieces =
  /%(?<flags>[-+ 0#]*)(?<width>\*|\d*)(?:\.(?<precision>\*|\d*))?(?<verb>[diouxXcsbq%])|[^%]+|%/g;

function formatOnce(format: string, left: string[]): { text: string; stopped: boolean } {
  let text = '';
  for (const { 0: piece, groups } of format.matchAll(pieces)) {
    if (groups === undefined || groups['verb'] === undefined) {
      const plain = unescapeText(piece);
      text += plain.text;
      if (plain.stopped) return { text, stopped: true };
      continue;
    }
    const width = groups['width'] === '*' ? Number(left.shift()) : Number(groups['width'] ?? 0);
    const precision = groups['precision'];
    if (groups['verb'] === '%') {
      text += '%';
      continue;
    }
    const argument = left.shift() ?? '';
    if (groups['verb'] === 'b') {
      const plain = unescapeText(argument);
      text += pad(plain.text, width, groups['flags'] ?? '');
      if (plain.stopped) return { text, stopped: true };
      continue;
    }
    const value = convert(groups['verb'], argument, precision);
    text += pad(value, width, groups['flags'] ?? '');
  }
  return { text, stopped: false };
}

function convert(verb: string, argument: string, precision: string | undefined): string {
  const digits = precision === undefined ? undefined : Number(precision);
  if (verb === 's') return argument.slice(0, digits);
  if (verb === 'c') return argument.slice(0, 1);
  if (verb === 'q') return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
  const number = /^["']./.test(argument)
    ? argument.charCodeAt(1)
    : Math.trunc(Number(argument)) || 0;
  const base = { o: 8, x: 16, X: 16 }[verb] ?? 10;
  const text = Math.abs(number)
    .toString(base)
    .padStart(digits ?? 0, '0');
  return (number < 0 ? '-' : '') + (verb === 'X' ? text.toUpperCase() : text);
}

function pad(text: string, width: number, flags: string): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0')) return text.padStart(width);
  const sign = text.startsWith('-') ? '-' : '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}
