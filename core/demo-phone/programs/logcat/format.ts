import type { LogEntry } from '../../system.ts';

const layouts = ['brief', 'long', 'process', 'raw', 'tag', 'thread', 'threadtime', 'time'] as const;

const modifiers = ['year', 'epoch', 'usec', 'uid', 'UTC', 'zone', 'color'];

/** The output format chosen by `-v` (system/logging/liblog/logprint.cpp). */
export interface LogFormat {
  readonly layout: (typeof layouts)[number];
  readonly modifiers: ReadonlySet<string>;
}

/** Applies one argument of `-v` to the format; undefined if it is unknown. */
export function parseFormat(format: LogFormat, word: string): LogFormat | undefined {
  const layout = layouts.find((name) => name === word);
  if (layout !== undefined) return { ...format, layout };
  if (!modifiers.includes(word)) return undefined;
  return { ...format, modifiers: new Set([...format.modifiers, word]) };
}

/** ANSI colours of the levels (colorFromPri). */
const colors = { V: 37, D: 34, I: 32, W: 33, E: 31, F: 31 } as const;

/** The entry's lines with newlines; each line of a multi-line message has the header. */
export function formatEntry(entry: LogEntry, format: LogFormat): string {
  const isColored = format.modifiers.has('color');
  const header = `${isColored ? `\x1b[${colors[entry.level]}m` : ''}${headerOf(entry, format)}`;
  const end = `${isColored ? '\x1b[0m' : ''}${format.layout === 'process' ? `  (${entry.tag})` : ''}`;
  if (format.layout === 'long') return `${header}\n${entry.message}${end}\n\n`;
  // A trailing newline starts no extra line; an empty message is one line.
  const lines = entry.message.replace(/\n$/, '').split('\n');
  return lines.map((line) => `${header}${line}${end}\n`).join('');
}

function headerOf(entry: LogEntry, format: LogFormat): string {
  const { level } = entry;
  const tag = entry.tag.padEnd(8);
  const time = timeOf(entry, format.modifiers);
  const user = format.modifiers.has('uid') ? userOf(entry.uid).padStart(5) : '';
  const process = `${user && `${user}:`}${String(entry.pid).padStart(5)}`;
  const thread = String(entry.tid).padStart(5);
  return {
    raw: '',
    brief: `${level}/${tag}(${process}): `,
    tag: `${level}/${tag}: `,
    process: `${level}(${process}) `,
    thread: `${level}(${process}:${thread}) `,
    time: `${time} ${level}/${tag}(${process}): `,
    long: `[ ${time} ${process}:${thread} ${level}/${tag} ]`,
    threadtime: `${time} ${process.replace(':', ' ')} ${thread} ${level} ${tag}: `,
  }[format.layout];
}

/** The user name for an id if it has at most five letters, else the id (android_filesystem_config.h). */
function userOf(uid: number): string {
  const names: Readonly<Record<number, string>> = {
    0: 'root',
    1001: 'radio',
    1010: 'wifi',
    1027: 'nfc',
    1036: 'logd',
    2000: 'shell',
  };
  return names[uid] ?? String(uid);
}

/** `MM-DD hh:mm:ss.mmm` in UTC, the demo phone's time zone. */
function timeOf({ epochMs }: LogEntry, chosenModifiers: ReadonlySet<string>): string {
  const extra = chosenModifiers.has('usec') ? '000' : '';
  if (chosenModifiers.has('epoch')) return `${(epochMs / 1000).toFixed(3)}${extra}`.padStart(23);
  const text = new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '') + extra;
  const zone = chosenModifiers.has('UTC') || chosenModifiers.has('zone') ? ' +0000' : '';
  return (chosenModifiers.has('year') ? text : text.slice(5)) + zone;
}
