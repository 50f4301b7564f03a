/** Measures whether the work of a parser grows faster than its input, on texts that its own patterns suggest. */

/** A parser under test; what it throws does not matter. */
export type TextParser = (text: string) => unknown;

/** An input on which the work of a parser grows faster than its size. */
export interface SlowInput {
  readonly start: string;
  readonly repeated: string;
  /** Milliseconds of processor time for the shorter and for the longer text. */
  readonly shortMs: number;
  readonly longMs: number;
}

/** Characters of the texts: with quadratic work the shorter one takes milliseconds, the longer one 16 times as long. */
const shortLength = 4_000;
const longLength = 4 * shortLength;
/** Confirms a suspicion, which garbage may cause too. */
const longestLength = 4 * longLength;
/** No garbage makes so much work of the longer text. */
const certainMs = 500;
/** Linear work on the shorter text takes a tenth of this. */
const suspiciousMs = 0.5;
/** After so many inputs no more are tried. */
const maxFound = 3;
/** Linear work makes it four times as long, or nine where it leaves garbage; quadratic work sixteen times. */
const maxGrowth = 12;
/** What does not match anything, so that patterns try all they can. */
const end = '\u0001';

const everywhere = [' ', 'a', '0', '\n', '\t', '.', 'a.', 'a ', '0 ', '[', ','];

/** The inputs on which the parser is slow; `starts` are texts that it wants first. */
export function slowInputsOf(
  parse: TextParser,
  sources: readonly string[],
  starts: readonly string[] = [''],
): readonly SlowInput[] {
  const found: SlowInput[] = [];
  for (const { start, repeated } of suggestionsOf(sources)) {
    for (const before of starts) {
      if (found.length >= maxFound) return found;
      const input = (length: number): string =>
        `${before}${start}${repeated.repeat(Math.ceil(length / repeated.length))}${end}`;
      const short = input(shortLength);
      const long = input(longLength);
      const firstMs = processorMs(parse, short);
      if (firstMs < suspiciousMs || processorMs(parse, long) < maxGrowth * firstMs) continue;
      // Not the first compilation, nor the garbage of others.
      const shortMs = Math.min(...[1, 2, 3].map(() => processorMs(parse, short)));
      const longMs = Math.min(...[1, 2].map(() => processorMs(parse, long)));
      if (longMs < maxGrowth * shortMs) continue;
      const grows =
        longMs > certainMs || processorMs(parse, input(longestLength)) > maxGrowth * longMs;
      if (grows) found.push({ start: before + start, repeated, shortMs, longMs });
    }
  }
  return found;
}

/** Processor time, which other programs do not prolong. */
function processorMs(parse: TextParser, text: string): number {
  const before = process.cpuUsage();
  try {
    parse(text);
  } catch {
    // Most texts are none that a phone sends.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Texts to repeat, and what to begin with, from the patterns in these source files. */
function suggestionsOf(
  sources: readonly string[],
): readonly Pick<SlowInput, 'start' | 'repeated'>[] {
  const all = new Map<string, Pick<SlowInput, 'start' | 'repeated'>>();
  for (const pattern of sources.flatMap(patternsIn)) {
    const pieces = piecesOf(pattern);
    const beginnings = pieces.map((_, at) => pieces.slice(0, at + 1).join(''));
    const units = new Set([...pieces, ...beginnings, ...beginnings.map((text) => `${text} `)]);
    for (const start of ['', ...beginnings]) {
      for (const repeated of [...units, ...everywhere])
        all.set(JSON.stringify([start, repeated]), { start, repeated });
    }
  }
  return [...all.values()];
}

/** The sources of the regular expressions in a file. */
function patternsIn(file: string): readonly string[] {
  return [
    ...file.matchAll(
      /[(,:=?&|\s]\/((?![*/ ])(?:\\.|\[(?:\\.|[^\]\n\\])*\]|[^/\n\\[])+)\/[dgimsuvy]*/g,
    ),
  ].map(([, source = '']) => source);
}

/** Texts that match the parts of a pattern, roughly, in their order; of alternatives the last. */
function piecesOf(pattern: string): readonly string[] {
  const part =
    /\\(?:u\{?([\da-f]{4,6})\}?|x([\da-f]{2})|p\{\w+\}|(.))|\[(\^?)((?:\\.|[^\]\\])*)\]|\(\?<?[:=!]|\(\?<\w+>|[()|^$]|[*+?]\??|\{(\d+)(?:,\d*)?\}|([^])/gu;
  const pieces: string[] = [];
  const groups: number[] = [];
  let literal = '';
  const finish = (): void => {
    if (literal !== '') pieces.push(literal);
    literal = '';
  };
  for (const match of pattern.matchAll(part)) {
    const [all, unicode, hex, escaped, negated, members, times, character] = match;
    const code = unicode ?? hex;
    if (code !== undefined) literal += String.fromCodePoint(Number.parseInt(code, 16));
    else if (escaped !== undefined) literal += meaningOf(escaped);
    else if (members !== undefined) {
      finish();
      pieces.push(negated === '^' ? 'x' : (piecesOf(members)[0] ?? 'x').charAt(0));
    } else if (times !== undefined) {
      // The character before it is one of so many.
      if (literal === '') literal = pieces.pop() ?? '';
      literal += literal.slice(-1).repeat(Number(times) - 1);
    } else if (all.startsWith('\\')) literal += 'a';
    else if (character === '.') {
      finish();
      pieces.push('x');
    } else if (character !== undefined) literal += character;
    else if (/^[*?]/.test(all)) {
      // The character before it is a piece of its own, which may be missing.
      const last = literal.slice(-1);
      literal = literal.slice(0, -1);
      finish();
      literal = last;
      finish();
    } else {
      finish();
      if (all.startsWith('(')) groups.push(pieces.length);
      if (all === ')') groups.pop();
      if (all === '|') pieces.splice(groups.at(-1) ?? 0);
    }
  }
  finish();
  return pieces;
}

/** A character that this escape matches. */
function meaningOf(escaped: string): string {
  const meanings: Readonly<Record<string, string>> = {
    d: '0',
    w: 'a',
    s: ' ',
    S: 'x',
    D: 'x',
    W: ' ',
    b: '',
    B: '',
    n: '\n',
    r: '\r',
    t: '\t',
  };
  return meanings[escaped] ?? escaped;
}
