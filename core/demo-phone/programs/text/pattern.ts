/** POSIX regular expressions as JavaScript's. */
import { triesWithoutEnd } from '../../../slow-pattern.ts';

export interface PatternOptions {
  readonly extended: boolean;
  readonly ignoreCase: boolean;
  readonly global?: boolean;
}

/** Translates a basic or extended expression. Throws SyntaxError when it is none, or could try without end. */
export function posixPattern(source: string, options: PatternOptions): RegExp {
  const flags = `${options.ignoreCase ? 'i' : ''}${options.global === true ? 'g' : ''}`;
  const translated = translate(source, options.extended);
  if (triesWithoutEnd(translated)) throw new SyntaxError('expression too complex');
  // What is left needs no time worth speaking of for one line.
  return new RegExp(translated, flags);
}

/** The source text that matches these characters and nothing else. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

const pieces = /\\([^])|(\[\^?\]?(?:\[:\w+:\]|[^\]])*\])|([+?|(){}])|([^])/g;

/** In a basic expression the operators `+ ? | ( ) { }` are the escaped ones. */
function translate(source: string, extended: boolean): string {
  let translated = '';
  for (const [whole, escaped, bracket, operator] of source.matchAll(pieces)) {
    if (bracket !== undefined) translated += translateBracket(bracket);
    else if (operator !== undefined) translated += extended ? operator : `\\${operator}`;
    else if (escaped !== undefined) translated += translateEscape(escaped, extended);
    else if (whole === '*' && /^\^?$/.test(translated)) translated += '\\*';
    else translated += whole;
  }
  return translated;
}

function translateEscape(character: string, extended: boolean): string {
  if (!extended && '+?|(){}'.includes(character)) return character;
  if (character === '<') return String.raw`\b(?=\w)`;
  if (character === '>') return String.raw`\b(?<=\w)`;
  return /[\w.*+?^${}()|[\]\\/]/.test(character) ? `\\${character}` : literalPattern(character);
}

const classes: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

function translateBracket(bracket: string): string {
  const negated = bracket.startsWith('[^');
  const inside = bracket.slice(negated ? 2 : 1, -1);
  const body = inside
    .replace(/^\]/, '\\]')
    .replace(/\[:(\w+):\]/g, (_all, name: string) => classes[name] ?? '')
    .replace(/\[(?!\\)/g, '\\[');
  return `[${negated ? '^' : ''}${body}]`;
}
