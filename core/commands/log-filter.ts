import type { LogQuery } from '../phone.ts';
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
  const pattern = tag === null || isPlain || tag === '*' ? null : tagPattern(tag);
  return {
    forLogcat: isPlain ? sh`-s ${`${tag}:${level}`}` : sh`${`*:${level}`}`,
    restIsOurs: pattern !== null || until !== null || packageName !== null,
    keeps: ({ time, rest }) =>
      (since === null || time >= since) &&
      (until === null || time <= until) &&
      (pattern?.test(rest) ?? true),
  };
}

/** For the part of a line that begins with the tag; logcat fills short tags up with blanks. */
function tagPattern(tag: string): RegExp {
  // The dot is the only character of a tag that a pattern reads its own way.
  const parts = tag.split('*').map((part) => part.replaceAll('.', String.raw`\.`));
  return new RegExp(`^${parts.join('[^:]*')} *: `);
}
