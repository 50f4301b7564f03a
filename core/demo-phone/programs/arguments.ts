import { baseName, FileError } from '../files.ts';
import { UsageError, type ProgramContext } from '../shell/program.ts';

/** Parsed options and operands of a program. */
interface ProgramArguments {
  /** One-letter flags without their dash, and long ones with their dashes. */
  readonly flags: ReadonlySet<string>;
  /** Values of the flags that take one; the last one wins. */
  readonly values: ReadonlyMap<string, string>;
  /** Every flag in order, with its value; undefined if it takes none or the value is missing. */
  readonly flagList: readonly (readonly [flag: string, value: string | undefined])[];
  readonly operands: readonly string[];
}

/**
 * Parses arguments as toybox and getopt_long do: one-letter flags may be combined, options and
 * operands may be in any order. `withValue` lists the flags that take a value, attached or separate.
 */
export function parseProgramArguments(
  args: readonly string[],
  flagsWithValue: readonly string[] = [],
): ProgramArguments {
  const flagList: [string, string | undefined][] = [];
  const operands: string[] = [];
  const remaining = [...args];
  for (let word = remaining.shift(); word !== undefined; word = remaining.shift()) {
    if (word === '--') {
      operands.push(...remaining.splice(0));
    } else if (word.startsWith('--')) {
      const [, name = word, value] = /^(--[^=]*)=(.*)$/s.exec(word) ?? [];
      flagList.push([
        name,
        value ?? (flagsWithValue.includes(name) ? remaining.shift() : undefined),
      ]);
    } else if (word.startsWith('-') && word !== '-') {
      const letters = word.slice(1);
      const at = [...letters].findIndex((letter) => flagsWithValue.includes(letter));
      for (const letter of at < 0 ? letters : letters.slice(0, at))
        flagList.push([letter, undefined]);
      if (at >= 0) flagList.push([letters.charAt(at), letters.slice(at + 1) || remaining.shift()]);
    } else {
      operands.push(word);
    }
  }
  const values = flagList.flatMap(([flag, value]) =>
    value === undefined ? [] : [[flag, value] as const],
  );
  return {
    flags: new Set(flagList.map(([flag]) => flag)),
    values: new Map(values),
    flagList,
    operands,
  };
}

/**
 * Parses the arguments of a toybox program that knows these one-letter flags; those in `withValue` take
 * a value. Throws `UsageError` for any other option, as toybox's help_exit does.
 */
export function parseToyboxArguments(
  { argv: [path, ...args] }: Pick<ProgramContext, 'argv'>,
  flags: string,
  withValue = '',
): ProgramArguments {
  const name = baseName(path);
  // Only grep has TOYFLAG_ARGFAIL(2).
  const fail = (message: string): never => {
    throw new UsageError(`${message} (see "${name} --help")`, name === 'grep' ? 2 : 1);
  };
  const parsed = parseProgramArguments(args, [...withValue]);
  for (const [flag, value] of parsed.flagList) {
    if (flag.length > 1 || !(flags + withValue).includes(flag))
      fail(`Unknown option '${flag.replace(/^--/, '')}'`);
    if (withValue.includes(flag) && value === undefined) fail(`Missing argument to -${flag}`);
  }
  return parsed;
}

/** Runs a function for each operand; prints `name: operand: reason` for each FileError, as toybox does. Resolves with the exit code. */
export async function forEachOperand(
  context: ProgramContext,
  operands: readonly string[],
  action: (operand: string) => Promise<void> | void,
): Promise<number> {
  let status = 0;
  for (const operand of operands) {
    try {
      await action(operand);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await context.err(`${context.argv[0]}: ${operand}: ${error.strerror}\n`);
      status = 1;
    }
  }
  return status;
}
