import type { Call } from '#core/call.ts';
import { countLabel, failureSentence } from '../../ui/call-strings.ts';
import { resultWords, type WordedTool } from '../../ui/call-words.ts';
import { fieldLabel } from '../../ui/field-label.ts';
import { isJsonArray, isObject, parseJson, type Json } from '../../ui/json.ts';

/** Strings of results, kept apart from those of the forms, which the timeline does not load. */
export const resultStrings = {
  viewMode: 'Show the result as',
  views: [
    { id: 'readable', label: 'Readable' },
    { id: 'raw', label: 'Raw' },
  ],
  copy: 'Copy the result',
  table: (rows: number) => `Table of ${rows === 1 ? 'one row' : `${rows} rows`}`,
  text: 'Text',
  notes: (count: number) => countLabel(count, 'note'),
} as const;

/** A part of a tool's text and how to display it. */
export type ResultPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'json'; readonly text: string }
  /** Notes about a table, one a line. */
  | { readonly kind: 'notes'; readonly lines: readonly string[] };

/** The result of a call for people: the sentence that says why it failed or how its wait ended, else the parts of its text. */
export function resultParts(
  tools: readonly WordedTool[],
  call: Call,
  text: string,
): readonly ResultPart[] {
  const sentence = failureSentence(call) ?? resultWords(tools, call);
  return sentence === null ? splitResult(text) : [{ kind: 'text', text: sentence }];
}

/** Whether the parts are nothing but the text itself. */
export function isPlainText(parts: readonly ResultPart[], text: string): boolean {
  return parts.every((part) => part.kind === 'text' && part.text === text);
}

/**
 * Splits a tool's text into parts: consecutive lines with equally many tabs are a table with a header,
 * and so are an object and a list of flat objects in JSON. The notes about a table come last.
 */
export function splitResult(text: string): readonly ResultPart[] {
  const json = jsonParts(text);
  if (json !== null) return json;
  const lines = text.split('\n');
  const notes = lines.filter((line) => line.startsWith(notePrefix));
  const parts = groupByTabCount(lines.filter((line) => !notes.includes(line))).map(toPart);
  if (notes.length === 0 || !parts.some(({ kind }) => kind === 'table')) {
    return groupByTabCount(lines).map(toPart);
  }
  return [...parts, { kind: 'notes', lines: notes.map((line) => line.slice(notePrefix.length)) }];
}

/** Only for objects and lists; other JSON values are readable as they are. */
function jsonParts(text: string): readonly ResultPart[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = parseJson(text);
  if (value === undefined) return null;
  return (
    listParts(value) ??
    objectParts(value) ?? [{ kind: 'json', text: JSON.stringify(value, null, 2) }]
  );
}

/** Shows an object as a table of names and values, above its multi-line texts, such as a log; null for anything else. */
function objectParts(value: Json): readonly ResultPart[] | null {
  const all = isObject(value) ? valueRows('', value) : null;
  if (all === null) return null;
  const rows = all.filter(([, text]) => !text.includes('\n'));
  const texts = all.map(([, text]) => text).filter((text) => text.includes('\n'));
  return [
    ...(rows.length === 0 ? [] : [{ kind: 'table', header: ['Name', 'Value'], rows } as const]),
    ...texts.map((text) => ({ kind: 'text', text: text.trimEnd() }) as const),
  ];
}

/** The plain values in this value, each under the names that lead to it; null if a list in it has others. */
function valueRows(
  name: string,
  value: Json,
): readonly (readonly [name: string, text: string])[] | null {
  if (isScalar(value)) return [[fieldLabel(name), scalarText(value)]];
  if (isJsonArray(value))
    return value.every(isScalar)
      ? [[fieldLabel(name), value.map(scalarText).join(', ') || '-']]
      : null;
  const rows = Object.entries(value).map(([member, each]) =>
    valueRows(`${name} ${member}`.trim(), each),
  );
  return rows.every((each) => each !== null) ? rows.flat() : null;
}

function scalarText(value: Scalar): string {
  if (value === null || value === '') return '-';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

type Scalar = string | number | boolean | null;
type FlatObject = Readonly<Record<string, Scalar>>;

/** Shows a list of flat objects as a table, below the other values; null for anything else. */
function listParts(value: Json): readonly ResultPart[] | null {
  const members: readonly (readonly [string, Json])[] = isJsonArray(value)
    ? [['', value]]
    : Object.entries(value ?? {});
  const beside = members.flatMap(([name, member]) =>
    isScalar(member) ? [`${name}: ${member}`] : [],
  );
  const [list, ...others] = members.filter(([, member]) => !isScalar(member));
  const rows = list?.[1];
  if (others.length > 0 || !isJsonArray(rows) || rows.length === 0 || !rows.every(isFlat))
    return null;
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table: ResultPart = {
    kind: 'table',
    header,
    rows: rows.map((row) => header.map((name) => String(row[name] ?? '-'))),
  };
  return beside.length === 0 ? [table] : [{ kind: 'text', text: beside.join('\n') }, table];
}

function isScalar(value: unknown): value is Scalar {
  return typeof value !== 'object' || value === null;
}

function isFlat(value: Json): value is FlatObject {
  return isObject(value) && Object.values(value).every((member) => isScalar(member));
}

/** Begins a line that is a note for agents. */
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
  return withoutEmptyColumns(header, rows);
}

/** Removes the columns that have no value in any row. */
function withoutEmptyColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): ResultPart {
  const hasValue = header.map(
    (_, column) => rows.length === 0 || rows.some((row) => !['-', ''].includes(row[column] ?? '')),
  );
  const withValue = (row: readonly string[]) => row.filter((_, column) => hasValue[column]);
  return { kind: 'table', header: withValue(header), rows: rows.map(withValue) };
}
