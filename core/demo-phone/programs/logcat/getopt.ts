/** One option as getopt_long gives it: its short name (or the long one where it has no short one) and its value. */
export interface Option {
  readonly name: string;
  readonly value: string | undefined;
  /** What is wrong with it, if anything. */
  readonly wrong?: 'unknown' | 'needs-argument';
  /** The word after it, for complaints. */
  readonly next: string | undefined;
}

/** Which options there are: name, and whether a value belongs to it. */
export interface OptionSet {
  /** As in getopt: a colon after the letters that take a value. */
  readonly short: string;
  readonly long: Readonly<Record<string, { readonly name: string; readonly takes: Takes }>>;
}
export type Takes = 'nothing' | 'value' | 'maybe';

/** Splits words into options and operands, which may stand in any order (getopt_long(3), permuting). */
export function getopt(
  words: readonly string[],
  set: OptionSet,
): { readonly options: readonly Option[]; readonly operands: readonly string[] } {
  const left = [...words];
  const options: Option[] = [];
  const operands: string[] = [];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') operands.push(...left.splice(0));
    else if (word.startsWith('--')) options.push(longOption(word, left, set));
    else if (/^-./.test(word)) options.push(...shortOptions(word, left, set));
    else operands.push(word);
  }
  return { options, operands };
}

function longOption(word: string, left: string[], { long }: OptionSet): Option {
  const [, given = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  // An unambiguous beginning is enough.
  const names = Object.keys(long).filter((name) => name.startsWith(given));
  const only = names.length === 1 ? names[0] : undefined;
  const known = Object.hasOwn(long, given) ? long[given] : long[only ?? ''];
  if (known === undefined) return { name: word, value, wrong: 'unknown', next: left[0] };
  const taken = value ?? (known.takes === 'value' ? left.shift() : undefined);
  const missing = known.takes === 'value' && taken === undefined;
  return {
    name: known.name,
    value: taken,
    next: left[0],
    ...(missing && { wrong: 'needs-argument' as const, name: word }),
  };
}

function shortOptions(word: string, left: string[], { short }: OptionSet): Option[] {
  const found: Option[] = [];
  for (let i = 1; i < word.length; i++) {
    const letter = word.charAt(i);
    const name = `-${letter}`;
    const at = letter === ':' ? -1 : short.indexOf(letter);
    if (at < 0) {
      found.push({ name, value: undefined, wrong: 'unknown', next: left[0] });
    } else if (short.charAt(at + 1) === ':') {
      const value = word.slice(i + 1) || left.shift();
      const wrong = value === undefined ? { wrong: 'needs-argument' as const } : {};
      found.push({ name, value, next: left[0], ...wrong });
      break;
    } else {
      found.push({ name, value: undefined, next: left[0] });
    }
  }
  return found;
}
