import { plainText } from '../../ui/plain-text.ts';
import { parseJson } from '../../ui/json.ts';

/** A part of a tool's text and how to display it. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'json'; readonly text: string };

/** Splits a tool's text into parts: consecutive lines with equally many tabs are a table with a header. */
export function partsOf(text: string): readonly Part[] {
  const json = prettyJson(text);
  if (json !== null) return [{ kind: 'json', text: json }];
  return runsOf(text.split('\n')).map(partOf);
}

/** Only for objects and lists; other JSON values are readable as they are. */
function prettyJson(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = parseJson(text);
  return value === undefined ? null : JSON.stringify(value, null, 2);
}

const tabsIn = (line: string): number => line.split('\t').length - 1;

/** Groups consecutive lines with equally many tabs. */
function runsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const runs: string[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && tabsIn(last[0]) === tabsIn(line)) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

function partOf(lines: readonly string[]): Part {
  const [header = [], ...rows] = lines.map((line) => line.split('\t'));
  if (header.length === 1) return { kind: 'text', text: lines.join('\n') };
  return { kind: 'table', header, rows };
}

/** Spells out invisible characters, except tabs and line ends. */
export function linesOf(text: string): string {
  return text.split('\t').map(plainText).join('\t');
}
