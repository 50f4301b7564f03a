import { HandsetError } from '../errors.ts';
import { keyCodes } from '../acting/keys.ts';
import type { Command } from './command.ts';
import { checkInput } from './input.ts';
import { type ShellText, joinShell, sh } from './shell-text.ts';

/**
 * Characters per call, a guess: some apps and keyboards drop characters of long bursts.
 */
const charactersPerCall = 100;
/** Longest start of `input` (a Java process before Android 11), and longest time per character. */
const maxCallMs = 5_000;
const maxCharacterMs = 60;
const minDeadlineMs = 10_000;

/**
 * Types with the phone's own `input`, line breaks as Enter. Does nothing for an empty text. Throws
 * `unsupported` for characters without a key; rejects with `input-denied`, `command-failed`.
 */
export function typeAscii(text: string): Command<null> {
  const untypeableCharacter = firstUntypeable(text);
  if (untypeableCharacter !== null) {
    throw new HandsetError(
      'unsupported',
      `${describeCharacter(untypeableCharacter)} has no key on the phone's keyboard.`,
    );
  }
  const calls = callsFor(text);
  return {
    purpose: 'typing a text',
    line: typingLine(calls, text),
    deadlineMs: minDeadlineMs + maxCallMs * calls.length + maxCharacterMs * text.length,
    parse: checkInput,
  };
}

/** Characters that the shell script around old versions of `input` expands as file name patterns. */
const globCharacters = /[*?[]/;

/**
 * That script expands patterns even if they are quoted (`$*`). So texts with patterns are typed from
 * /data, which the shell user can't list, so that nothing matches.
 */
function typingLine(calls: readonly ShellText[], text: string): string {
  if (calls.length === 0) return ':';
  const { line } = joinShell('&&', calls);
  return globCharacters.test(text) ? `cd /data 2>/dev/null; ${line}` : line;
}

/** Whether `typeAscii` can type it: printable ASCII and line breaks. */
export function isTypeable(text: string): boolean {
  return firstUntypeable(text) === null;
}

/** The first code point that `typeAscii` can't type; null when there is none. */
export function firstUntypeable(text: string): string | null {
  return untypeable.exec(text)?.[0] ?? null;
}

/** Includes the tab: its key would move the focus, and the rest would go to the next field. */
const untypeable = /[^\x20-\x7e\n\r]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** How many characters a message names. */
const maxNamed = 5;

/** The characters that `typeAscii` can't type, for a message: `"ñ", "日" and 3 more`; empty when there are none. */
export function nameUntypeable(text: string): string {
  const all = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const untypeableCharacters = [...new Set(all.filter((character) => untypeable.test(character)))];
  const names = untypeableCharacters
    .slice(0, maxNamed)
    .map((character) => (/\p{Cc}/u.test(character) ? codeOf(character) : `"${character}"`));
  const more = untypeableCharacters.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function callsFor(text: string): ShellText[] {
  return (text.match(/\r\n?|\n|[^\r\n]+/g) ?? []).flatMap((piece) => {
    if (/[\r\n]/.test(piece)) return [sh`input keyevent ${keyCodes.ENTER}`];
    return argumentsFor(piece).map((argument) => sh`input text ${argument.replaceAll(' ', '%s')}`);
  });
}

/**
 * Splits a text into arguments of `input text`. That reads `%s` as a space, and old versions lose real
 * spaces, so spaces are written `%s` and a literal `%s` is split. A pattern is split from a path before
 * it, because `/` and `../` lead to directories that can be listed.
 */
function argumentsFor(piece: string): string[] {
  return (
    piece
      .split(/(?<=%)(?=s)/)
      // The only interpolated value is a number.
      .flatMap((part) => part.match(new RegExp(`.{1,${charactersPerCall}}`, 'g')) ?? [])
      .flatMap((part) => (globCharacters.test(part) ? splitAfterPath(part) : [part]))
  );
}

/** Splits the text after the last slash before the first pattern. */
function splitAfterPath(text: string): string[] {
  const end = text.lastIndexOf('/', text.search(globCharacters)) + 1;
  return end === 0 ? [text] : [text.slice(0, end), text.slice(end)];
}

function describeCharacter(character: string): string {
  const code = codeOf(character);
  return /\p{C}/u.test(character) ? code : `"${character}" (${code})`;
}

function codeOf(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return character === '\t' ? `${code} (tab)` : code;
}
