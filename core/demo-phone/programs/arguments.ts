/** Options and operands of a program that bundles one-letter flags, as toybox does. */
export interface Arguments {
  /** One-letter flags, and long ones with their dashes. */
  readonly flags: ReadonlySet<string>;
  /** Values of the flags that take one; the last one wins. */
  readonly values: ReadonlyMap<string, string>;
  /** Every value of a flag, in order. */
  readonly all: readonly (readonly [flag: string, value: string])[];
  readonly operands: readonly string[];
}

/** Splits arguments; `withValue` lists the letters (or long flags) that take a value, joined or apart. */
export function parseArguments(
  words: readonly string[],
  withValue: readonly string[] = [],
): Arguments {
  const flags = new Set<string>();
  const all: [string, string][] = [];
  const operands: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') {
      operands.push(...left.splice(0));
    } else if (word.startsWith('--')) {
      const [name = '', ...value] = word.split('=');
      flags.add(name);
      if (value.length > 0) all.push([name, value.join('=')]);
      else if (withValue.includes(name)) all.push([name, left.shift() ?? '']);
    } else if (word.startsWith('-') && word !== '-') {
      takeLetters(word, { flags, all, left, withValue });
    } else {
      operands.push(word);
    }
  }
  return { flags, values: new Map(all), all, operands };
}

function takeLetters(
  word: string,
  to: {
    readonly flags: Set<string>;
    readonly all: [string, string][];
    readonly left: string[];
    readonly withValue: readonly string[];
  },
): void {
  for (let i = 1; i < word.length; i++) {
    const letter = word.charAt(i);
    to.flags.add(letter);
    if (!to.withValue.includes(letter)) continue;
    to.all.push([letter, word.slice(i + 1) || (to.left.shift() ?? '')]);
    return;
  }
}
