import { decode } from '../../shell/bytes.ts';
import { unescapeText } from '../../shell/escapes.ts';
import { parseArguments } from '../arguments.ts';
import type { Program } from '../program.ts';

const classes: Readonly<Record<string, string>> = {
  '[:alnum:]': 'A-Za-z0-9',
  '[:alpha:]': 'A-Za-z',
  '[:digit:]': '0-9',
  '[:lower:]': 'a-z',
  '[:space:]': ' \t\n\v\f\r',
  '[:upper:]': 'A-Z',
};

/** `tr [-cds] SET1 [SET2]` */
export const tr: Program = {
  names: ['tr'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, operands } = parseArguments(words);
    const from = charactersOf(operands[0] ?? '');
    const to = charactersOf(operands[1] ?? '');
    const listed = new Set(from);
    const squeezed = new Set(flags.has('d') || to.length > 0 ? to : from);
    const complement = flags.has('c') || flags.has('C');
    const isTaken = (character: string): boolean => listed.has(character) !== complement;
    let last = '';
    for await (const chunk of context.stdin) {
      let output = '';
      for (const character of decode(chunk)) {
        if (isTaken(character) && flags.has('d')) continue;
        const at = complement ? to.length - 1 : from.indexOf(character);
        const mapped =
          isTaken(character) && to.length > 0 ? to[Math.min(at, to.length - 1)] : character;
        if (flags.has('s') && mapped === last && squeezed.has(mapped)) continue;
        last = mapped ?? '';
        output += last;
      }
      await context.out(output);
    }
    return 0;
  },
};

function charactersOf(set: string): string[] {
  const named = set.replace(/\[:\w+:\]/g, (name) => classes[name] ?? name);
  const plain = [...unescapeText(named).text];
  const all: string[] = [];
  for (let i = 0; i < plain.length; i++) {
    const [first = '', dash, end] = plain.slice(i, i + 3);
    if (dash === '-' && end !== undefined) {
      for (let code = first.charCodeAt(0); code <= end.charCodeAt(0); code++)
        all.push(String.fromCharCode(code));
      i += 2;
    } else all.push(first);
  }
  return all;
}
