import { isMasked } from '../screen/passwords.ts';
import { verifyInsertion, verifyReplacement } from './content.ts';
import type { FieldReading, EditRequest, Verification } from './request.ts';

/** Verifies a field that was read after its text was sent. Compares UTF-16 units. */
export function verifyField(request: EditRequest, current: FieldReading): Verification {
  const { how, text } = request;
  const shownEmpty = shownWhenEmpty(request, current);
  if (current.password) return verifyPassword({ ...request, shownEmpty }, current.shown);
  const actual = current.shown === shownEmpty ? '' : current.shown;
  const mayBeHint = verifyAgainstHint(request, current, shownEmpty);
  if (how === 'replace') return mayBeHint ?? verifyReplacement(text, actual);
  return verifyInsertion({ text, contents: contentsBefore(request, shownEmpty) }, actual);
}

/** What the field shows when empty; undefined if that is unknown. */
function shownWhenEmpty(
  { shownEmpty, before }: EditRequest,
  current: FieldReading,
): string | undefined {
  if (shownEmpty !== undefined) return shownEmpty;
  const hint = current.hint || before.hint;
  return hint === '' ? undefined : hint;
}

/** `unverified` if the field shows the requested text but may be showing an identical hint. */
function verifyAgainstHint(
  { text, before }: EditRequest,
  { shown }: FieldReading,
  shownEmpty: string | undefined,
): Verification | undefined {
  if (text === '' || shown !== text) return undefined;
  const isSameAsHint = shownEmpty === text;
  if (!isSameAsHint && !(shownEmpty === undefined && before.shown === text)) return undefined;
  return { kind: 'unverified', reason: 'the field shows the same text when it is empty' };
}

/** The possible contents before the edit: the shown text, or nothing if that may have been a hint. */
function contentsBefore(
  { before }: EditRequest,
  shownEmpty: string | undefined,
): readonly string[] {
  if (before.shown === '' || before.shown === shownEmpty) return [''];
  return shownEmpty === undefined ? [before.shown, ''] : [before.shown];
}

/** Verifies a password field by the number of its bullets. */
function verifyPassword(request: EditRequest, shown: string): Verification {
  const { how, text, before, shownEmpty } = request;
  const isEmpty = shown === '' || shown === shownEmpty;
  // Dumps of older phones show nothing for a password field, filled or empty.
  if (shown === '' && before.shown === '')
    return unverifiedPassword('tells nothing about what it holds');
  if (isEmpty) return text === '' ? { kind: 'exact' } : droppedResult(request);
  if (shown === text) return { kind: 'exact' };
  if (!isMasked(shown)) return unverifiedPassword('does not tell what it holds');
  const bulletsBefore = how === 'insert' ? bulletsIn(before.shown, shownEmpty) : 0;
  if (text !== '' && possibleLengths(text).includes(shown.length - bulletsBefore)) {
    return unverifiedPassword(
      `shows ${shown.length} ${shown.length === 1 ? 'character' : 'characters'}`,
    );
  }
  return shown.length < bulletsBefore + text.length
    ? droppedResult(request)
    : { kind: 'different' };
}

/** The number of bullets; 0 for what an empty field shows, since dumps without a hint attribute print the hint as text. */
function bulletsIn(shown: string, shownEmpty: string | undefined): number {
  return shown === shownEmpty || !isMasked(shown) ? 0 : shown.length;
}

/** The possible numbers of bullets: one per UTF-16 unit, or one per code point. */
function possibleLengths(text: string): number[] {
  return [text.length, [...text].length];
}

/** After an insertion into unreadable content, the intended whole content is unknown. */
function droppedResult({ how, text }: EditRequest): Verification {
  return how === 'replace' ? { kind: 'dropped', intended: text } : { kind: 'dropped' };
}

function unverifiedPassword(what: string): Verification {
  return { kind: 'unverified', reason: `a password field, which ${what}` };
}
