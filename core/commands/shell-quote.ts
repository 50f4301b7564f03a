import { HandsetError } from '../errors.ts';

/**
 * Any text as one word of `sh`, in single quotes, where nothing is special. A lone surrogate
 * becomes U+FFFD on the way to the phone. Throws `invalid-argument` for text with a NUL
 * character, which no program can be given.
 */
export function shellWord(text: string): string {
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    throw new HandsetError(
      'invalid-argument',
      `The text has a NUL character at position ${nul}; the phone's shell can't take it.`,
      { hint: 'Leave it out.' },
    );
  }
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
