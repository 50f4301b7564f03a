import { looks } from './looks.ts';
import { isFormatted } from './separators.ts';
import { isSubsequence } from './subsequence.ts';
import type { Verdict } from './request.ts';

/** Judges a field that should hold `asked` and nothing else. `held` is its content, never a hint. */
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

/** For fields that put separators between, or change the case. */
export const formats = 'the field formats what is typed into it';
