import type { z } from 'zod';
import type { AppDetails, InstalledApps, AppStopResult } from '../../phone/apps.ts';
import type { DeviceState } from '../../phone/device-state.ts';
import type { NotificationList } from '../../phone/notifications.ts';
import type { FolderListing } from '../../phone/files.ts';
import type { HandsetError } from '../../errors.ts';
import type { Rect } from '../../geometry.ts';
import type { StrokeTiming } from '../../gestures/gesture.ts';
import type { LogReading, Phone, TouchArea } from '../../phone/phone.ts';
import { parseHierarchy } from '../../screen/parse.ts';
import type { FinishedRecording } from '../../phone/recording.ts';
import type { Screen } from '../../screen/screen.ts';
import { ShownElements, Snapshots } from '../../screen/snapshots.ts';
import { countingRefs } from '../../screen/testing/screens.ts';
import { parseArguments } from '../shared/arguments.ts';
import { CallSecrets, type JsonValue, type Tool } from '../shared/tool.ts';
import { pixel } from './device-states.ts';

interface PhoneAnswers {
  readonly touchArea: TouchArea;
  readonly twoMatchesXml: string;
  readonly keyboard: Rect;
  readonly clipboard: string | null;
  readonly timings: readonly StrokeTiming[];
  readonly logs: LogReading;
  readonly installedApps: InstalledApps;
  readonly app: AppDetails;
  readonly stopResult: AppStopResult;
  readonly uninstallResult: 'uninstalled' | 'updates-removed';
  readonly isGranted: boolean | null;
  readonly device: DeviceState;
  readonly recording: FinishedRecording;
  readonly folder: FolderListing;
  readonly notifications: NotificationList;
  readonly fileBytes: Uint8Array;
  /** The error that every method rejects with. */
  readonly error: HandsetError;
}

const noFolder: FolderListing = { path: '/sdcard', files: [], has32BitSizes: false };

/** An app that does not run and asks for nothing. */
const plainApp: AppDetails = {
  versionName: '1.0',
  versionCode: 1,
  updated: null,
  isSystem: false,
  isEnabled: true,
  pids: [],
  memoryKb: null,
  permissions: [],
  lastCrash: null,
};

/** One call of a phone method: its name and its arguments without the signal. */
export type PhoneCall = readonly [method: string, ...given: unknown[]];

