import type { LogEntry, LogLevel } from './log-buffer.ts';

/** How `-v` prints an entry (system/logging/liblog/logprint.cpp). */
export interface LogFormat {
  readonly layout: 'brief' | 'long' | 'process' | 'raw' | 'tag' | 'thread' | 'threadtime' | 'time';
  readonly modifiers: ReadonlySet<string>;
}

const layouts: readonly string[] = [
  'brief',
  'long',
  'process',
  'raw',
  'tag',
  'thread',
  'threadtime',
  'time',
] satisfies LogFormat['layout'][];

/** Modifiers that change what is printed; `descriptive` is for binary events, which there are none of. */
const modifiers: readonly string[] = [
  'year',
  'epoch',
  'monotonic',
  'usec',
  'nsec',
  'uid',
  'UTC',
  'GMT',
  'zone',
  'color',
  'colour',
  'printable',
  'descriptive',
];

/** Adds one word of `-v`; undefined when it is none. */
export function parseFormat(before: LogFormat, word: string): LogFormat | undefined {
  if (isLayout(word)) return { ...before, layout: word };
  if (!modifiers.includes(word)) return undefined;
  return { ...before, modifiers: new Set([...before.modifiers, word]) };
}

function isLayout(word: string): word is LogFormat['layout'] {
  return layouts.includes(word);
}

/** The entry's lines with newlines; a message of several lines has its head before each. */
export function formatEntry(entry: LogEntry, format: LogFormat, bootedAtEpochMs = 0): string {
  const head = paint(entry, format) + headOf(entry, format, bootedAtEpochMs);
  const end = tailOf(entry, format);
  const shown = (text: string): string =>
    format.modifiers.has('printable') ? toPrintable(text) : text;
  if (format.layout === 'long') return `${head}\n${shown(entry.message)}${end}\n\n`;
  // A newline at the very end begins no line of its own; an empty message is one line.
  const lines = entry.message.replace(/\n$/, '').split('\n');
  return lines.map((line) => `${head}${shown(line)}${end}\n`).join('');
}

function tailOf({ tag }: LogEntry, { layout, modifiers: chosen }: LogFormat): string {
  const reset = hasColor(chosen) ? '\x1b[0m' : '';
  return reset + (layout === 'process' ? `  (${tag})` : '');
}

/** colorFromPri; black for the levels below the others. */
const colors = { V: 37, D: 34, I: 32, W: 33, E: 31, F: 31 } as const satisfies Record<
  LogLevel,
  number
>;

function paint({ level }: LogEntry, { modifiers: chosen }: LogFormat): string {
  return hasColor(chosen) ? `\x1b[${colors[level]}m` : '';
}

function hasColor(chosen: ReadonlySet<string>): boolean {
  return chosen.has('color') || chosen.has('colour');
}

/** convertPrintable: control characters and bytes that are no UTF-8 as escapes. */
function toPrintable(text: string): string {
  const named: Readonly<Record<string, string>> = {
    '\x07': '\\a',
    '\b': '\\b',
    '\v': '\\v',
    '\f': '\\f',
    '\r': '\\r',
    '\n': '\\n',
    '\\': '\\\\',
  };
  return text.replace(
    // eslint-disable-next-line no-control-regex -- what is replaced are control characters
    /[\x00-\x08\x0a-\x1f\x7f\\]|(?<![\ud800-\udbff])[\udc80-\udcff]/g,
    (character) => {
      const hex = (character.charCodeAt(0) & 0xff).toString(16).toUpperCase().padStart(2, '0');
      return named[character] ?? `\\x${hex}`;
    },
  );
}

function headOf(entry: LogEntry, format: LogFormat, bootedAtEpochMs: number): string {
  const { level, pid, tid } = entry;
  const tag = entry.tag.padEnd(8);
  const time = timeOf(entry, format, bootedAtEpochMs);
  const uid = format.modifiers.has('uid') ? `${userOf(entry.uid)}:` : '';
  const process = String(pid).padStart(5);
  const thread = String(tid).padStart(5);
  switch (format.layout) {
    case 'raw':
      return '';
    case 'brief':
      return `${level}/${tag}(${uid}${process}): `;
    case 'tag':
      return `${level}/${tag}: `;
    case 'process':
      return `${level}(${uid}${process}) `;
    case 'thread':
      return `${level}(${uid}${process}:${thread}) `;
    case 'time':
      return `${time} ${level}/${tag}(${uid}${process}): `;
    case 'long':
      return `[ ${time} ${uid}${process}:${thread} ${level}/${tag} ]`;
    case 'threadtime':
      return `${time} ${uid.replace(':', ' ')}${process} ${thread} ${level} ${tag}: `;
  }
}

/** Names of up to five letters stand for their numbers (android_filesystem_config.h). */
function userOf(uid: number): string {
  const names: Readonly<Record<number, string>> = {
    0: 'root',
    1001: 'radio',
    1010: 'wifi',
    1013: 'media',
    1027: 'nfc',
    1036: 'logd',
    2000: 'shell',
  };
  return (names[uid] ?? String(uid)).padStart(5);
}

/** `MM-DD hh:mm:ss.mmm` in UTC, the demo phone's time zone. */
function timeOf(
  { epochMs }: LogEntry,
  { modifiers: chosen }: LogFormat,
  bootedAtEpochMs: number,
): string {
  const extra = chosen.has('nsec') ? '000000' : chosen.has('usec') ? '000' : '';
  const seconds = (ms: number, width: number): string => {
    const [whole = '', part = ''] = (ms / 1000).toFixed(3).split('.');
    return `${whole.padStart(width)}.${part}${extra}`;
  };
  if (chosen.has('monotonic')) return seconds(epochMs - bootedAtEpochMs, 6);
  if (chosen.has('epoch')) return seconds(epochMs, 19);
  const text = new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '') + extra;
  const zone = ['UTC', 'GMT', 'zone'].some((name) => chosen.has(name)) ? ' +0000' : '';
  return (chosen.has('year') ? text : text.slice(5)) + zone;
}
