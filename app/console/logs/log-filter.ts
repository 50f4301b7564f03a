import {
  compilePattern,
  containingPattern,
  mayBacktrackExponentially,
  wildcardPattern,
} from '#core/text/text-pattern.ts';
import { describeThrown } from '#core/errors.ts';
import { ownMember, parseJson } from '../../ui/json.ts';
import { literalPattern, type Mark } from '../../ui/mark-found.ts';
import type { KeptLine } from './log-lines.ts';
import { logsStrings } from './strings.ts';

/** The minimum levels to choose from, lowest first; F is included in E. */
export const minimumLevels = ['V', 'D', 'I', 'W', 'E'] as const;
export type MinimumLevel = (typeof minimumLevels)[number];

/** Which lines to show; empty texts match every line. */
export interface LogFilter {
  readonly level: MinimumLevel;
  /** Parts of tags, separated by spaces or commas; `-chatty` excludes, `"Wifi"` is a whole tag, `*` any text. */
  readonly tag: string;
  /** A part of a process or package name, quoted for a whole one, or a process id. */
  readonly process: string;
  /** Whether `process` is to follow the foreground app. */
  readonly followsApp: boolean;
  /** A substring of `tag: text`, or `/a regular expression/`; both ignore case. */
  readonly text: string;
  /** Whether the lines that Handset itself causes are shown. */
  readonly showsOwn: boolean;
}

export const emptyFilter: LogFilter = {
  level: 'V',
  tag: '',
  process: '',
  followsApp: false,
  text: '',
  showsOwn: false,
};

export type LineMatcher = (line: KeptLine) => boolean;

/** The filter as a predicate, or what is wrong with its regular expression. */
type CompiledFilter =
  | { readonly matches: LineMatcher; readonly patternError: null }
  | { readonly matches: null; readonly patternError: string };

/** How many parts of the filter exclude lines. */
export function countParts(filter: LogFilter): number {
  const parts = ['level', 'tag', 'process', 'text'] as const;
  return parts.filter((part) => filter[part].trim() !== emptyFilter[part]).length;
}

/** Compiles the filter to a predicate on lines. */
export function compileFilter(filter: LogFilter): CompiledFilter {
  const text = textTest(filter.text);
  if (typeof text === 'string') return { matches: null, patternError: text };
  const tests = [
    filter.showsOwn || /scrcpy/i.test(filter.tag + filter.text)
      ? null
      : (line: KeptLine) => !isOwn(line),
    levelTest(filter.level),
    tagTest(filter.tag),
    processTest(filter.process),
    text,
  ];
  const needed = tests.filter((test) => test !== null);
  return { matches: (line) => needed.every((test) => test(line)), patternError: null };
}

/** Whether Handset's scrcpy server wrote the line, and it reports no problem. */
export function isOwn({ tag, level }: Pick<KeptLine, 'tag' | 'level'>): boolean {
  return tag === 'scrcpy' && /[VDI]/.test(level);
}

function levelTest(level: MinimumLevel): LineMatcher | null {
  if (level === 'V') return null;
  const shownLevels = new Set<string>([...minimumLevels.slice(minimumLevels.indexOf(level)), 'F']);
  return (line) => shownLevels.has(line.level);
}

/** A quoted name, which may contain blanks, or one without; with a minus before it. */
const tagPart = /-?"[^"]*"|[^\s,]+/g;

function tagTest(tagFilter: string): LineMatcher | null {
  const parts = (tagFilter.match(tagPart) ?? []).filter((part) => part.replace(/^-/, '') !== '');
  if (parts.length === 0) return null;
  const excluded = parts.filter((part) => part.startsWith('-')).map((part) => part.slice(1));
  const included = parts.filter((part) => !part.startsWith('-'));
  const isIncluded = included.length === 0 ? null : anyOf(included);
  const isExcluded = excluded.length === 0 ? null : anyOf(excluded);
  return ({ tag }) => (isIncluded?.(tag) ?? true) && !(isExcluded?.(tag) ?? false);
}

/** The pattern in a filter that matches this whole name only. */
export function wholeName(name: string): string {
  return `"${name.replaceAll('"', '*')}"`;
}

