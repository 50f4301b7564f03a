import type { LogQuery } from '../phone.ts';
import { patternTest, starPattern } from '../text-pattern.ts';
import { type LogEntry, sortable } from './log-lines.ts';
import { type ShellText, sh } from './shell-text.ts';

/** A query divided between logcat, which filters by level and plain tags, and us. */
export interface LogFilter {
  /** logcat's filter specification, as arguments. */
  readonly forLogcat: ShellText;
  /** Whether logcat prints lines that are not wanted, so that its last ones are not enough. */
  readonly restIsOurs: boolean;
  /** Whether the entry is wanted, as far as logcat did not see to it; processes aside. */
  keeps(entry: LogEntry): boolean;
}

/**
 * What logcat can take as a tag: it splits at the first colon, has no wildcards (`*` alone is
 * every tag), and takes a dash at the start for an option.
 */
const plainTag = /^[A-Za-z0-9._][A-Za-z0-9._-]*$/;

/** Divides the query: what logcat filters itself, and what is left to be looked at here. */
export function logFilter(query: LogQuery): LogFilter {
  const { tag, level, packageName } = query;
  const since = query.since === null ? null : sortable(query.since);
  const until = query.until === null ? null : sortable(query.until);
  const isPlain = tag !== null && plainTag.test(tag);
  const isTagged = tag === null || isPlain || /^\*+$/.test(tag) ? null : tagTest(tag);
  return {
    forLogcat: isPlain ? sh`-s ${`${tag}:${level}`}` : sh`${`*:${level}`}`,
    restIsOurs: isTagged !== null || until !== null || packageName !== null,
    keeps: ({ time, rest }) =>
      (since === null || time >= since) &&
      (until === null || time <= until) &&
      (isTagged?.(rest) ?? true),
  };
}

/**
 * For the part of a line that begins with the tag; logcat fills short tags up with blanks. A star
 * stands for no colon, so the tag has as many of them as the pattern and ends before the next one.
 */
function tagTest(pattern: string): (rest: string) => boolean {
  const colons = pattern.split(':').length - 1;
  const fits = patternTest(starPattern(pattern));
  return (rest) => {
    let end = rest.indexOf(':');
    for (let passed = 0; passed < colons && end >= 0; passed++) end = rest.indexOf(':', end + 1);
    return end >= 0 && rest.charAt(end + 1) === ' ' && fits(rest.slice(0, end).trimEnd());
  };
}
