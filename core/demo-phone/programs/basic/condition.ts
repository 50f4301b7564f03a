import { isDirectory } from '../../shell/open.ts';
import type { Program, ProgramContext } from '../program.ts';

/** `test EXPRESSION` and `[ EXPRESSION ]`. */
export const test: Program = {
  names: ['test', '['],
  run: async (context) => {
    const [name, ...words] = context.argv;
    if (name === '[' && words.pop() !== ']') {
      await context.err('/system/bin/sh: [: missing ]\n');
      return 2;
    }
    const reader = new Reader(context, words);
    try {
      return words.length === 0 ? 1 : Number(!reader.either());
    } catch (error) {
      if (!(error instanceof BadCondition)) throw error;
      await context.err(`/system/bin/sh: ${name}: ${error.message}\n`);
      return 2;
    }
  },
};

class BadCondition extends Error {}

type Compare = (a: string, b: string) => boolean;

const binary: Readonly<Record<string, Compare>> = {
  '=': (a, b) => a === b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '-eq': (a, b) => number(a) === number(b),
  '-ne': (a, b) => number(a) !== number(b),
  '-lt': (a, b) => number(a) < number(b),
  '-le': (a, b) => number(a) <= number(b),
  '-gt': (a, b) => number(a) > number(b),
  '-ge': (a, b) => number(a) >= number(b),
};

function number(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new BadCondition(`${text}: bad number`);
  return Number(text);
}

/** Reads a condition from left to right: `-o` binds weakest, then `-a`, then `!`. */
class Reader {
  private at = 0;
  private readonly context: ProgramContext;
  private readonly words: readonly string[];

  constructor(context: ProgramContext, words: readonly string[]) {
    this.context = context;
    this.words = words;
  }

  either(): boolean {
    let value = this.both();
    while (this.accept('-o')) value = this.both() || value;
    return value;
  }

  private both(): boolean {
    let value = this.single();
    while (this.accept('-a')) value = this.single() && value;
    return value;
  }

  private single(): boolean {
    const left = this.words.length - this.at;
    const compare = left >= 3 ? binary[this.words[this.at + 1] ?? ''] : undefined;
    if (compare) {
      const [a = '', , b = ''] = this.take(3);
      return compare(a, b);
    }
    if (left > 1 && this.accept('!')) return !this.single();
    if (left > 1 && this.accept('(')) {
      const value = this.either();
      if (!this.accept(')')) throw new BadCondition('missing )');
      return value;
    }
    if (left > 1 && /^-[a-zA-Z]$/.test(this.words[this.at] ?? '')) {
      const [operator = '', operand = ''] = this.take(2);
      return this.unary(operator, operand);
    }
    return this.take(1)[0] !== '';
  }

  private unary(operator: string, operand: string): boolean {
    if (operator === '-n') return operand !== '';
    if (operator === '-z') return operand === '';
    if (operator === '-t') return false;
    const stat = this.context.system.files.stat(this.context.path(operand));
    if (stat === undefined) return false;
    switch (operator) {
      case '-d':
        return isDirectory(stat.mode);
      case '-f':
        return !isDirectory(stat.mode);
      case '-s':
        return stat.size > 0;
      case '-x':
        return (stat.mode & 0o111) !== 0;
      case '-L':
      case '-h':
        return false;
      default:
        return true;
    }
  }

  private accept(word: string): boolean {
    if (this.words[this.at] !== word) return false;
    this.at++;
    return true;
  }

  private take(count: number): readonly string[] {
    this.at += count;
    return this.words.slice(this.at - count, this.at);
  }
}
