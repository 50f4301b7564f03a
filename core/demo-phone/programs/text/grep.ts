import { type Arguments, parseArguments } from '../arguments.ts';
import type { Program, ProgramContext } from '../program.ts';
import { literalPattern, posixPattern } from './pattern.ts';
import { linesIn, openSources, type Source } from './sources.ts';

/** `grep [-EFivoncqlwhHsr] [-m N] [-A N] [-B N] [-C N] [-e PATTERN]… [PATTERN] [FILE…]`: toybox. */
export const grep: Program = {
  names: ['grep', 'egrep', 'fgrep'],
  run: async (context) => {
    const [name, ...words] = context.argv;
    const parsed = parseArguments(words, ['m', 'e', 'A', 'B', 'C']);
    const named = parsed.all.filter(([flag]) => flag === 'e').map(([, value]) => value);
    const patterns = named.length > 0 ? named : parsed.operands.slice(0, 1);
    const files = named.length > 0 ? parsed.operands : parsed.operands.slice(1);
    if (patterns.length === 0) {
      await context.err('grep: No REGEX (see "grep --help")\n');
      return 2;
    }
    const search = searchOf(name, patterns, parsed);
    const { sources, failed } = await openSources(context, files);
    const titled = parsed.flags.has('H') || (files.length > 1 && !parsed.flags.has('h'));
    let found = false;
    for (const source of sources) {
      if (await searchIn(context, source, { ...search, titled })) found = true;
    }
    return failed && !found ? 2 : Number(!found);
  },
};

interface Search {
  readonly pattern: RegExp;
  readonly flags: ReadonlySet<string>;
  /** Matching lines after which to stop. */
  readonly most: number;
  readonly before: number;
  readonly after: number;
}

function searchOf(name: string, patterns: readonly string[], parsed: Arguments): Search {
  const { flags, values } = parsed;
  const fixed = flags.has('F') || name.endsWith('fgrep');
  const extended = flags.has('E') || name.endsWith('egrep');
  // Several patterns, also several lines of one, are alternatives.
  const sources = patterns
    .flatMap((pattern) => pattern.split('\n'))
    .map((pattern) =>
      fixed
        ? literalPattern(pattern)
        : posixPattern(pattern, { extended, ignoreCase: false }).source,
    );
  const joined = sources.map((source) => `(?:${source === '(?:)' ? '' : source})`).join('|');
  const bounded = flags.has('w')
    ? `(?<!\\w)(?:${joined})(?!\\w)`
    : flags.has('x')
      ? `^(?:${joined})$`
      : joined;
  const context = values.get('C');
  return {
    // posixPattern has refused what could try without end.
    pattern: new RegExp(bounded, flags.has('i') ? 'gi' : 'g'),
    flags,
    most: Number(values.get('m') ?? Infinity),
    before: Number(values.get('B') ?? context ?? 0),
    after: Number(values.get('A') ?? context ?? 0),
  };
}

/** Prints as it reads, so that `logcat | grep` shows lines when they happen. */
async function searchIn(
  context: ProgramContext,
  source: Source,
  search: Search & { readonly titled: boolean },
): Promise<boolean> {
  const { flags, pattern } = search;
  const title = search.titled ? `${source.name}:` : '';
  const held: string[] = [];
  let count = 0;
  let number = 0;
  let trailing = 0;
  for await (const line of linesIn(source.input)) {
    const label = title + (flags.has('n') ? `${++number}:` : '');
    const matches = line.match(pattern);
    const isHit = (matches !== null) !== flags.has('v');
    if (isHit) {
      count++;
      trailing = search.after;
      const before = held.splice(0).join('');
      const parts = flags.has('o') ? (matches ?? []).filter((part) => part !== '') : [line];
      await print(context, flags, before + parts.map((part) => `${label}${part}\n`).join(''));
      if (flags.has('q') || (count >= search.most && trailing === 0)) break;
    } else if (trailing > 0) {
      trailing--;
      await print(context, flags, `${label}${line}\n`);
    } else if (search.before > 0) {
      held.push(`${label}${line}\n`);
      if (held.length > search.before) held.shift();
    }
  }
  if (flags.has('c')) await context.out(`${title}${count}\n`);
  else if (flags.has('l') && count > 0) await context.out(`${source.name}\n`);
  return count > 0;
}

/** `-q`, `-c` and `-l` keep the lines to themselves. */
async function print(
  context: ProgramContext,
  flags: ReadonlySet<string>,
  text: string,
): Promise<void> {
  if (!['q', 'c', 'l'].some((flag) => flags.has(flag))) await context.out(text);
}
