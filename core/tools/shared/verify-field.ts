/**
 * Verifies that a field holds the text that was sent to it, by comparing texts only.
 *
 * A dump has what a field shows, which may differ from what it holds:
 *
 * - An empty field shows its hint. Dumps of Android 14 and later have a hint attribute; with older ones
 *   a hint can only be recognised if the field was seen empty before.
 * - A password field shows one bullet per character, or nothing at all.
 * - A single-line field shows a space where it holds a line break.
 * - The dump prints control characters as dots.
 * - Fields format typed text: they add brackets to a telephone number, drop its blanks, or write a code in
 *   capitals.
 *
 * If the whole content is known it must be the requested text; if the cursor position is unknown, the
 * requested text must be somewhere in the old content. Of passwords only the bullets can be counted.
 */
import { isMasked } from '../../screen/passwords.ts';

/** Whether a field holds the text that was sent to it. */
export type Verification =
  /** The field holds what was requested. */
  | { readonly kind: 'exact' }
  /** The field may hold the text; `reason` says why that can't be verified. */
  | { readonly kind: 'unverified'; readonly reason: string }
  /** Characters of the requested text are missing. `intended`: the whole content that the field should have, if that is certain. */
  | { readonly kind: 'dropped'; readonly intended?: string }
  /** It holds something else. */
  | { readonly kind: 'different' };

/** A field as a dump shows it. */
export interface FieldReading {
  /** What it shows: its content, bullets, or its hint. */
  readonly shown: string;
  /** Its hint; empty if there is none or the dump has no hint attribute. */
  readonly hint: string;
  readonly password: boolean;
}

/** An edit of a field, and what the field showed before. */
export interface EditRequest {
  /** `replace`: the text becomes the whole content. `insert`: the text is typed at a cursor whose position is unknown. */
  readonly how: 'replace' | 'insert';
  readonly text: string;
  readonly before: FieldReading;
  /** What the field was seen to show when empty: its hint or nothing. */
  readonly shownEmpty?: string | undefined;
}

// Verifies fields whose content can be read.

/** Verifies a field that should hold exactly `expected`. `actual` is its content, never a hint. */
function verifyReplacement(expected: string, actual: string): Verification {
  if (actual === expected) return { kind: 'exact' };
  const displayTransform = displayTransforms.find(
    ({ transform }) => transform(expected) === transform(actual),
  );
  if (displayTransform) return { kind: 'unverified', reason: displayTransform.reason };
  if (isFormatted(expected, actual)) return { kind: 'unverified', reason: formatsReason };
  if (actual.length < expected.length && isSubsequence(actual, expected)) {
    return { kind: 'dropped', intended: expected };
  }
  return { kind: 'different' };
}

/** The reason for fields that add separators or change the case. */
const formatsReason = 'the field formats what is typed into it';

/** A text that was typed into one of these contents, at the cursor or over a selection. */
interface Insertion {
  readonly text: string;
  /** The possible contents before; two if one of them may have been a hint. */
  readonly contents: readonly string[];
}

/** UTF-16 units: fields that format are short, so longer contents are not tested for formatting. */
const maxFormatted = 300;

/** Verifies a field into which a text was typed. `actual` is its content, never a hint. */
function verifyInsertion(insertion: Insertion, actual: string): Verification {
  const { text, contents } = insertion;
  if (isInserted(insertion, actual)) return { kind: 'exact' };
  const dropped = droppedFrom(insertion, actual);
  // A dump does not show selections. If dropped characters explain the content too, they are likelier.
  if (!dropped && contents.some((content) => isReplaced(content, text, actual))) {
    return { kind: 'exact' };
  }
  const displayTransform = displayTransforms.find(({ transform }) =>
    isInserted({ text: transform(text), contents: contents.map(transform) }, transform(actual)),
  );
  if (displayTransform) return { kind: 'unverified', reason: displayTransform.reason };
  if (dropped) return dropped;
  if (contents.some((content) => isFormattedInsertion(content, text, actual))) {
    return { kind: 'unverified', reason: formatsReason };
  }
  return { kind: 'different' };
}

function isInserted({ text, contents }: Insertion, actual: string): boolean {
  return contents.some(
    (content) =>
      actual.length === content.length + text.length &&
      cursorOffsets(content, actual).some((at) => actual.startsWith(text, at)),
  );
}

/** The offsets in `content` at which an insertion may have produced `actual`, in order. */
function cursorOffsets(content: string, actual: string): number[] {
  const shared = commonPrefix(content, actual);
  const first = content.length - commonSuffix(content, actual);
  return Array.from({ length: Math.max(0, shared - first + 1) }, (_, i) => first + i);
}