/** A phone that returns fixed answers and records the calls of its methods. */
export function recordingPhone(
  answers: Partial<PhoneAnswers> = {},
): Phone & { readonly calls: readonly PhoneCall[] } {
  const calls: PhoneCall[] = [];
  const record = <Value>(call: PhoneCall, value: Value): Promise<Value> => {
    calls.push(call);
    return answers.error ? Promise.reject(answers.error) : Promise.resolve(value);
  };
  const size = { width: 1080, height: 2400 };
  const focus = { packageName: 'com.a', activity: '.A' };
  const bytes = new TextEncoder().encode(answers.twoMatchesXml ?? '<hierarchy rotation="0"/>');
  const display = { naturalSize: size, density: 420 };
  const reading = { display, focusBefore: focus, focusAfter: focus, settled: true };
  const noLines = { lines: [], truncated: false, isPackageRunning: true };
  const sent = { restoreClipboard: () => record(['restoreClipboard'], undefined) };
  const png = new Uint8Array();
  return {
    calls,
    serial: 'RECORDING',
    recentTouchArea: null,
    recentScreen: null,
    shown: new ShownElements(countingRefs()),
    apps: {
      list: (options) =>
        record(['apps.list', options], answers.installedApps ?? { apps: [], namesProblem: null }),
      start: (options) => record(['apps.start', options], undefined),
      read: (name) => record(['apps.read', name], answers.app ?? plainApp),
      hasCrashed: (name) => record(['apps.hasCrashed', name], false),
      stop: (name) =>
        record(['apps.stop', name], answers.stopResult ?? { wasRunning: true, isRunning: false }),
      clearData: (name) => record(['apps.clearData', name], undefined),
      uninstall: (name) =>
        record(['apps.uninstall', name], answers.uninstallResult ?? 'uninstalled'),
      setPermission: (change) =>
        record(
          ['apps.setPermission', change],
          answers.isGranted === undefined ? change.grant : answers.isGranted,
        ),
    },
    files: {
      list: (path) => record(['files.list', path], answers.folder ?? noFolder),
      read: (file) => record(['files.read', file], answers.fileBytes ?? new Uint8Array()),
      fetch: ({ path, saveAs }) => record(['files.fetch', path, saveAs], 7),
      send: ({ source, folder, name }) =>
        record(['files.send', source, folder, name], `${folder}/${name}`),
      install: ({ computerFile }) => record(['files.install', computerFile], undefined),
    },
    recorder: {
      start: ({ agent }, maxMs) =>
        record(['recorder.start', agent, maxMs], { width: 720, height: 1600 }),
      stop: () => record(['recorder.stop'], answers.recording ?? { videos: [], endReason: null }),
    },
    readHierarchy: () =>
      record(['readHierarchy'], { ...reading, hierarchy: parseHierarchy(bytes) }),
    readDisplay: () => record(['readDisplay'], display),
    readFocus: () => record(['readFocus'], focus),
    takeScreenshot: () => record(['takeScreenshot'], { png, size }),
    readAwake: () => record(['readAwake'], true),
    screenshotTime: { tookMs: Infinity, isOld: true },
    readLiveFrame: () => Promise.resolve(null),
    measureLuma: () =>
      record(['lumaOf'], { source: 'screenshot', columns: 1, cells: new Uint8Array(2) }),
    stillForMs: () => null,
    readTouchArea: () => record(['readTouchArea'], answers.touchArea ?? { size, awake: true }),
    originalSettings: new Map(),
    readAppLanguages: (packageName) => record(['readAppLanguages', packageName], ''),
    writeAppLanguages: (packageName, tags) =>
      record(['writeAppLanguages', packageName, tags], undefined),
    writeSetting: (change) => record(['writeSetting', change], undefined),
    readDeviceState: () => record(['readDeviceState'], answers.device ?? pixel),
    readKeyboard: () => record(['readKeyboard'], answers.keyboard ?? null),
    readNotifications: () =>
      record(
        ['readNotifications'],
        answers.notifications ?? { notifications: [], isCertain: true },
      ),
    readInputMethod: () => record(['readInputMethod'], { id: null, shown: false }),
    readLock: () => record(['readLock'], null),
    readLogs: (query) => record(['readLogs', query], answers.logs ?? noLines),
    performGesture: (gesture) => record(['performGesture', gesture], answers.timings ?? []),
    pressKey: (key, _signal, modifiers = []) => record(['pressKey', key, ...modifiers], undefined),
    typeText: (text) => record(['typeText', text], sent),
    clearField: (units) => record(['clearField', units], undefined),
    moveCursorToEnd: () => record(['moveCursorToEnd'], undefined),
    sendIntent: (intent) =>
      record(['sendIntent', intent], { receiver: null, broadcastResult: null }),
    runShellLine: (line, timeoutMs) => {
      const empty = { head: '', tail: '', missingBytes: 0 };
      const result = { exitCode: 0, stdout: empty, stderr: empty, timedOut: false };
      return record(['runShellLine', line, timeoutMs], result);
    },
    openPanel: (panel) => record(['openPanel', panel], undefined),
    readClipboard: () => record(['readClipboard'], answers.clipboard ?? null),
    writeClipboard: (text) => record(['writeClipboard', text], undefined),
  };
}

/** A tool's answer. */
export interface ToolAnswer {
  readonly texts: readonly string[];
  readonly data?: { readonly [key: string]: JsonValue };
}

/** Runs a tool as the worker does: parses the arguments by its schema, then executes it. */
export async function executeTool<Input extends z.ZodObject>(
  tool: Tool<Input>,
  args: unknown,
  phone: Phone,
): Promise<ToolAnswer> {
  const texts: string[] = [];
  let answerData: ToolAnswer['data'];
  const reply = {
    text: (text: string) => void texts.push(text),
    note: (...notes: readonly string[]) => void texts.push(...notes.map((note) => `note:${note}`)),
    data: (value: NonNullable<ToolAnswer['data']>) => void (answerData = value),
    wait: () => undefined,
    picture: () => undefined,
    file: () => undefined,
    later: () => undefined,
    progress: () => undefined,
    client: { agent: 'claude', id: 'claude 1' },
    secrets: new CallSecrets(tool, args),
    screen: (_screen: Screen, text: string) => void texts.push(text),
    snapshots: new Snapshots(),
  };
  await tool.execute(phone, parseArguments(tool, args), reply, new AbortController().signal);
  return answerData === undefined ? { texts } : { texts, data: answerData };
}

/** A refused call. */
interface CallRefusal {
  readonly code: unknown;
  readonly message: unknown;
  /** The phone methods that were called before. */
  readonly calls: readonly PhoneCall[];
}

/** The refusal of a call with these arguments; rejects when it is not refused. */
export async function refusalOf<Input extends z.ZodObject>(
  tool: Tool<Input>,
  args: unknown,
): Promise<CallRefusal> {
  const phone = recordingPhone();
  try {
    await executeTool(tool, args, phone);
  } catch (error) {
    // An error of another type has no code and fails the comparison.
    const { code, message } = error as HandsetError;
    return { code, message, calls: phone.calls };
  }
  throw new Error(`${tool.name} took ${JSON.stringify(args)}`);
}

/** An `invalid-argument` refusal before any call of a phone method. */
export function argumentRefusal(message: string): CallRefusal {
  return { code: 'invalid-argument', message, calls: [] };
}
