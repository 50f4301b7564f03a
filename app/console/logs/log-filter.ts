import { triesWithoutEnd } from '../../../core/slow-pattern.ts';
import { patternTest, starPattern } from '../../../core/text-pattern.ts';
import { logsWords } from './strings.ts';
import type { KeptLine } from './kept-line.ts';

/** The minimum levels to choose from, lowest first; F is included in E. */
export const levels = ['V', 'D', 'I', 'W', 'E'] as const;
export type Level = (typeof levels)[number];

/** Which lines to show; empty texts match every line. */
export interface LogFilter {
  readonly level: Level;
  /** Tags, separated by spaces or commas: `Activity*`; `-chatty` excludes one. */
  readonly tag: string;
  /** A process or package name, with wildcards like tags, or a process id. */
  readonly process: string;
  /** A substring of `tag: text`, or `/a regular expression/i`. */
  readonly text: string;
}

export const everything: LogFilter = { level: 'V', tag: '', process: '', text: '' };

export type Matcher = (line: KeptLine) => boolean;

/** The filter as a predicate, or what is wrong with its regular expression. */
type Compiled =
  | { readonly matches: Matcher; readonly fault: null }
  | { readonly matches: null; readonly fault: string };

/** Whether the filter matches every line. */
export function isEverything({ level, tag, process, text }: LogFilter): boolean {
  return level === 'V' && [tag, process, text].every((part) => part.trim() === '');
}

/** Compiles the filter to a predicate on lines. */
export function compile(filter: LogFilter): Compiled {
  const text = textTest(filter.text);
  if (typeof text === 'string') return { matches: null, fault: text };
  const tests = [levelTest(filter.level), tagTest(filter.tag), processTest(filter.process), text];
  const needed = tests.filter((test) => test !== null);
  return { matches: (line) => needed.every((test) => test(line)), fault: null };
}

function levelTest(level: Level): Matcher | null {
  if (level === 'V') return null;
  const wanted = new Set<string>([...levels.slice(levels.indexOf(level)), 'F']);
  return (line) => wanted.has(line.level);
}

function tagTest(words: string): Matcher | null {
  const parts = words.split(/[\s,]+/).filter((part) => part.replace(/^-/, '') !== '');
  if (parts.length === 0) return null;
  const refused = parts.filter((part) => part.startsWith('-')).map((part) => part.slice(1));
  const asked = parts.filter((part) => !part.startsWith('-'));
  const isAsked = asked.length === 0 ? null : anyOf(asked);
  const isRefused = refused.length === 0 ? null : anyOf(refused);
  return ({ tag }) => (isAsked?.(tag) ?? true) && !(isRefused?.(tag) ?? false);
}

/** Matches a whole text against any of these patterns, ignoring case; `*` matches anything. */
function anyOf(patterns: readonly string[]): (text: string) => boolean {
  const tests = patterns.map((pattern) => patternTest(starPattern(pattern.toLowerCase())));
  return (text) => {
    const letters = text.toLowerCase();
    return tests.some((test) => test(letters));
  };
}

function processTest(words: string): Matcher | null {
  const wanted = words.trim();
  if (wanted === '') return null;
  if (/^\d+$/.test(wanted)) return ({ pid }) => pid === Number(wanted);
  // An app's other processes are named PACKAGE:NAME.
  const isNamed = anyOf([wanted, `${wanted}:*`]);
  return ({ process }) => process !== null && isNamed(process);
}

function textTest(words: string): Matcher | null | string {
  if (words.trim() === '') return null;
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(words) ?? [];
  if (source === undefined) {
    const wanted = words.toLowerCase();
    return ({ tag, text }) => `${tag}: ${text}`.toLowerCase().includes(wanted);
  }
  if (triesWithoutEnd(source)) return logsWords.slowPattern;
  try {
    // Safe: typed by the person, and without catastrophic backtracking. The flags g and y would make `test` stateful.
    const pattern = new RegExp(source, (flags ?? '').replace(/[gy]/g, ''));
    return ({ tag, text }) => pattern.test(`${tag}: ${text}`);
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : '';
  }
}

/** Parses a stored filter; invalid parts are ignored. */
export function readFilter(kept: string | null): LogFilter {
  if (kept === null) return everything;
  try {
    const found: unknown = JSON.parse(kept);
    if (typeof found !== 'object' || found === null) return everything;
    const given = Object.fromEntries(Object.entries(found));
    const text = (name: string): string => {
      const value: unknown = given[name];
      return typeof value === 'string' ? value : '';
    };
    const level = levels.find((known) => known === given['level']) ?? 'V';
    return { level, tag: text('tag'), process: text('process'), text: text('text') };
  } catch {
    return everything;
  }
}
