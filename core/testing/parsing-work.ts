/**
 * Measures whether the work of a parser grows faster than its input, on texts that its own patterns suggest.
 *
 * V8 counts how often each block of JavaScript runs, and the native methods of texts and arrays are counted by the
 * items that they read or copy. Nothing counts the steps of regular expressions and of other native methods: for
 * these the processor time is measured, and confirmed on longer texts.
 */

import { countWork, type Work } from './counted-work.ts';

/** A parser under test; what it throws does not matter. */
export type TextParser = (text: string) => unknown;

interface Input {
  readonly start: string;
  readonly repeated: string;
}

/** An input on which the work of a parser grows faster than its size. */
export interface SlowInput extends Input {
  /** The block of JavaScript or the native method that is counted, or the milliseconds of processor time. */
  readonly measure: string;
  /** For the shorter and for the longer text. */
  readonly short: number;
  readonly long: number;
}

/** Characters of the texts on which work is counted. */
const shortCounted = 250;
const longCounted = 4 * shortCounted;
/** Linear work grows four times, comparisons for sorting five times, quadratic work sixteen times. */
const maxCountedGrowth = 6;
/** So often a block may run without regard to the length of the text. */
const ignoredCount = 10;
/** Asking V8 for its counts takes as long as parsing some texts. */
const inputsAtOnce = 256;

/** Characters of the texts: with quadratic work the shorter one takes milliseconds, the longer one 16 times as long. */
const shortTimed = 2_000;
const longTimed = 4 * shortTimed;
/** Confirms a suspicion, which garbage may cause too. */
const longestTimed = 4 * longTimed;
/** No garbage makes so much work of the longer text. */
const certainMs = 500;
/** Linear work on the shorter text takes a tenth of this. */
const suspiciousMs = 0.25;
/** Linear work makes it four times as long, or nine where it leaves garbage; quadratic work sixteen times. */
const maxTimedGrowth = 12;

/** After so many inputs no more are tried. */
const maxFound = 3;
/** What does not match anything, so that patterns try all they can. */
const end = '\u0001';

const everywhere = [' ', 'a', '0', '\n', '\t', '.', 'a.', 'a ', '0 ', '[', ','];

/** The inputs on which the parser is slow; `starts` are texts that it wants first. */
export function slowInputsOf(
  parse: TextParser,
  sources: readonly string[],
  starts: readonly string[] = [''],
): readonly SlowInput[] {
  const inputs = suggestionsOf(sources).flatMap(({ start, repeated }) =>
    starts.map((before) => ({ start: before + start, repeated })),
  );
  const found: SlowInput[] = [];
  for (let at = 0; at < inputs.length; at += inputsAtOnce) {
    const some = inputs.slice(at, at + inputsAtOnce);
    // Counts add up: if one grows too fast for all inputs together, then also for one of them.
    const suspicious = countedGrowth(parse, some) !== undefined;
    for (const input of some) {
      const counted = suspicious ? countedGrowth(parse, [input]) : undefined;
      const slow = counted ?? timedGrowth(parse, input);
      if (slow && found.push(slow) >= maxFound) return found;
    }
  }
  return found;
}

/** The block that runs far more often on the longer texts; of several the one that runs most. */
function countedGrowth(parse: TextParser, inputs: readonly Input[]): SlowInput | undefined {
  const [first] = inputs;
  if (!first) return undefined;
  const shorter = countedWork(parse, inputs, shortCounted);
  return [...countedWork(parse, inputs, longCounted)]
    .map(([measure, long]) => ({ ...first, measure, short: shorter.get(measure) ?? 0, long }))
    .filter(({ short, long }) => long > maxCountedGrowth * (short + ignoredCount * inputs.length))
    .sort((one, other) => other.long - one.long)[0];
}

function countedWork(parse: TextParser, inputs: readonly Input[], length: number): Work {
  return countWork(() => {
    for (const input of inputs) attempt(parse, textOf(input, length));
  });
}

function timedGrowth(parse: TextParser, input: Input): SlowInput | undefined {
  const shortText = textOf(input, shortTimed);
  const firstMs = processorMs(parse, shortText);
  if (firstMs < suspiciousMs) return undefined;
  const longText = textOf(input, longTimed);
  if (processorMs(parse, longText) < maxTimedGrowth * firstMs) return undefined;
  // Not the first compilation, nor the garbage of others.
  const short = Math.min(...[1, 2, 3].map(() => processorMs(parse, shortText)));
  const long = Math.min(...[1, 2].map(() => processorMs(parse, longText)));
  if (long < maxTimedGrowth * short) return undefined;
  const grows =
    long > certainMs || processorMs(parse, textOf(input, longestTimed)) > maxTimedGrowth * long;
  return grows ? { ...input, measure: 'milliseconds', short, long } : undefined;
}

function textOf({ start, repeated }: Input, length: number): string {
  return `${start}${repeated.repeat(Math.ceil(length / repeated.length))}${end}`;
}

function attempt(parse: TextParser, text: string): void {
  try {
    parse(text);
  } catch {
    // Most texts are none that a phone sends.
  }
}

/** Processor time, which other programs do not prolong. */
function processorMs(parse: TextParser, text: string): number {
  const before = process.cpuUsage();
  attempt(parse, text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Texts to repeat, and what to begin with, from the patterns in these source files. */
function suggestionsOf(sources: readonly string[]): readonly Input[] {
  const all = new Map<string, Input>();
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
