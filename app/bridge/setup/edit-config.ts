/**
 * Changes one entry of a client's configuration file and nothing else: comments, order and
 * indentation stay. The result is parsed and compared, so that a file that is written differently
 * than expected is refused and not broken.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Edit, type ParseError, applyEdits, modify, parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';

/** A format of configuration files. JSON may have comments and trailing commas. */
export type ConfigFormat = 'json' | 'toml';

/** Where the entry is: the name of the object of all servers, and the server's own. */
export type EntryPath = readonly [string, string];

/** An object of a configuration file. */
export type Table = Readonly<Record<string, unknown>>;

/** The file cannot be read or changed without a risk for what is in it. */
export class UneditableError extends Error {
  override readonly name = 'UneditableError';
}

/**
 * The text with the entry set to this value, or without the entry where it is undefined. A text of
 * nothing but spaces counts as an empty file. Throws `UneditableError`.
 */
export function editConfig(
  text: string,
  format: ConfigFormat,
  path: EntryPath,
  entry: Table | undefined,
): string {
  const before = parseConfig(text, format);
  const expected = withEntry(before, path, entry);
  if (isDeepStrictEqual(before, expected)) return text;
  const after = format === 'json' ? editJson(text, path, entry) : editToml(text, path, entry);
  if (isSame(after, format, expected)) return after;
  // TOML's tables go with their last entry.
  const { [path[0]]: servers, ...withoutServers } = expected;
  const isEmptied = isTable(servers) && Object.keys(servers).length === 0;
  if (isEmptied && isSame(after, format, withoutServers)) return after;
  throw new UneditableError("It is written in a way that can't be changed safely.");
}

function isSame(text: string, format: ConfigFormat, expected: Table): boolean {
  try {
    return isDeepStrictEqual(parseConfig(text, format), expected);
  } catch (error) {
    if (error instanceof UneditableError) return false;
    throw error;
  }
}

/** The entry in the text; undefined where there is none. Throws `UneditableError`. */
export function readEntry(text: string, format: ConfigFormat, path: EntryPath): Table | undefined {
  const entry = serversOf(parseConfig(text, format), path)[path[1]];
  return isTable(entry) ? entry : undefined;
}

/** Parses a whole file. Throws `UneditableError` where it is invalid or no object. */
export function parseConfig(text: string, format: ConfigFormat): Table {
  const parsed: unknown = format === 'json' ? parseJson(text) : parseTomlText(text);
  if (isTooDeep(parsed)) throw tooDeepError();
  if (isTable(parsed)) return parsed;
  throw new UneditableError('It is not an object.');
}

/** Deepest nesting of a configuration. What reads and compares it recurses, and deep nesting would overflow its stack. */
const maxDepth = 100;

function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    level = level.flatMap((each): unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return level.length > 0;
}

function tooDeepError(): UneditableError {
  return new UneditableError('It is nested too deeply.');
}

/** The text without the byte order mark that some editors of Windows write. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

function parseJson(text: string): unknown {
  const content = withoutMark(text);
  if (content.trim() === '') return {};
  const errors: ParseError[] = [];
  let parsed: unknown;
  try {
    parsed = parseJsonc(content, errors, { allowTrailingComma: true });
  } catch (error) {
    // It overflowed the stack.
    if (error instanceof RangeError) throw tooDeepError();
    throw error;
  }
  const [error] = errors;
  if (error === undefined) return parsed;
  const line = content.slice(0, error.offset).split('\n').length;
  throw new UneditableError(`It is not valid JSON; see line ${line}.`);
}

/** What a program that parses strict JSON with comments cannot read in it, in words; null if nothing. */
export function strictJsonProblem(text: string): string | null {
  if (text.trim() === '') return null;
  if (withoutMark(text) !== text) return 'the byte order mark at its start';
  const errors: ParseError[] = [];
  parseJsonc(text, errors, { allowTrailingComma: false });
  const [error] = errors;
  return error === undefined
    ? null
    : `the comma before the bracket in line ${text.slice(0, error.offset).split('\n').length}`;
}

