import { HandsetError } from '../errors.ts';
import { keyCodes } from '../acting/keys.ts';
import type { Command } from './command.ts';
import { checkInput } from './input.ts';
import { type ShellText, joinShell, sh } from './shell-text.ts';

/**
 * Characters of one call: long bursts have been cut by some apps and keyboards. Guess: the number.
 */
const charactersPerCall = 100;
/** What starting `input` may take (before Android 11 a Java process each time), and one character. */
const perCallMs = 5_000;
const perCharacterMs = 60;
const leastMs = 10_000;

/**
 * Types with the phone's own keys, line breaks as Enter. An empty text does nothing.
 * Throws `unsupported` for characters that have no key; rejects with `input-denied`,
 * `command-failed`.
 */
export function typeAscii(text: string): Command<null> {
  const strange = firstUntypeable(text);
  if (strange !== null) {
    throw new HandsetError('unsupported', `${named(strange)} has no key on the phone's keyboard.`);
  }
  const calls = callsFor(text);
  return {
    purpose: 'typing a text',
    line: lineOf(calls, text),
    deadlineMs: leastMs + perCallMs * calls.length + perCharacterMs * text.length,
    parse: checkInput,
  };
}

/** What the script around old versions of `input` takes for a pattern of file names. */
const pattern = /[*?[]/;

/**
 * That script matches its words against files, quoted or not (`$*`); so patterns are typed in a
 * directory that nobody but the system may list, where nothing matches.
 */
function lineOf(calls: readonly ShellText[], text: string): string {
  if (calls.length === 0) return ':';
  const { line } = joinShell('&&', calls);
  return pattern.test(text) ? `cd /data 2>/dev/null; ${line}` : line;
}

/** Whether `typeAscii` takes it: printable ASCII and line breaks. */
export function isTypeable(text: string): boolean {
  return firstUntypeable(text) === null;
}

/** The first character that `typeAscii` can't type, whole (an emoji is one); null when there is none. */
export function firstUntypeable(text: string): string | null {
  return untypeable.exec(text)?.[0] ?? null;
}

/** A tab among them: its key leaves the field, and what follows would go to the next one. */
const untypeable = /[^\x20-\x7e\n\r]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Enough to see what kind of text it is. */
const mostNamed = 5;

/** The characters that `typeAscii` can't type, as a message names them: `"ñ", "日" and 3 more`; empty when there are none. */
export function nameUntypeable(text: string): string {
  const all = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const strange = [...new Set(all.filter((character) => untypeable.test(character)))];
  const names = strange
    .slice(0, mostNamed)
    .map((character) => (/\p{Cc}/u.test(character) ? codeOf(character) : `"${character}"`));
  const more = strange.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function callsFor(text: string): ShellText[] {
  return (text.match(/\r\n?|\n|[^\r\n]+/g) ?? []).flatMap((piece) => {
    if (/[\r\n]/.test(piece)) return [sh`input keyevent ${keyCodes.ENTER}`];
    return wordsFor(piece).map((word) => sh`input text ${word.replaceAll(' ', '%s')}`);
  });
}

/**
 * `input text` reads `%s` as a space, and the old script around it loses real ones; so a space is
 * written `%s` and a `%s` that is meant is cut in two. A pattern stands apart from the path before
 * it: `/` and `../` lead to where files can be listed.
 */
function wordsFor(piece: string): string[] {
  return (
    piece
      .split(/(?<=%)(?=s)/)
      // Made of a number.
      .flatMap((part) => part.match(new RegExp(`.{1,${charactersPerCall}}`, 'g')) ?? [])
      .flatMap((part) => (pattern.test(part) ? atEndOfPath(part) : [part]))
  );
}

/** In two after the last slash before the first pattern, where there is one. */
function atEndOfPath(text: string): string[] {
  const end = text.lastIndexOf('/', text.search(pattern)) + 1;
  return end === 0 ? [text] : [text.slice(0, end), text.slice(end)];
}

function named(character: string): string {
  const code = codeOf(character);
  return /\p{C}/u.test(character) ? code : `"${character}" (${code})`;
}

function codeOf(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return character === '\t' ? `${code} (tab)` : code;
}
