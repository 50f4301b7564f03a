import { parseArguments } from '../arguments.ts';
import type { Program } from '../program.ts';
import { posixPattern } from './pattern.ts';
import { linesIn, openSources } from './sources.ts';

/** What a script line acts on: a line number, `$`, a pattern, or a pair of them. */
type Address = number | '$' | RegExp;

interface Command {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  readonly verb: 's' | 'p' | 'd' | 'q';
  readonly pattern?: RegExp;
  readonly replacement?: string;
  readonly prints?: boolean;
}

/** `sed [-nE] [-e SCRIPT]… [SCRIPT] [FILE…]` with `s`, `p`, `d` and `q`. */
export const sed: Program = {
  names: ['sed'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, all, operands } = parseArguments(words, ['e']);
    const named = all.filter(([flag]) => flag === 'e').map(([, value]) => value);
    const script = named.length > 0 ? named.join('\n') : (operands[0] ?? '');
    const extended = flags.has('E') || flags.has('r');
    const commands = parseScript(script, extended);
    if (commands === undefined) {
      // Guess: toybox's words for a command it does not know.
      await context.err(`sed: bad pattern '${script}'\n`);
      return 1;
    }
    const { sources, failed } = await openSources(
      context,
      named.length > 0 ? operands : operands.slice(1),
    );
    for (const { input } of sources) {
      const run = new Run(commands, flags.has('n'));
      let held: string | undefined;
      for await (const line of linesIn(input)) {
        if (held !== undefined) await context.out(run.line(held, false));
        if (run.ended) return 0;
        held = line;
      }
      if (held !== undefined) await context.out(run.line(held, true));
    }
    return Number(failed);
  },
};

/** One pass over one input. */
class Run {
  ended = false;
  private number = 0;
  private readonly open = new Set<Command>();
  private readonly commands: readonly Command[];
  private readonly quiet: boolean;

  constructor(commands: readonly Command[], quiet: boolean) {
    this.commands = commands;
    this.quiet = quiet;
  }

  /** What comes out for a line. */
  line(text: string, isLast: boolean): string {
    this.number++;
    let current = text;
    let output = '';
    for (const command of this.commands) {
      if (!this.applies(command, current, isLast)) continue;
      if (command.verb === 'd') return output;
      if (command.verb === 'q') {
        this.ended = true;
        break;
      }
      const before = current;
      if (command.verb === 's') current = substitute(command, current);
      const prints = command.verb === 'p' || (command.prints === true && current !== before);
      if (prints) output += `${current}\n`;
    }
    return this.quiet ? output : `${output}${current}\n`;
  }

  private applies(command: Command, text: string, isLast: boolean): boolean {
    const { from, to } = command;
    const meets = (address: Address): boolean =>
      address === '$'
        ? isLast
        : typeof address === 'number'
          ? address === this.number
          : address.test(text);
    if (from === undefined) return true;
    if (to === undefined) return meets(from);
    if (this.open.has(command)) {
      if (meets(to) || (typeof to === 'number' && this.number >= to)) this.open.delete(command);
      return true;
    }
    if (!meets(from)) return false;
    if (!(typeof to === 'number' && to <= this.number)) this.open.add(command);
    return true;
  }
}

function substitute({ pattern, replacement = '' }: Command, text: string): string {
  if (pattern === undefined) return text;
  return text.replace(pattern, (...found: unknown[]) =>
    replacement.replace(/\\([^])|&/g, (mark, escaped?: string) => {
      if (mark === '&') return String(found[0]);
      if (escaped === undefined || !/\d/.test(escaped))
        return escaped === 'n' ? '\n' : (escaped ?? '');
      const group = found[Number(escaped)];
      return typeof group === 'string' ? group : '';
    }),
  );
}

function parseScript(script: string, extended: boolean): Command[] | undefined {
  const commands: Command[] = [];
  let rest = script.trim();
  while (rest !== '') {
    const parsed = parseCommand(rest, extended);
    if (parsed === undefined) return undefined;
    commands.push(parsed.command);
    rest = parsed.rest.replace(/^[\s;]+/, '');
  }
  return commands;
}

function parseCommand(
  text: string,
  extended: boolean,
): { readonly command: Command; readonly rest: string } | undefined {
  const first = parseAddress(text, extended);
  const second = first.rest.startsWith(',')
    ? parseAddress(first.rest.slice(1), extended)
    : undefined;
  const rest = (second?.rest ?? first.rest).trimStart();
  const range = { from: first.address, to: second?.address };
  const verb = rest.charAt(0);
  if (verb === 'p' || verb === 'd' || verb === 'q') {
    return { command: { ...range, verb }, rest: rest.slice(1) };
  }
  if (verb !== 's') return undefined;
  const mark = rest.charAt(1).replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  // Only the mark comes from the command, escaped; each repetition ends where the next mark begins.
  const match = new RegExp(
    `^s${mark}((?:\\\\.|(?!${mark}).)*)${mark}((?:\\\\[^]|(?!${mark})[^])*)${mark}([giIp]*)`,
  ).exec(rest);
  if (!match) return undefined;
  const [whole, source = '', replacement = '', flags = ''] = match;
  const unmarked = mark === '\\/' ? source.replaceAll('\\/', '/') : source;
  const pattern = posixPattern(unmarked, {
    extended,
    ignoreCase: /i/i.test(flags),
    global: flags.includes('g'),
  });
  const command: Command = { ...range, verb, pattern, replacement, prints: flags.includes('p') };
  return { command, rest: rest.slice(whole.length) };
}

function parseAddress(
  text: string,
  extended: boolean,
): { readonly address: Address | undefined; readonly rest: string } {
  const match = /^(?:(\d+)|(\$)|\/((?:\\.|[^/])*)\/)/.exec(text);
  if (!match) return { address: undefined, rest: text };
  const [whole, number, last, source] = match;
  const rest = text.slice(whole.length);
  if (number !== undefined) return { address: Number(number), rest };
  if (last !== undefined) return { address: '$', rest };
  return { address: posixPattern(source ?? '', { extended, ignoreCase: false }), rest };
}
