import { triesWithoutEnd } from '../../../core/slow-pattern.ts';
import { patternTest, starPattern } from '../../../core/text-pattern.ts';
import { logsWords } from './strings.ts';
import type { KeptLine } from './kept-line.ts';

/** The levels a log can be cut off at, the lowest first; F goes with E. */
export const levels = ['V', 'D', 'I', 'W', 'E'] as const;
export type Level = (typeof levels)[number];

/** What a person wants to see of the log. Empty texts want everything. */
export interface LogFilter {
  readonly level: Level;
  /** Tags, parted by blanks or commas: `Activity*`, `-chatty` leaves one out. */
  readonly tag: string;
  /** A process or its package, with stars as in tags, or a process id. */
  readonly process: string;
  /** Words anywhere in tag and text, or `/a regular expression/i`. */
  readonly text: string;
}

export const everything: LogFilter = { level: 'V', tag: '', process: '', text: '' };

export type Matcher = (line: KeptLine) => boolean;

/** A filter that can be used, or why its text can't. */
type Compiled =
  | { readonly matches: Matcher; readonly fault: null }
  | { readonly matches: null; readonly fault: string };

/** Whether a filter leaves everything. */
export function isEverything({ level, tag, process, text }: LogFilter): boolean {
  return level === 'V' && [tag, process, text].every((part) => part.trim() === '');
}

/** Makes the filter a test for lines. */
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

/** Passes what is one of these from end to end, in letters of either size; a star stands for anything. */
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
  // An app's other processes are called PACKAGE:SOMETHING.
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
    // The person's own, and none that tries without end. Global and sticky ones would remember where they were.
    const pattern = new RegExp(source, (flags ?? '').replace(/[gy]/g, ''));
    return ({ tag, text }) => pattern.test(`${tag}: ${text}`);
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : '';
  }
}

/** A filter that was kept as text; whatever is wrong with it counts as everything. */
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
