import { judgeInsertion } from './insertion.ts';
import { judgePassword } from './password.ts';
import { judgeReplacement } from './replacement.ts';
import type { FieldReading, Request, Verdict } from './request.ts';

/** Judges a field that was read after its text was sent. Compares UTF-16 units. */
export function verdict(request: Request, after: FieldReading): Verdict {
  const { how, text } = request;
  const shownEmpty = emptyLook(request, after);
  if (after.password) return judgePassword({ ...request, shownEmpty }, after.shown);
  const held = after.shown === shownEmpty ? '' : after.shown;
  const mayBeHint = looksUntouched(request, after, shownEmpty);
  if (how === 'replace') return mayBeHint ?? judgeReplacement(text, held);
  return judgeInsertion({ text, contents: contentsBefore(request, shownEmpty) }, held);
}

/** What the field shows when it is empty; undefined where that is not known. */
function emptyLook({ shownEmpty, before }: Request, after: FieldReading): string | undefined {
  if (shownEmpty !== undefined) return shownEmpty;
  const hint = after.hint || before.hint;
  return hint === '' ? undefined : hint;
}

/** A field that shows the asked text may be showing a hint that reads the same. */
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

/** What the field may have held before: what it showed, or nothing where that may have been a hint. */
function contentsBefore({ before }: Request, shownEmpty: string | undefined): readonly string[] {
  if (before.shown === '' || before.shown === shownEmpty) return [''];
  return shownEmpty === undefined ? [before.shown, ''] : [before.shown];
}
