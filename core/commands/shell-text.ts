import { HandsetError, internalError } from '../errors.ts';

/** Not exported, so that no other file can make a ShellText. */
const made: unique symbol = Symbol('made by sh');

/** A shell line, or a piece of one, without injected text: only `sh`, `joinShell` and `ownShellLine` make it. */
export interface ShellText {
  readonly text: string;
  readonly [made]: true;
}

/**
 * Makes a piece of a shell line: the template's text is used literally (backslashes too), numbers are
 * printed, strings become one quoted word, other pieces are inserted.
 *
 *     sh`input tap ${x} ${y}`
 *
 * Throws `invalid-argument` for a string with a NUL character.
 */
export function sh(
  { raw }: TemplateStringsArray,
  ...pieces: readonly (number | string | ShellText)[]
): ShellText {
  return { text: String.raw({ raw }, ...pieces.map(pieceText)), [made]: true };
}

/**
 * A whole line that a person or an agent wrote for the phone's shell, as it is: nothing in it is quoted. Only
 * `run_shell` may use it (shell-text.test.ts). Throws `invalid-argument` for a NUL character.
 */
export function ownShellLine(line: string): ShellText {
  quoteShellWord(line);
  return { text: line, [made]: true };
}

/** Joins the pieces in order with an operator. */
export function joinShell(operator: '&&' | ';' | '||', pieces: readonly ShellText[]): ShellText {
  const operatorText = operator === ';' ? '; ' : ` ${operator} `;
  return { text: pieces.map(({ text }) => text).join(operatorText), [made]: true };
}

function pieceText(piece: number | string | ShellText): string {
  if (typeof piece === 'string') return quoteShellWord(piece);
  if (typeof piece === 'object') return piece.text;
  const digits = String(piece);
  if (/^-?\d+(\.\d+)?$/.test(digits)) return digits;
  throw internalError(`${digits} can't be used in a shell line.`);
}

/**
 * Quotes a text as one word of `sh`, in single quotes, where no character is special. A lone surrogate
 * becomes U+FFFD on the way to the phone. Throws `invalid-argument` for a NUL character, which no
 * argument can contain.
 */
export function quoteShellWord(text: string): string {
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    throw new HandsetError(
      'invalid-argument',
      `The text has a NUL character at position ${nul}; the phone's shell can't accept it.`,
      { hint: 'Leave it out.' },
    );
  }
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
