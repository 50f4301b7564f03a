import { parseSelector } from '../../selector/parse.ts';

/** One parsed line of a tree. */
export interface ParsedLine {
  readonly level: number;
  /** Index path, or ref in the compact tree. */
  readonly path: string;
  /** Empty in the compact tree for a mere layout with a text. */
  readonly className: string;
  /** More than one in the compact tree only. */
  readonly texts: readonly string[];
  readonly descriptions: readonly string[];
  readonly hint: string;
  /** Name of the resource id. */
  readonly name: string;
  readonly flags: readonly string[];
  readonly bounds: readonly number[] | null;
}

interface ParsedTree {
  readonly packageName: string;
  readonly activity: string;
  readonly modal: ParsedModal | null;
  readonly lines: readonly ParsedLine[];
}

interface ParsedModal {
  readonly name: string;
  readonly isGuess: boolean;
  readonly title: string;
  readonly path: string | null;
}

const json = String.raw`"(?:[^"\\]|\\.)*"`;
const headPattern = new RegExp(
  String.raw`^\[Screen: ([^\s\]]+) / ([^\s\]]+)\](?: \[([A-Z][a-z ]+?)( \(probably\))?(?:: (${json}))?(?: in ([a-z]?[\d.]+))?\])?$`,
);
/** In the compact tree, refs or plain paths stand for the paths. */
const linePattern = new RegExp(
  String.raw`^( *)(?:\[([\d.]+)\] (?:(${json})|(\S+))|([a-z]?[\d.]+)(?: ([\p{L}_$][\p{L}\p{N}\p{M}_$-]*)(?= |$)|(?= )))((?: .*)?)$`,
  'u',
);
/** A line that several elements share: class and flags first, and after an element its own where they differ. */
const sharedLinePattern = new RegExp(
  String.raw`^( *)\d+ elements(?: (?!\{)(\S+))?(?: \{([a-z, -]+)\})?:( .*)$`,
);
/** One element of such a line. */
const sharedElementPattern = new RegExp(
  String.raw` ([a-z]?[\d.]+)((?: (?:(?:class=|desc=|hint=|state=|error=)?${json}|@(?:${json}|\S+)|\{[a-z, -]*\}|[\p{L}_$][\p{L}\p{N}\p{M}_$-]*(?= |$)))*)`,
  'uy',
);
const tokenPattern = new RegExp(
  String.raw` (?:(class=|desc=|hint=)?(${json})|@(${json}|\S+)|\{([a-z, -]+)\}|\[(-?\d+,-?\d+,-?\d+,-?\d+)\])`,
  'y',
);

/** Parses a tree strictly by its format; throws at anything unexpected. */
export function parseTree(text: string): ParsedTree {
  const [first = '', ...rest] = text.split('\n');
  const head = headPattern.exec(first);
  if (!head) throw new Error(`No head of a tree: ${first}`);
  const [, packageName = '', activity = '', name, guess, title, path = null] = head;
  const modal =
    name === undefined
      ? null
      : { name, isGuess: guess !== undefined, title: parseString(title), path };
  const notesAt = rest.findIndex((line) => line.startsWith('note:'));
  const lines = (notesAt < 0 ? rest : rest.slice(0, notesAt)).flatMap(
    (line) => parseSharedLine(line) ?? [parseLine(line)],
  );
  return { packageName, activity, modal, lines };
}

function parseSharedLine(line: string): ParsedLine[] | undefined {
  const shared = sharedLinePattern.exec(line);
  if (!shared) return undefined;
  const [, indent = '', type, flags, rest = ''] = shared;
  const lines: ParsedLine[] = [];
  sharedElementPattern.lastIndex = 0;
  while (sharedElementPattern.lastIndex < rest.length) {
    const at = sharedElementPattern.lastIndex;
    const [, path = '', content = ''] = sharedElementPattern.exec(rest) ?? [];
    if (path === '') throw new Error(`Not understood from ${at} on: ${rest.slice(at)}`);
    const ownFlags = content.endsWith('}') || flags === undefined ? '' : ` {${flags}}`;
    const ownType = type === undefined ? '' : ` ${type}`;
    lines.push(parseLine(`${indent}${path}${ownType}${content.replace(/ \{\}$/, '')}${ownFlags}`));
  }
  return lines;
}

function parseLine(line: string): ParsedLine {
  const [, indent = '', inBrackets, quotedClass, ownClass, plain = '', compactClass, rest = ''] =
    linePattern.exec(line) ?? [];
  const path = inBrackets ?? plain;
  let className =
    quotedClass === undefined ? (ownClass ?? compactClass ?? '') : parseString(quotedClass);
  if (path === '') throw new Error(`No line of a tree: ${line}`);
  const texts: string[] = [];
  const descriptions: string[] = [];
  const attributes = { hint: '', name: '', flags: [] as string[], bounds: null as number[] | null };
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < rest.length) {
    const at = tokenPattern.lastIndex;
    const token = tokenPattern.exec(rest);
    if (!token) throw new Error(`Not understood from ${at} on: ${rest.slice(at)}`);
    const [, label, string, name, flags, bounds] = token;
    if (label === 'class=') className = parseString(string);
    else if (label === 'hint=') attributes.hint = parseString(string);
    else if (label === 'desc=') descriptions.push(parseString(string));
    else if (string !== undefined) texts.push(parseString(string));
    else if (name !== undefined) attributes.name = parseName(name);
    else if (flags !== undefined) attributes.flags = flags.split(', ');
    else attributes.bounds = (bounds ?? '').split(',').map(Number);
  }
  return {
    level: inBrackets === undefined ? indent.length : indent.length / 2 - 1,
    path,
    className,
    texts,
    descriptions,
    ...attributes,
  };
}

function parseString(string: string | undefined): string {
  if (string === undefined) return '';
  const value: unknown = JSON.parse(string);
  return String(value);
}

/** The name after the @ is spelled as in a selector. */
function parseName(name: string): string {
  const [alternative] = parseSelector(`@${name}`).alternatives;
  const test = alternative?.steps[0]?.tests[0];
  return test?.kind === 'name' ? test.name : '';
}
