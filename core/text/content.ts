/** Verifies fields whose content can be read. */
import type { Verdict } from './request.ts';

/** Verifies a field that should hold exactly `expected`. `actual` is its content, never a hint. */
export function judgeReplacement(asked: string, held: string): Verdict {
  if (held === asked) return { kind: 'exact' };
  const look = looks.find(({ shownAs }) => shownAs(asked) === shownAs(held));
  if (look) return { kind: 'unverified', reason: look.reason };
  if (isFormatted(asked, held)) return { kind: 'unverified', reason: formats };
  if (held.length < asked.length && isSubsequence(held, asked)) {
    return { kind: 'dropped', intended: asked };
  }
  return { kind: 'different' };
}

/** The reason for fields that add separators or change the case. */
const formats = 'the field formats what is typed into it';

/** A text that was typed into one of these contents, at the cursor or over a selection. */
interface Insertion {
  readonly text: string;
  /** The possible contents before; two if one of them may have been a hint. */
  readonly contents: readonly string[];
}

/** UTF-16 units: fields that format are short, so longer contents are not tested for formatting. */
const maxFormatted = 300;

/** Verifies a field into which a text was typed. `actual` is its content, never a hint. */
export function judgeInsertion(insertion: Insertion, held: string): Verdict {
  const { text, contents } = insertion;
  if (isInserted(insertion, held)) return { kind: 'exact' };
  const dropped = droppedFrom(insertion, held);
  // A dump does not show selections. If dropped characters explain the content too, they are likelier.
  if (!dropped && contents.some((content) => isReplaced(content, text, held))) {
    return { kind: 'exact' };
  }
  const look = looks.find(({ shownAs }) =>
    isInserted({ text: shownAs(text), contents: contents.map(shownAs) }, shownAs(held)),
  );
  if (look) return { kind: 'unverified', reason: look.reason };
  if (dropped) return dropped;
  if (contents.some((content) => isFormattedInsertion(content, text, held))) {
    return { kind: 'unverified', reason: formats };
  }
  return { kind: 'different' };
}

function isInserted({ text, contents }: Insertion, held: string): boolean {
  return contents.some(
    (content) =>
      held.length === content.length + text.length &&
      cursors(content, held).some((at) => held.startsWith(text, at)),
  );
}

/** The offsets in `content` at which an insertion may have produced `actual`, in order. */
function cursors(content: string, held: string): number[] {
  const shared = commonPrefix(content, held);
  const first = content.length - commonSuffix(content, held);
  return Array.from({ length: Math.max(0, shared - first + 1) }, (_, i) => first + i);
}

/** Whether the whole text replaced a part of the content. False if nothing changed. */
function isReplaced(content: string, text: string, held: string): boolean {
  if (held === content) return false;
  const kept = held.length - text.length;
  if (kept < 0 || kept >= content.length) return false;
  const [before, after] = [commonPrefix(content, held), commonSuffix(content, held)];
  for (let at = Math.max(0, kept - after); at <= Math.min(before, kept); at++) {
    if (held.startsWith(text, at)) return true;
  }
  return false;
}

function droppedFrom({ text, contents }: Insertion, held: string): Verdict | undefined {
  const intended = new Set<string>();
  for (const content of contents) {
    const length = held.length - content.length;
    if (length < 0 || length >= text.length) continue;
    for (const at of cursors(content, held)) {
      if (!isSubsequence(held.slice(at, at + length), text)) continue;
      intended.add(content.slice(0, at) + text + content.slice(at));
      // Two candidates: the intended content is uncertain.
      if (intended.size > 1) return { kind: 'dropped' };
    }
  }
  const [only] = intended;
  return only === undefined ? undefined : { kind: 'dropped', intended: only };
}

function isFormattedInsertion(content: string, text: string, held: string): boolean {
  if (content.length > maxFormatted || held.length > 4 * maxFormatted) return false;
  return [content, withoutSeparators(content)].some((base) =>
    Array.from({ length: base.length + 1 }, (_, at) => at).some((at) =>
      isFormatted(base.slice(0, at) + text + base.slice(at), held),
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
interface Look {
  readonly shownAs: (text: string) => string;
  /** Why two texts that are shown alike may still differ. */
  readonly reason: string;
}

/** What `AccessibilityNodeInfoDumper.stripInvalidXMLChars` replaces, and what its serializer can't write. */
// eslint-disable-next-line no-control-regex -- it matches control characters on purpose
const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ufffe\uffff]/g;

const printed = (text: string): string => text.replace(unprintable, '.');
/** A single-line field shows line breaks as spaces, carriage returns as U+FEFF (SingleLineTransformationMethod). */
const onOneLine = (text: string): string => printed(text).replace(/\r\n|[\r\n\ufeff]/g, ' ');

/** From the weakest to the strongest: texts that are equal under one are equal under all later ones. */
const looks: readonly Look[] = [
  {
    shownAs: printed,
    reason: 'the phone prints control characters as dots when it tells what a field holds',
  },
  {
    shownAs: onOneLine,
    reason: 'the field shows its line breaks as spaces, or holds them otherwise than sent',
  },
  {
    shownAs: (text) => onOneLine(text).normalize('NFD'),
    reason: 'the field composes its accents otherwise than sent',
  },
];

/** Characters that fields insert into a number, a date or a code: spaces, punctuation, symbols. */
const separator = /[\s\p{P}\p{S}\p{Z}\p{Cf}]/u;

/**
 * Whether `actual` is `expected` with only separators added or letters' case changed. False if
 * `expected` consists of separators, because nothing would be left to compare.
 */
function isFormatted(asked: string, held: string): boolean {
  const [wanted, found] = [[...asked.toLowerCase()], [...held.toLowerCase()]];
  if (!wanted.some((character) => !separator.test(character))) return false;
  let at = 0;
  for (const character of found) {
    if (character === wanted[at]) at++;
    else if (!separator.test(character)) return false;
  }
  return at === wanted.length;
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
