import { parseJson } from '../../ui/json.ts';

/** A part of a tool's text and how to display it. */
export type ResultPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'json'; readonly text: string }
  /** What is said about a table, in lines of their own. */
  | { readonly kind: 'notes'; readonly lines: readonly string[] };

/**
 * Splits a tool's text into parts: consecutive lines with equally many tabs are a table with a header.
 * The notes about a table come last.
 */
export function splitResult(text: string): readonly ResultPart[] {
  const json = prettyJson(text);
  if (json !== null) return [{ kind: 'json', text: json }];
  const lines = text.split('\n');
  const notes = lines.filter((line) => line.startsWith(notePrefix));
  const parts = groupByTabCount(lines.filter((line) => !notes.includes(line))).map(toPart);
  if (notes.length === 0 || !parts.some(({ kind }) => kind === 'table')) {
    return groupByTabCount(lines).map(toPart);
  }
  return [...parts, { kind: 'notes', lines: notes.map((line) => line.slice(notePrefix.length)) }];
}

/** Only for objects and lists; other JSON values are readable as they are. */
function prettyJson(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = parseJson(text);
  return value === undefined ? null : JSON.stringify(value, null, 2);
}

/** Begins a line that is a remark for agents. */
const notePrefix = 'note:';

const tabCount = (line: string): number => line.split('\t').length - 1;

/** Groups consecutive lines with equally many tabs. */
function groupByTabCount(lines: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && tabCount(last[0]) === tabCount(line)) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function toPart(lines: readonly string[]): ResultPart {
  const [header = [], ...rows] = lines.map((line) => line.split('\t'));
  if (header.length === 1) return { kind: 'text', text: lines.join('\n') };
  return { kind: 'table', header, rows };
}
