import { describe, expect, it } from 'vitest';
import type { CommandOutput } from './command.ts';
import { dumpNotifications, listNotificationKeys, readNotifications } from './notifications.ts';

const output = (stdout: string, exitCode = 0): CommandOutput => ({
  stdout: new TextEncoder().encode(stdout),
  stderr: '',
  exitCode,
});

interface Facts {
  readonly flags?: string;
  readonly group?: string;
  readonly extras?: string;
  readonly actions?: string;
}

/** A record as NotificationRecord.dump prints it with this prefix; `extras` and `actions` are lines without it. */
function record(key: string, prefix: string, facts: Facts = {}): string {
  const { flags = '0x10', group = key, extras = 'android.title=String (Hi)', actions } = facts;
  const inner = `${prefix}  ${prefix}  `;
  const lines = extras
    .split('\n')
    .map((line) => (/^android/.test(line) ? `${inner}    ${line}` : line));
  return [
    `${prefix}NotificationRecord(0x0a: pkg=x user=UserHandle{0} id=1 tag=null importance=3 key=${key}: Notification())`,
    `${prefix}  uid=1 userId=0`,
    `${prefix}  flags=${flags}`,
    `${prefix}  key=${key}`,
    `${prefix}  groupKey=${group}`,
    `${prefix}  notification=`,
    `${inner}when=1790000000000/1790000000001`,
    ...(actions === undefined
      ? []
      : [`${inner}actions={`, `${inner}    ${actions}`, `${inner}  }`]),
    `${inner}extras={`,
    ...lines,
    `${inner}}`,
    `${prefix}  publicNotification=`,
    `${inner}extras={`,
    `${inner}    android.title=String (Hidden)`,
    `${inner}}`,
    `${prefix}  mCreationTimeMs=5`,
    '',
  ].join('\n');
}

const dump = (...records: readonly string[]): string =>
  `Current Notification Manager state:\n  Notification List:\n${records.join('')}  \n  Snoozed:\n    NotificationRecord(0x0b: key=0|z|1|null|1)\n`;

const mail = '0|com.mail|7|inbox|10100';

describe('a record', () => {
  it('has its texts, also of several lines, its time, its buttons and whether it can be cleared', () => {
    const extras =
      'android.title=SpannableString (Lunch (today))\nandroid.subText=null\nandroid.showWhen=Boolean (true)\nandroid.text=String (short)\nandroid.bigText=String (one\n  two=2\nthree)';
    const actions = '[0] "Reply "now" -> x" -> PendingIntent{1}';
    const [parsed] = dumpNotifications.parse(
      output(dump(record(mail, '    ', { extras, actions }))),
    );
    expect(parsed).toEqual({
      key: mail,
      packageName: 'com.mail',
      title: 'Lunch (today)',
      text: 'one\n  two=2\nthree',
      postedEpochMs: 1_790_000_000_000,
      isClearable: true,
      actions: ['Reply "now" -> x'],
    });
  });

  it.each([
    ['0x2', false],
    ['0x62', false],
    ['0x10', true],
    ['ONGOING_EVENT|FOREGROUND_SERVICE', false],
    ['AUTO_CANCEL', true],
  ])('with the flags %s can be cleared: %s', (flags, isClearable) => {
    const text = dump(record(mail, '    ', { flags }));
    expect(dumpNotifications.parse(output(text))).toMatchObject([{ isClearable }]);
  });

  it('of a summary is left out where its group has others', () => {
    const summary = record('0|com.mail|1|null|10100', '    ', { flags: '0x210', group: 'g' });
    const child = record(mail, '    ', { group: 'g' });
    expect(dumpNotifications.parse(output(dump(summary, child)))).toMatchObject([{ key: mail }]);
    expect(dumpNotifications.parse(output(dump(summary)))).toHaveLength(1);
  });
});

it('nothing, and what is no list, is no notification', () => {
  for (const text of ['', 'Current Notification Manager state:\n', 'Permission Denial'])
    expect(dumpNotifications.parse(output(text))).toEqual([]);
});

describe('by cmd notification', () => {
  it('knows the keys, no keys, and a phone without the command', () => {
    expect(listNotificationKeys.parse(output(`${mail}\n0|a|1|x\ny|2\n`))).toEqual([
      mail,
      '0|a|1|x',
    ]);
    expect(listNotificationKeys.parse(output(''))).toEqual([]);
    expect(listNotificationKeys.parse(output('Unknown command: list\n', 255))).toBeNull();
    expect(listNotificationKeys.parse(output('cmd: Can’t find service\n', 20))).toBeNull();
  });

  it('a text that imitates a record of another app stays a part of its own', () => {
    const bank = record('0|com.bank|1|null|10200', '', { extras: 'android.title=String (Pay)' });
    const extras = `android.title=String (Hi)\nandroid.text=String (x)\n    }\n${bank}`;
    const { line, parse } = readNotifications([mail, "0|it's|1|null|1"], 'S3P');
    expect(line.text).toBe(
      `echo 'S3P'; cmd notification get '${mail}'; echo 'S3P'; cmd notification get '0|it'\\''s|1|null|1'`,
    );
    const printed = `S3P\n${record(mail, '', { extras })}S3P\nerror: no active notification matching key\n`;
    const found = parse(output(printed));
    expect(found.map(({ packageName, title }) => [packageName, title])).toEqual([
      ['com.mail', 'Hi'],
    ]);
  });
});
