/** How a selector is spelt: what may stand bare, what needs quotes, what is escaped; and all of it as text. */
import type { TextPattern } from '../text-pattern.ts';
import { spellOut } from '../unseen.ts';
import type { Relation, Selector, Step, Test } from './selector.ts';

/** A class name's end, as long as it goes; `.Button` begins at a dot of the full name. */
export const typeWord = /\.?[\p{L}_$][\p{L}\p{N}\p{M}_$.-]*/uy;

/** A name without quotes, as long as it goes. A colon belongs to it in a full id (`com.example:id/ok`) only. */
export const nameWord = /[\p{L}\p{N}\p{M}_$./-]+(?::[A-Za-z_]+\/[\p{L}\p{N}\p{M}_$./-]*)?/uy;

/** `0.0.1`. Nine digits are more than a dump's index may have. */
export const pathWord = /\d{1,9}(?:\.\d{1,9})*/y;

/** The longest piece of `text` that `word` matches from `start` on; empty where there is none. */
export function wordAt(word: RegExp, text: string, start: number): string {
  word.lastIndex = start;
  return word.exec(text)?.[0] ?? '';
}

/** Whether the text can stand as a type, such as a class name does. */
export function isTypeWord(text: string): boolean {
  return text !== '' && wordAt(typeWord, text, 0) === text;
}

/** A name as it is written behind `#` or `@`: bare where that reads back the same, else in quotes. */
export function writeName(name: string): string {
  return name !== '' && wordAt(nameWord, name, 0) === name ? name : quote(name);
}

/** A text in double quotes, on one line, with every character visible or escaped. */
export function quote(text: string): string {
  return `"${escapeText(text)}"`;
}

/**
 * What would be lost or lead astray when read or copied: control and format characters, line and
 * paragraph ends, odd blanks, private glyphs and lone halves of a character. The joiners of emoji
 * and of Arabic and Indic scripts stay, since without them the text is another, and tags are left to
 * `spellOut`, which knows flags.
 */
export const invisible =
  /(?! |\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}]/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' };

/** What each letter after a backslash stands for. */
export const escapedLetters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The text with quotes, backslashes, stars and invisible characters escaped: between double quotes it means itself. */
function escapeText(text: string): string {
  const escaped = text.replace(/["\\*]/g, '\\$&').replace(invisible, (character) => {
    const short = shortEscapes[character];
    const code = character.codePointAt(0) ?? 0;
    return short === undefined ? `\\u{${code.toString(16)}}` : `\\${short}`;
  });
  return spellOut(escaped);
}

const combinators = { anywhere: '', descendant: ' ', child: ' > ' } satisfies Record<
  Relation,
  string
>;

/**
 * The selector as text on one line, always spelt the same way: double quotes, no needless blanks,
 * `[checked]` for `[checked=true]`. Read again it is the same selector.
 */
export function printSelector({ alternatives }: Selector): string {
  return alternatives.map(({ steps }) => steps.map(printStep).join('')).join(', ');
}

function printStep({ relation, tests }: Step): string {
  return combinators[relation] + (tests.length === 0 ? '*' : tests.map(printTest).join(''));
}

/** One test as it is written, the same text for the same test. */
export function printTest(test: Test): string {
  switch (test.kind) {
    case 'type':
      return test.suffix;
    case 'path':
      return test.indices.join('.');
    case 'id':
      return `#${writeName(test.part)}`;
    case 'name':
      return `@${writeName(test.name)}`;
    case 'text':
    case 'contains':
    case 'desc':
      return `:${test.kind}(${printPattern(test.pattern)})`;
    case 'attribute':
      return test.value ? `[${test.name}]` : `[${test.name}=false]`;
    case 'index':
      return `[${test.index}]`;
  }
}

function printPattern({ pieces }: TextPattern): string {
  return `"${pieces.map(escapeText).join('*')}"`;
}
