/** What goes into the lines of the phone's shell. */
import assert from 'node:assert/strict';
import * as apps from '#core/commands/apps.ts';
import type { Command } from '#core/commands/command.ts';
import * as deviceState from '#core/commands/device-state.ts';
import * as files from '#core/commands/files.ts';
import * as input from '#core/commands/input.ts';
import { runIntent } from '#core/commands/intents.ts';
import * as logcat from '#core/commands/logcat.ts';
import * as notifications from '#core/commands/notifications.ts';
import * as oneApp from '#core/commands/one-app.ts';
import { HandsetError } from '#core/errors.ts';
import { emptyIntent } from '#core/phone/intents.ts';
import { ofText } from './kinds.ts';
import type { Target } from './runner.ts';

/** Commands that name something of the phone or of an agent, which may be any text. */
const naming: readonly ((word: string) => Command<unknown>)[] = [
  oneApp.forceStop,
  oneApp.clearPackageData,
  oneApp.uninstallPackage,
  oneApp.readApp,
  oneApp.readHasCrashed,
  oneApp.readAppLanguages,
  files.fileExists,
  files.folderObstacle,
  files.makeFolder,
  files.removeFile,
  input.writeClipboard,
  (word) => oneApp.writeAppLanguages(word, 'de'),
  (word) => oneApp.changePermission({ packageName: word, permission: word, grant: true }),
  (word) => notifications.readNotifications([word, word], 'S3P'),
  (word) => files.renameFile(word, word),
  (word) => files.deleteFiles([word]),
  (word) => files.scanMedia([word]),
  (word) => files.installApp({ path: word, name: word }),
  (word) => apps.startActivity({ activity: word, fresh: true }),
  (word) => apps.listAppNames({ jarPath: word, version: word }),
  (word) =>
    logcat.readLogs({
      tag: word,
      level: 'V',
      since: null,
      until: null,
      lastLines: 50,
      packageName: word,
    }),
  (word) => runIntent({ ...emptyIntent, type: 'activity', action: word, data: word }),
  (word) => deviceState.writeSetting({ name: 'wifi', value: word, apiLevel: 34 }),
];

/** The line with each quoted word replaced. A quote within a word is written as `'\''`. */
const lineWithoutWords = ({ line }: Command<unknown>): string =>
  line.text.replaceAll(/'[^']*'(?:\\''[^']*')*/g, 'WORD');

/** Whether the product takes this text. Fails if the shell would read a part of it as anything but one word. */
function isTaken(commandOf: (word: string) => Command<unknown>, word: string): boolean {
  try {
    const line = lineWithoutWords(commandOf(word));
    assert.equal(line, lineWithoutWords(commandOf('x')), 'the line has something of the text');
    return true;
  } catch (error) {
    if (error instanceof HandsetError && error.code === 'invalid-argument') return false;
    throw error;
  }
}

export const lineTargets: readonly Target[] = [
  ofText(
    'words in lines of the shell',
    [
      'com.handset.notes',
      'com.handset.notes/.MainActivity',
      "/sdcard/it's here",
      '0|com.handset.notes|1|null|10089',
    ],
    (word) => naming.map((commandOf) => isTaken(commandOf, word)),
  ),
];
