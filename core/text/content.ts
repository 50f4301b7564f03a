/** Verifies fields whose content can be read. */
import type { Verification } from './request.ts';

/** Verifies a field that should hold exactly `expected`. `actual` is its content, never a hint. */
export function verifyReplacement(expected: string, actual: string): Verification {
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
export function verifyInsertion(insertion: Insertion, actual: string): Verification {
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
  const [before, after] = [commonPrefix(content, actual), commonSuffix(content, actual)];
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

/** A way in which a dump or a field changes a text when showing it. */
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
    reason: 'the phone prints control characters as dots when it tells what a field holds',
  },
  {
    transform: onOneLine,
    reason: 'the field shows its line breaks as spaces, or holds them otherwise than sent',
  },
  {
    transform: (text) => onOneLine(text).normalize('NFD'),
    reason: 'the field composes its accents otherwise than sent',
  },
];

/** Characters that fields insert into a number, a date or a code: spaces, punctuation, symbols. */
const separator = /[\s\p{P}\p{S}\p{Z}\p{Cf}]/u;

/**
 * Whether `actual` is `expected` with only separators added or letters' case changed. False if
 * `expected` consists of separators, because nothing would be left to compare.
 */
function isFormatted(expected: string, actual: string): boolean {
  const [expectedCharacters, actualCharacters] = [
    [...expected.toLowerCase()],
    [...actual.toLowerCase()],
  ];
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