function parseTomlText(text: string): unknown {
  try {
    // Its tables have no prototype, which a comparison would notice.
    return structuredClone({ ...parseToml(withoutMark(text)) });
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : [];
    throw new UneditableError(`It is not valid TOML: ${reason ?? "it can't be read"}.`);
  }
}

/** Whether the value is an object. */
export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object of all servers; empty where there is none. */
function serversOf(config: Table, [servers]: EntryPath): Table {
  const value = servers in config ? config[servers] : {};
  if (isTable(value)) return value;
  throw new UneditableError(`${servers} in it is not an object.`);
}

function withEntry(config: Table, path: EntryPath, entry: Table | undefined): Table {
  const [servers, name] = path;
  const { [name]: _, ...others } = serversOf(config, path);
  if (entry !== undefined) return { ...config, [servers]: { ...others, [name]: entry } };
  return servers in config ? { ...config, [servers]: others } : config;
}

function editJson(text: string, path: EntryPath, entry: Table | undefined): string {
  const content = withoutMark(text);
  const mark = text.slice(0, text.length - content.length);
  const eol = content.includes('\r\n') ? '\r\n' : '\n';
  const base = content.trim() === '' ? `{}${eol}` : content;
  const edits = modify(base, [...path], entry, {});
  return (
    mark + applyEdits(base, entry === undefined ? edits : edits.map((edit) => indented(edit, base)))
  );
}

/** An inserted property or value, indented like the file; the library would also indent its neighbours. */
function indented(edit: Edit, base: string): Edit {
  const [indent = '  '] = /^[ \t]+(?=")/m.exec(base) ?? [];
  const eol = base.includes('\r\n') ? '\r\n' : '\n';
  const [, comma = '', property = '', json = ''] =
    /^(,?)("[^"]*":)?\s*(.*)$/s.exec(edit.content) ?? [];
  // Only the object of all servers is inserted into the root.
  const depth = property === '' || !json.startsWith('{"handset":') ? 2 : 1;
  const pad = (levels: number): string => eol + indent.repeat(levels);
  const value = JSON.stringify(JSON.parse(json), null, indent).replaceAll('\n', pad(depth));
  if (property === '') return { ...edit, content: value };
  const end = comma === '' ? pad(depth - 1) : '';
  return { ...edit, content: `${comma}${pad(depth)}${property} ${value}${end}` };
}

function editToml(text: string, path: EntryPath, entry: Table | undefined): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const [servers, name] = path;
  const lines = text.split(/\r?\n/);
  const hasEntry = readEntry(text, 'toml', path) !== undefined;
  const rest = hasEntry ? withoutTable(lines, `${servers}.${name}`) : lines;
  while (rest.at(-1)?.trim() === '') rest.pop();
  const own = entry === undefined ? '' : stringifyToml({ [servers]: { [name]: entry } }).trim();
  const parts = [rest.join('\n'), own].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`.replaceAll('\n', eol);
}

/** The lines without a table and its subtables; comments and empty lines that precede the next table stay. */
function withoutTable(lines: readonly string[], table: string): string[] {
  const header = (line: string): string | undefined =>
    /^\s*\[([^[\]]+)\]/.exec(line)?.[1]?.replaceAll(/["'\s]/g, '');
  const start = lines.findIndex((line) => header(line) === table);
  if (start === -1) return [...lines];
  const after = lines.findIndex(
    (line, at) =>
      at > start && /^\s*\[/.test(line) && header(line)?.startsWith(`${table}.`) !== true,
  );
  let end = after === -1 ? lines.length : after;
  while (end > start + 1 && /^\s*(?:#|$)/.test(lines[end - 1] ?? '')) end -= 1;
  return [...lines.slice(0, start), ...lines.slice(end)];
}
