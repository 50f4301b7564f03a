import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slowInputsOf, type TextParser } from '../testing/parsing-work.ts';
import * as apps from './apps.ts';
import type { Command, CommandOutput } from './command.ts';
import * as command from './command.ts';
import * as deviceState from './device-state.ts';
import * as display from './display.ts';
import * as files from './files.ts';
import * as identity from './identity.ts';
import * as input from './input.ts';
import * as intents from './intents.ts';
import * as logcat from './logcat.ts';
import * as notifications from './notifications.ts';
import * as oneApp from './one-app.ts';
import * as rotationLock from './rotation-lock.ts';
import * as elementReader from './element-reader.ts';
import * as screen from './screen.ts';

const app = 'com.example.app';
const point = { x: 1, y: 1 };
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A parser, the texts that it wants first, and further files whose patterns it uses. */
interface Case {
  readonly parse: TextParser;
  readonly starts?: readonly string[];
  readonly files?: readonly string[];
}

const ofOutput =
  (parse: (output: CommandOutput) => unknown): TextParser =>
  (text) => {
    parse({ stdout: encode(text), stderr: '', exitCode: 0 });
  };
const failing =
  (parse: (output: CommandOutput) => unknown): TextParser =>
  (text) => {
    parse({ stdout: encode(text), stderr: text, exitCode: 1 });
  };
/** What a command makes of its output, and of a failure's. */
const casesOf = ({ parse }: Command<unknown>, starts = ['']): readonly Case[] => [
  { parse: ofOutput((output) => parse(output)), starts },
  { parse: failing((output) => parse(output)), starts },
];
const all = (...commands: readonly Command<unknown>[]): readonly Case[] =>
  commands.flatMap((each) => casesOf(each));

const query = { tag: 'a*b', level: 'V', since: null, until: null, lastLines: 9 } as const;
const noIntent = {
  action: null,
  data: null,
  mimeType: null,
  categories: [],
  flags: [],
  extras: [],
};
const activity = {
  ...noIntent,
  type: 'activity',
  packageName: null,
  component: `${app}/.A`,
} as never;
const broadcast = { ...noIntent, type: 'broadcast', packageName: null, component: null } as never;
const sections = [
  'display',
  'touch',
  'rotation',
  'battery',
  'network',
  'volume',
  'storage',
  'time',
];
const sized = '@@section display\nPhysical size: 9x9\nPhysical density: 9\n';
const readerHead = 'screen\t1\t1\t1000\t500\t900\t500\t420\t250\n';
const readerRow = 'node\t0\t0\t0\t0\t0\t9\t9\tView\tapp\t';