/** Matches texts that contain any of these patterns, or are one that is quoted. Ignores case; `*` matches anything. */
function anyOf(patterns: readonly string[]): (text: string) => boolean {
  const tests = patterns.map((pattern) => {
    const [, whole] = /^"([^"]*)"$/.exec(pattern.toLowerCase()) ?? [];
    if (whole !== undefined) return compilePattern(wildcardPattern(whole));
    return compilePattern(containingPattern(wildcardPattern(pattern.toLowerCase())));
  });
  return (text) => {
    const lowerCase = text.toLowerCase();
    return tests.some((test) => test(lowerCase));
  };
}

function processTest(processFilter: string): LineMatcher | null {
  const name = processFilter.trim();
  if (name === '') return null;
  if (/^\d+$/.test(name)) return ({ pid }) => pid === Number(name);
  // An app's other processes are named PACKAGE:NAME.
  const isNamed = anyOf(name.endsWith('"') ? [name, `${name.slice(0, -1)}:*"`] : [name]);
  // Other processes write the report of an app that does not respond or whose native code crashed.
  return ({ process, crash }) =>
    (process !== null && isNamed(process)) || (crash !== null && isNamed(crash.process));
}

function textTest(textFilter: string): LineMatcher | null | string {
  if (textFilter.trim() === '') return null;
  const pattern = textPattern(textFilter);
  if (typeof pattern === 'string') return pattern;
  return ({ tag, text }) => pattern.test(`${tag}: ${text}`);
}

/** The pattern that the filter's text stands for, or what is wrong with its regular expression. */
function textPattern(textFilter: string): RegExp | string {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(textFilter) ?? [];
  // Safe: it matches one text.
  if (source === undefined) return new RegExp(literalPattern(textFilter), 'iu');
  if (mayBacktrackExponentially(source)) return logsStrings.patternErrors.slow;
  // These two would make `test` stateful.
  const usedFlags = flags.replace(/[gy]/g, '');
  if (typeof compileExpression('', usedFlags) === 'string')
    return logsStrings.patternErrors.flags(flags);
  const pattern = compileExpression(source, usedFlags.includes('i') ? usedFlags : `${usedFlags}i`);
  return typeof pattern === 'string' ? logsStrings.patternErrors.invalid(pattern) : pattern;
}

/** What the filter finds in the cells of a line, to be marked there. */
export function marksOf({ text, tag, process }: LogFilter): readonly Mark[] {
  const pattern = text.trim() === '' ? '' : textPattern(text);
  const tags = (tag.match(tagPart) ?? []).filter((part) => !part.startsWith('-'));
  return [
    ...(typeof pattern === 'string'
      ? []
      : // Safe: `textPattern` has checked it.
        [{ cells: '[data-text], [data-tag]', pattern: new RegExp(pattern, `${pattern.flags}g`) }]),
    ...tags.flatMap((name) => nameMarks('[data-tag]', name)),
    ...nameMarks('[data-process]', process.trim()),
  ];
}

/** The pieces of a name between its stars. */
function nameMarks(cells: string, name: string): readonly Mark[] {
  const pieces = name.replaceAll('"', '').split('*').filter(Boolean);
  return pieces.map((piece) => ({ cells, pattern: literalPattern(piece) }));
}

/** The regular expression, or what the browser says is wrong with it. */
function compileExpression(source: string, flags: string): RegExp | string {
  try {
    // Safe: typed by the user, and without catastrophic backtracking.
    return new RegExp(source, flags);
  } catch (error) {
    // Every browser begins so; V8 repeats the expression before the reason.
    return describeThrown(error)
      .replace('Invalid regular expression: ', '')
      .replace(`/${source}/${flags}: `, '');
  }
}

/** Parses a stored filter; invalid parts are ignored. */
export function parseFilter(stored: string | null): LogFilter {
  const parsed = parseJson(stored ?? '');
  const text = (name: string): string => {
    const value = ownMember(parsed, name);
    return typeof value === 'string' ? value : '';
  };
  const level = minimumLevels.find((known) => known === text('level')) ?? 'V';
  const followsApp = ownMember(parsed, 'followsApp') === true;
  const showsOwn = ownMember(parsed, 'showsOwn') === true;
  return {
    level,
    followsApp,
    showsOwn,
    tag: text('tag'),
    process: text('process'),
    text: text('text'),
  };
}
