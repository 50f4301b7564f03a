import { HandsetError } from '../errors.ts';
import { wordAt } from './words.ts';

/** Reads a selector's text from left to right. */
export interface Reader {
  /** The character ahead, as one whole code point; empty at the end. */
  peek: () => string;
  /** Goes past these characters if they are ahead. */
  take: (characters: string) => boolean;
  /** Goes past the word that this sticky expression finds ahead; empty where it finds none. */
  takeWord: (word: RegExp) => string;
  /** Goes past blanks; whether there were any. */
  skipBlanks: () => boolean;
  /** Goes past one character, whatever it is. */
  next: () => string;
  /** Where the reader stands, to be given to `fail`. */
  position: () => number;
  /**
   * Throws `invalid-argument`: at which column, what was expected and what is there. `hint` says
   * how to write it; `at` is a position to blame in place of the present one.
   */
  fail: (expected: string, hint: string, at?: number) => never;
}

/** A reader that stands at the beginning of the text. */
export function readerOf(text: string): Reader {
  let at = 0;
  const characterAt = (index: number): string =>
    index < text.length ? String.fromCodePoint(text.codePointAt(index) ?? 0) : '';
  const takeWord = (word: RegExp): string => {
    const found = wordAt(word, text, at);
    at += found.length;
    return found;
  };
  return {
    peek: () => characterAt(at),
    take(characters) {
      const isAhead = text.startsWith(characters, at);
      if (isAhead) at += characters.length;
      return isAhead;
    },
    takeWord,
    skipBlanks: () => takeWord(/\s+/y) !== '',
    next() {
      const character = characterAt(at);
      at += character.length;
      return character;
    },
    position: () => at,
    fail(expected, hint, blamed = at) {
      const column = Array.from(text.slice(0, blamed)).length + 1;
      const word = wordAt(/[\p{L}\p{N}_-]{1,20}/uy, text, blamed);
      const found = word || describe(characterAt(blamed));
      const message = `The selector is wrong at column ${column}: expected ${expected}, found ${found}.`;
      throw new HandsetError('invalid-argument', message, { hint });
    },
  };
}

function describe(character: string): string {
  if (character === '') return 'the end';
  if (/\s/.test(character)) return 'a blank';
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return /[\p{C}\p{M}]/u.test(character) ? `the character \\u{${code}}` : character;
}
