import { isDotted } from '../screen/passwords.ts';
import type { Request, Verdict } from './request.ts';

/** Judges a password field by what it shows: bullets can be counted, no more. */
export function judgePassword(request: Request, shown: string): Verdict {
  const { how, text, before, shownEmpty } = request;
  const isEmpty = shown === '' || shown === shownEmpty;
  // Older phones tell nothing about a password field, ever.
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

/** None in what an empty field shows; dumps that don't print hints apart show them like contents. */
function bulletsIn(shown: string, shownEmpty: string | undefined): number {
  return shown === shownEmpty || !isDotted(shown) ? 0 : shown.length;
}

/** How many bullets a text may get: one a UTF-16 unit, or one a code point. */
function lengthsOf(text: string): number[] {
  return [text.length, [...text].length];
}

/** Where a text was added to what can't be read, nobody knows what should stand there now. */
function dropped({ how, text }: Request): Verdict {
  return how === 'replace' ? { kind: 'dropped', intended: text } : { kind: 'dropped' };
}

function unverified(what: string): Verdict {
  return { kind: 'unverified', reason: `a password field, which ${what}` };
}