/** The parsers that need arguments or a certain beginning, by file and export. */
const cases: Readonly<Record<string, Readonly<Record<string, readonly Case[]>>>> = {
  'apps.ts': {
    listPackages: casesOf(apps.listPackages, ['', 'package:a\nhandset-added\nhandset-launchers\n']),
    startActivity: all(apps.startActivity({ activity: `${app}/.A`, fresh: false })),
    listAppNames: casesOf(apps.listAppNames({ jarPath: '/p', version: '1' }), [
      '',
      'List of apps:\n',
    ]),
    parseAppNames: [{ parse: apps.parseAppNames, starts: ['List of apps:\n'] }],
  },
  'command.ts': {
    phoneMessage: [{ parse: failing(command.phoneMessage) }],
    reasonIn: [{ parse: command.reasonIn }],
    refusalHint: [{ parse: (text) => command.refusalHint(text, '') }],
  },
  'device-state.ts': {
    readDeviceState: casesOf(
      deviceState.readDeviceState,
      sections.map((name) => `${sized}@@section ${name}\n`),
    ).map((each) => ({ ...each, files: ['display.ts', 'screen.ts'] })),
    writeSetting: all(deviceState.writeSetting({ name: 'wifi', value: '1', apiLevel: 34 })),
  },
  'display.ts': { parseDisplay: [{ parse: display.parseDisplay }] },
  'files.ts': {
    fileExists: all(files.fileExists('/p')),
    removeFile: [],
    scanMedia: [],
    folderObstacle: all(files.folderObstacle('/p')),
    makeFolder: all(files.makeFolder('/p')),
    renameFile: all(files.renameFile('/p', '/q')),
    deleteFiles: casesOf(files.deleteFiles(['/p']), ['', 'stays\n', 'rm: a']),
    deleteGroups: [],
    refusedFile: [{ parse: (text) => void files.refusedFile('reading', text) }],
    installApp: all(files.installApp({ path: '/p', name: 'n' })),
  },
  'identity.ts': { parseOwnSerial: [{ parse: identity.parseOwnSerial }] },
  'input.ts': {
    checkInput: [{ parse: failing(input.checkInput) }, { parse: ofOutput(input.checkInput) }],
    inputDenied: [{ parse: input.inputDenied, starts: ['', 'INJECT_EVENTS'] }],
    injectShellGesture: [],
    pressKeyCodes: [],
    cancelTouch: all(input.cancelTouch(point)),
    checkDroppedInput: all(input.checkDroppedInput(0)),
    typeAscii: [],
    firstUntypeable: [{ parse: input.firstUntypeable }],
    nameUntypeable: [],
    writeClipboard: all(input.writeClipboard('')),
    openPanel: all(input.openPanel('notifications')),
  },
  'intents.ts': { runIntent: all(intents.runIntent(activity), intents.runIntent(broadcast)) },
  'notifications.ts': {
    listNotificationKeys: all(notifications.listNotificationKeys),
    readNotifications: casesOf(notifications.readNotifications(['0|a|1|null|1'], 'S3P'), [
      '',
      'S3P\n  key=0|a|1|null|1\n        android.title=String (',
    ]),
    dumpNotifications: casesOf(notifications.dumpNotifications, [
      '',
      '  Notification List:\n    NotificationRecord(\n      key=0|a|1|null|1\n                android.title=String (',
    ]),
  },
  'logcat.ts': {
    readLogs: [
      ...casesOf(logcat.readLogs({ ...query, packageName: null }), ['', 'handset-log\n']),
      ...casesOf(logcat.readLogs({ ...query, packageName: app }), ['pids 1\nhandset-log\n', '']),
    ],
    logStreamLine: [],
    LogStreamParser: [
      { parse: (text) => new logcat.LogStreamParser().push(encode(`${text}\n`)) },
      { parse: (text) => new logcat.LogStreamParser().push(encode(text.replaceAll('\n', ''))) },
    ],
  },
  'one-app.ts': {
    readApp: casesOf(oneApp.readApp(app), [
      `user 0\n  Package [${app}] (1):\n`,
      `user 0\n  Package [${app}] (1):\nhandset-processes\nhandset-memory\n`,
      `user 0\n  Package [${app}] (1):\nhandset-processes\nhandset-memory\nhandset-crashes\n`,
    ]),
    readHasCrashed: casesOf(oneApp.readHasCrashed(app), ['', 'handset-crashes\n']),
    forceStop: casesOf(oneApp.forceStop(app), ['', 'handset-after\n']),
    clearPackageData: casesOf(oneApp.clearPackageData(app), ['', 'handset-after\n']),
    uninstallPackage: casesOf(oneApp.uninstallPackage(app), ['', 'handset-after\n']),
    changePermission: casesOf(
      oneApp.changePermission({ packageName: app, permission: 'p', grant: true }),
      ['', `handset-after\nuser 0\n  Package [${app}] (1):\n`],
    ),
    readAppLanguages: casesOf(oneApp.readAppLanguages(app), ['', `Locales for ${app}`]),
    writeAppLanguages: [],
  },
  'rotation-lock.ts': { restoreRotationLock: [] },
  'element-reader.ts': {
    parseReaderScreen: [
      { parse: (text) => elementReader.parseReaderScreen(text.split('\n')), starts: [readerHead] },
      {
        parse: (text) => elementReader.parseReaderScreen(text.split('\n')),
        starts: [`${readerHead}window\tactive\t1\n${readerRow}`],
      },
    ],
  },
  'screen.ts': {
    readHierarchy: casesOf(screen.readHierarchy({ nonce: 'n', method: 'plain' }), [
      '',
      'handset-n\nhandset-n\n',
      'handset-n\n<hierarchy rotation="0">',
    ]),
    parseFocus: [{ parse: screen.parseFocus, starts: ['', 'mCurrentFocus='] }],
    linesOfDefaultDisplay: [{ parse: screen.linesOfDefaultDisplay }],
    takeScreenshotOf: [],
  },
};

const modules = {
  'apps.ts': apps,
  'command.ts': command,
  'device-state.ts': deviceState,
  'display.ts': display,
  'files.ts': files,
  'notifications.ts': notifications,
  'identity.ts': identity,
  'input.ts': input,
  'intents.ts': intents,
  'logcat.ts': logcat,
  'one-app.ts': oneApp,
  'rotation-lock.ts': rotationLock,
  'element-reader.ts': elementReader,
  'screen.ts': screen,
};

const isCommand = (value: unknown): value is Command<unknown> =>
  typeof value === 'object' && value !== null && 'parse' in value;

/** Exported functions that read nothing of the phone. */
const notParsers = ['stdoutText', 'textAfter'];

const sourceOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');
const dumpPatterns = readFileSync(join(import.meta.dirname, '../screen/parse.ts'), 'utf8');

describe.each(Object.entries(modules))('%s', (file, exports: Readonly<Record<string, unknown>>) => {
  const named = cases[file] ?? {};
  const parsers = Object.entries(exports).filter(
    ([name, value]) =>
      (isCommand(value) || typeof value === 'function') && !notParsers.includes(name),
  );

  it.each(parsers)('%s: the work grows no faster than the text', (name, value) => {
    const own = named[name] ?? (isCommand(value) ? casesOf(value) : undefined);
    expect(own, `${name} has no case here`).toBeDefined();
    const slow = (own ?? []).flatMap(({ parse, starts, files: more = [] }) => {
      const sources = [file, 'command.ts', ...more].map(sourceOf);
      return slowInputsOf(
        parse,
        [...sources, ...(file === 'screen.ts' ? [dumpPatterns] : [])],
        starts,
      );
    });
    expect(slow.slice(0, 5)).toEqual([]);
  });
});
