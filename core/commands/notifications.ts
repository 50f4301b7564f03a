/**
 * The notifications, as NotificationRecord.java prints them: by `cmd notification`, which has `list` and `get` from
 * Android 12 on, one by one; before that by `dumpsys notification`, all in one text.
 */
import type { PhoneNotification } from '../phone/notifications.ts';
import { type Command, largeOutputBytes, latestEpochMs, listBytes, stdoutText } from './command.ts';
import { joinShell, sh } from './shell-text.ts';

/** Lists the keys of all notifications; null on a phone that can't. A key may hold an app's own text, even line ends. */
export const listNotificationKeys: Command<readonly string[] | null> = {
  purpose: 'listing the notifications',
  line: sh`cmd notification list`,
  deadlineMs: 10_000,
  maxOutputBytes: listBytes,
  parse(output) {
    const lines = stdoutText(output).split('\n');
    const keys = lines.filter((line) => /^-?\d+\|/.test(line));
    const isKnown = keys.length > 0 || (output.exitCode === 0 && lines.join('').trim() === '');
    return isKnown ? keys : null;
  },
};

/** The most notifications that are read: Android allows an app 50. */
const maxNotifications = 200;

/**
 * Reads the notifications with these keys; leaves out those that are gone. `separator` is a word that no app can know,
 * so that none can end its own record and begin one of another app.
 */
export function readNotifications(
  keys: readonly string[],
  separator: string,
): Command<readonly PhoneNotification[]> {
  const read = keys.slice(0, maxNotifications);
  return {
    purpose: 'reading the notifications',
    line: joinShell(
      ';',
      read.map((key) => sh`echo ${separator}; cmd notification get ${key}`),
    ),
    deadlineMs: 30_000,
    maxOutputBytes: largeOutputBytes,
    parse(output) {
      const [, ...records] = stdoutText(output).split(`${separator}\n`);
      const notifications = records.flatMap((record, index) => {
        const parsed = parseRecord(record.split('\n'), 0);
        return parsed !== null && parsed.key === read[index] ? [parsed] : [];
      });
      return withoutSummaries(notifications);
    },
  };
}

/** Reads all notifications from one text. */
export const dumpNotifications: Command<readonly PhoneNotification[]> = {
  purpose: 'reading the notifications',
  line: sh`dumpsys notification --noredact`,
  deadlineMs: 20_000,
  maxOutputBytes: largeOutputBytes,
  parse(output) {
    const lines = stdoutText(output).split('\n');
    const start = lines.findIndex((line) => line.trimEnd() === '  Notification List:') + 1;
    if (start === 0) return [];
    const records: string[][] = [];
    for (const line of lines.slice(start)) {
      if (/^ {4}NotificationRecord\(/.test(line)) records.push([line]);
      // The end of the list.
      else if (line === '  ') break;
      else records.at(-1)?.push(line);
    }
    const notifications = records.flatMap((record) => parseRecord(record, 4) ?? []);
    return withoutSummaries(notifications);
  },
};

type ParsedRecord = PhoneNotification & {
  readonly groupKey: string;
  readonly isSummary: boolean;
};

/** A group's summary is not shown where the group has others. */
function withoutSummaries(records: readonly ParsedRecord[]): readonly PhoneNotification[] {
  const groups = new Set(
    records.filter(({ isSummary }) => !isSummary).map(({ groupKey }) => groupKey),
  );
  return records
    .filter(({ isSummary, groupKey }) => !isSummary || !groups.has(groupKey))
    .map(({ groupKey: _, isSummary: __, ...notification }) => notification);
}

/** Flags of Notification.java, in hexadecimal before Android 14 and by name after that. */
const flags = { ongoing: 0x2, noClear: 0x20, summary: 0x200 } as const;

/** One record, whose first line has this indentation; null if it is none. */
function parseRecord(lines: readonly string[], indent: number): ParsedRecord | null {
  // `  uid=…` of the record, and twice as far in, `    when=…` of its notification and `        android.title=…`.
  const fields = ' '.repeat(indent + 2);
  const own = ' '.repeat(2 * (indent + 2));
  const end = lines.findIndex((line) => line === `${fields}publicNotification=`);
  const ofNotification = end < 0 ? lines : lines.slice(0, end);
  const field = (name: string, at = fields): string | null => {
    const start = `${at}${name}=`;
    return lines.find((line) => line.startsWith(start))?.slice(start.length) ?? null;
  };
  const key = field('key');
  const packageName = /^-?\d+\|([\w.]+)\|/.exec(key ?? '')?.[1];
  if (key === null || packageName === undefined) return null;
  const extras = parseExtras(ofNotification, `${own}    `);
  const hasFlag = (bit: number, word: string): boolean => {
    const text = field('flags') ?? '';
    const number = /^0x[\da-f]+$/i.test(text) ? Number(text) : null;
    return number === null ? text.split('|').includes(word) : (number & bit) !== 0;
  };
  const when = Number(/^\d+/.exec(field('when', own) ?? '')?.[0] ?? 0);
  const created = Number(field('mCreationTimeMs') ?? 0);
  return {
    key,
    packageName,
    title: extras.get('android.title') ?? null,
    text: extras.get('android.bigText') ?? extras.get('android.text') ?? null,
    // An app may say any time.
    postedEpochMs: [when, created].find((ms) => ms > 0 && ms <= latestEpochMs) ?? null,
    isClearable: !hasFlag(flags.ongoing, 'ONGOING_EVENT') && !hasFlag(flags.noClear, 'NO_CLEAR'),
    actions: ofNotification.flatMap((line) => {
      const [, name] = line.startsWith(`${own}    [`)
        ? (/\[\d+\] "(.*)" -> /.exec(line) ?? [])
        : [];
      return name === undefined ? [] : [name];
    }),
    groupKey: field('groupKey') ?? key,
    isSummary: hasFlag(flags.summary, 'GROUP_SUMMARY'),
  };
}

/** The texts among the extras. A text may have several lines: it ends where the next extra or the end follows. */
function parseExtras(lines: readonly string[], indent: string): ReadonlyMap<string, string> {
  const extras = new Map<string, string>();
  let name = '';
  let value: string[] = [];
  const add = (): void => {
    const [, text] = /^[\w$]+ \(([^]*)\)$/.exec(value.join('\n')) ?? [];
    if (text !== undefined && text !== '' && !extras.has(name)) extras.set(name, text);
  };
  for (const line of lines) {
    const extra = line.startsWith(indent) ? line.slice(indent.length) : '';
    const [, next, rest = ''] = /^([\w.$-]+)=(.*)$/.exec(extra) ?? [];
    if (next === undefined && line !== `${indent.slice(4)}}`) {
      value.push(line);
      continue;
    }
    add();
    name = next ?? '';
    value = [rest];
  }
  return extras;
}
