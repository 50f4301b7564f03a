import { isDotted } from '../screen/passwords.ts';
import { judgeInsertion, judgeReplacement } from './content.ts';
import type { FieldReading, Request, Verdict } from './request.ts';

/** Verifies a field that was read after its text was sent. Compares UTF-16 units. */
export function verdict(request: Request, after: FieldReading): Verdict {
  const { how, text } = request;
  const shownEmpty = emptyLook(request, after);
  if (after.password) return judgePassword({ ...request, shownEmpty }, after.shown);
  const held = after.shown === shownEmpty ? '' : after.shown;
  const mayBeHint = looksUntouched(request, after, shownEmpty);
  if (how === 'replace') return mayBeHint ?? judgeReplacement(text, held);
  return judgeInsertion({ text, contents: contentsBefore(request, shownEmpty) }, held);
}

/** What the field shows when empty; undefined if that is unknown. */
function emptyLook({ shownEmpty, before }: Request, after: FieldReading): string | undefined {
  if (shownEmpty !== undefined) return shownEmpty;
  const hint = after.hint || before.hint;
  return hint === '' ? undefined : hint;
}

/** `unverified` if the field shows the requested text but may be showing an identical hint. */
function looksUntouched(
  { text, before }: Request,
  { shown }: FieldReading,
  shownEmpty: string | undefined,
): Verdict | undefined {
  if (text === '' || shown !== text) return undefined;
  const sameAsHint = shownEmpty === text;
  if (!sameAsHint && !(shownEmpty === undefined && before.shown === text)) return undefined;
  return { kind: 'unverified', reason: 'the field shows the same text when it is empty' };
}

/** The possible contents before the edit: the shown text, or nothing if that may have been a hint. */
function contentsBefore({ before }: Request, shownEmpty: string | undefined): readonly string[] {
  if (before.shown === '' || before.shown === shownEmpty) return [''];
  return shownEmpty === undefined ? [before.shown, ''] : [before.shown];
}

/** Verifies a password field by the number of its bullets. */
function judgePassword(request: Request, shown: string): Verdict {
  const { how, text, before, shownEmpty } = request;
  const isEmpty = shown === '' || shown === shownEmpty;
  // Dumps of older phones show nothing for a password field, filled or empty.
  if (shown === '' && before.shown === '') return unverified('tells nothing about what it holds');
  if (isEmpty) return text === '' ? { kind: 'exact' } : dropped(request);
  if (shown === text) return { kind: 'exact' };
  if (!isDotted(shown)) return unverified('does not tell what it holds');
  const there = how === 'insert' ? bulletsIn(before.shown, shownEmpty) : 0;
  if (text !== '' && lengthsOf(text).includes(shown.length - there)) {
    return unverified(`shows ${shown.length} ${shown.length === 1 ? 'character' : 'characters'}`);
  }
  return shown.length < there + text.length ? dropped(request) : { kind: 'different' };
}

/** The number of bullets; 0 for what an empty field shows, since dumps without a hint attribute print the hint as text. */
function bulletsIn(shown: string, shownEmpty: string | undefined): number {
  return shown === shownEmpty || !isDotted(shown) ? 0 : shown.length;
}

/** The possible numbers of bullets: one per UTF-16 unit, or one per code point. */
function lengthsOf(text: string): number[] {
  return [text.length, [...text].length];
}

/** After an insertion into unreadable content, the intended whole content is unknown. */
function dropped({ how, text }: Request): Verdict {
  return how === 'replace' ? { kind: 'dropped', intended: text } : { kind: 'dropped' };
}

function unverified(what: string): Verdict {
  return { kind: 'unverified', reason: `a password field, which ${what}` };
}