/** Whether the whole text replaced a part of the content. False if nothing changed. */
function isReplaced(content: string, text: string, actual: string): boolean {
  if (actual === content) return false;
  const kept = actual.length - text.length;
  if (kept < 0 || kept >= content.length) return false;
  const before = commonPrefix(content, actual);
  const after = commonSuffix(content, actual);
  for (let at = Math.max(0, kept - after); at <= Math.min(before, kept); at++) {
    if (actual.startsWith(text, at)) return true;
  }
  return false;
}

function droppedFrom({ text, contents }: Insertion, actual: string): Verification | undefined {
  const intended = new Set<string>();
  for (const content of contents) {
    const length = actual.length - content.length;
    if (length < 0 || length >= text.length) continue;
    for (const at of cursorOffsets(content, actual)) {
      if (!isSubsequence(actual.slice(at, at + length), text)) continue;
      intended.add(content.slice(0, at) + text + content.slice(at));
      // Two candidates: the intended content is uncertain.
      if (intended.size > 1) return { kind: 'dropped' };
    }
  }
  const [only] = intended;
  return only === undefined ? undefined : { kind: 'dropped', intended: only };
}

function isFormattedInsertion(content: string, text: string, actual: string): boolean {
  if (content.length > maxFormatted || actual.length > 4 * maxFormatted) return false;
  return [content, withoutSeparators(content)].some((base) =>
    Array.from({ length: base.length + 1 }, (_, at) => at).some((at) =>
      isFormatted(base.slice(0, at) + text + base.slice(at), actual),
    ),
  );
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function commonSuffix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length))
    length++;
  return length;
}

/** How a dump or a field changes a text when showing it. */
interface DisplayTransform {
  readonly transform: (text: string) => string;
  /** Why two texts that are shown alike may still differ. */
  readonly reason: string;
}

/** What `AccessibilityNodeInfoDumper.stripInvalidXMLChars` replaces, and what its serializer can't write. */
// eslint-disable-next-line no-control-regex -- it matches control characters on purpose
const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ufffe\uffff]/g;

const asPrinted = (text: string): string => text.replace(unprintable, '.');
/** A single-line field shows line breaks as spaces, carriage returns as U+FEFF (SingleLineTransformationMethod). */
const onOneLine = (text: string): string => asPrinted(text).replace(/\r\n|[\r\n\ufeff]/g, ' ');

/** From the weakest to the strongest: texts that are equal under one are equal under all later ones. */
const displayTransforms: readonly DisplayTransform[] = [
  {
    transform: asPrinted,
    reason: 'the phone prints control characters as dots when it reports what a field holds',
  },
  {
    transform: onOneLine,
    reason:
      'the field shows its line breaks as spaces, or stores them differently from what was sent',
  },
  {
    transform: (text) => onOneLine(text).normalize('NFD'),
    reason: 'the field composes its accents differently from what was sent',
  },
];

/** Characters that fields insert into a number, a date or a code: spaces, punctuation, symbols. */
const separator = /[\s\p{P}\p{S}\p{Z}\p{Cf}]/u;

/** What groups the digits of a number; a sign or a point would make it another number. */
const groupSeparator = /(?<=\d)[-\u2010-\u2013]|[\s\p{Z}()]/gu;

/**
 * Whether `actual` is `expected` with only separators added or letters' case changed, or a number whose
 * digits are no longer grouped. False if `expected` consists of separators, because nothing would be left to
 * compare.
 */
function isFormatted(expected: string, actual: string): boolean {
  const isNumber = /\d/.test(expected) && !/\p{L}/u.test(expected);
  if (isNumber && expected.replace(groupSeparator, '') === actual.replace(groupSeparator, ''))
    return true;
  const expectedCharacters = [...expected.toLowerCase()];
  const actualCharacters = [...actual.toLowerCase()];
  if (!expectedCharacters.some((character) => !separator.test(character))) return false;
  let at = 0;
  for (const character of actualCharacters) {
    if (character === expectedCharacters[at]) at++;
    else if (!separator.test(character)) return false;
  }
  return at === expectedCharacters.length;
}

/** The text without separators. */
function withoutSeparators(text: string): string {
  return [...text].filter((character) => !separator.test(character)).join('');
}

/** Whether `part` is a subsequence of `whole`. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (let i = 0; i < whole.length && at < part.length; i++) {
    if (whole.charCodeAt(i) === part.charCodeAt(at)) at++;
  }
  return at === part.length;
}

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
    return unverifiedPassword('reports nothing about what it holds');
  if (isEmpty) return text === '' ? { kind: 'exact' } : droppedResult(request);
  if (shown === text) return { kind: 'exact' };
  if (!isMasked(shown)) return unverifiedPassword('does not report what it holds');
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
