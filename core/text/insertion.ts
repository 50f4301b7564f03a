import { looks } from './looks.ts';
import { formats } from './replacement.ts';
import { isFormatted, withoutSeparators } from './separators.ts';
import { isSubsequence } from './subsequence.ts';
import type { Verdict } from './request.ts';

/** A text that was typed into one of these contents, at a cursor or in place of a selection. */
export interface Insertion {
  readonly text: string;
  /** What the field may have held; two where one may have been a hint. */
  readonly contents: readonly string[];
}

/** Fields that format are short; longer contents are not searched for it. */
const maxFormatted = 300;

/** Judges a field into which a text was typed. `held` is its content, never a hint. */
export function judgeInsertion(insertion: Insertion, held: string): Verdict {
  const { text, contents } = insertion;
  if (isInserted(insertion, held)) return { kind: 'exact' };
  const dropped = droppedFrom(insertion, held);
  // A selection can't be seen either. Where dropped characters explain as much, they are likelier.
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

/** The places in `content` at which something may have been inserted to give `held`, in order. */
function cursors(content: string, held: string): number[] {
  const shared = commonPrefix(content, held);
  const first = content.length - commonSuffix(content, held);
  return Array.from({ length: Math.max(0, shared - first + 1) }, (_, i) => first + i);
}

/** All that was typed stands in place of some of the content. Not where nothing changed at all. */
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
      // One is enough to know that it is not certain.
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
