/** Reads what is on the screen: the elements, the foreground app, a picture. */
import { HandsetError, oneLine } from '../errors.ts';
import type { Screenshot } from '../phone/phone.ts';
import {
  damagedScreenshot,
  encodedSize,
  isTooLargePicture,
  pictureLimit,
} from '../picture-size.ts';
import { parseHierarchy } from '../screen/parse.ts';
import {
  type Command,
  type CommandOutput,
  stdoutText,
  textAfter,
  largeOutputBytes,
  listBytes,
} from './command.ts';
import type { Focus, Hierarchy, OtherApp } from '../screen/screen.ts';
import { joinShell, sh } from './shell-text.ts';

/**
 * How the active window is dumped. `plain`: by uiautomator, which waits until the screen rests.
 * `compressed`: the same without layout nodes, which works on some screens that never rest. `yadb`: by
 * `yadb -layout`, which does not wait; it has to be at `yadbPath` on the phone.
 */
export type DumpMethod = 'plain' | 'compressed' | 'yadb';

/** Where yadb lies on the phone. */
export const yadbPath = '/data/local/tmp/handset-yadb-1.1.1.jar';

/** Options of one dump. */
interface HierarchyOptions {
  /** Part of the file's name and of the output's dividers; letters and digits, new for every call. */
  readonly nonce: string;
  readonly method: DumpMethod;
}

/**
 * Dumps the active window.
 *
 * Every dump uses a new file and removes it: uiautomator can report success without writing, and an
 * older file must not be read then. Rejects with `dump-failed` (quoting the phone's message) or
 * `bad-hierarchy`.
 */
export function readHierarchy({ nonce, method }: HierarchyOptions): Command<Hierarchy> {
  const file = `/data/local/tmp/handset-${nonce}.xml`;
  const divider = `handset-${nonce}`;
  const programs = {
    plain: sh`uiautomator dump`,
    compressed: sh`uiautomator dump --compressed`,
    yadb: sh`app_process -Djava.class.path=${yadbPath} /data/local/tmp com.ysbing.yadb.Main -layout`,
  } as const satisfies Record<DumpMethod, unknown>;
  const remove = sh`rm -f ${file}`;
  return {
    purpose: 'reading the elements of the screen',
    line: joinShell(';', [
      remove,
      sh`${programs[method]} ${file} 2>&1`,
      // The shell says on its own stderr that the program was killed, and old phones have no exit codes.
      sh`e=$?; echo "exit code $e"`,
      // Android kills uiautomator while another program is connected, and says why only in its log.
      sh`[ $e = ${killedCode} ] && dumpsys accessibility | grep -F ${connectedProgram}`,
      sh`echo ${divider}`,
      sh`cat ${file} 2>/dev/null`,
      sh`echo; echo ${divider}`,
      remove,
    ]),
    // uiautomator waits up to 10 s for the screen to come to rest before it gives up.
    deadlineMs: 25_000,
    maxOutputBytes: largeOutputBytes,
    parse: (output) => parseDump(output, divider, method === 'yadb' ? 'yadb' : 'uiautomator'),
  };
}

/** 128 + SIGKILL. */
const killedCode = 137;
/** In the dump of AccessibilityManagerService while a program is connected to UiAutomation (Android 9 and later). */
const connectedProgram = 'Ui Automation[';

function parseDump(output: CommandOutput, divider: string, program: string): Hierarchy {
  const [dumpOutput, xml, end] = splitLines(output.stdout, divider);
  if (!dumpOutput || !xml || !end) {
    throw dumpFailed(`The phone ended the dump early: ${lastOutput(output.stdout)}`);
  }
  if (xml.length < 2)
    throw dumpFailed(failureReason(new TextDecoder().decode(dumpOutput), program));
  return parseHierarchy(xml);
}

/** Characters of what a program printed, or bytes, to quote. */
const maxReasonLength = 300;

/** The program's error message, or an explanation if it printed none. */
function failureReason(dumpOutput: string, program: string): string {
  const [output = '', exitCode, rest = ''] = dumpOutput.split(/^exit code (\d+)\s*$/m);
  const line = output
    .split(/\r?\n/)
    .map((text) => text.trim())
    .find((text) => /^ERROR|Exception|already registered/.test(text));
  if (line !== undefined) return line.slice(0, maxReasonLength);
  if (rest.includes(connectedProgram))
    return `${program} was killed, because UiAutomation is taken`;
  if (exitCode === String(killedCode)) return `${program} was killed (exit code ${killedCode})`;
  if (/dumped to:/.test(output)) return `${program} reported success but wrote no file`;
  return oneLine(output).slice(0, maxReasonLength) || `${program} said nothing`;
}

/** uiautomator gave up its wait for a screen at rest, or Android ended it meanwhile. */
const neverIdle = /could not get idle state|was killed \(exit code 137\)/;
const automationTaken = /already registered|UiAutomation is taken/;

/**
 * A text can't be written as XML: half an emoji that an app cut off, or NUL. AccessibilityNodeInfoDumper
 * lets them pass, and the serializer throws at each dump, until the text is gone.
 */
const unwritable = /IllegalArgumentException|Illegal character/;

function dumpFailed(reason: string): HandsetError {
  const sentence = reason.endsWith('.') ? reason : `${reason}.`;
  return new HandsetError('dump-failed', `The element list couldn't be read: ${sentence}`, {
    hint: hintFor(reason),
    ...(neverIdle.test(reason) && { detail: 'never-idle' }),
    ...(automationTaken.test(reason) && { detail: 'automation-taken' }),
    ...(unwritable.test(reason) && { detail: 'unwritable-text' }),
  });
}

function hintFor(reason: string): string {
  if (automationTaken.test(reason)) {
    return 'Another program (Appium, uiautomator2, a test runner) is reading the screen; stop it and try again.';
  }
  if (neverIdle.test(reason)) return 'Something on the screen never stops moving.';
  if (unwritable.test(reason)) {
    return 'A text on the screen holds half a character, which uiautomator cannot write. Use the screenshot until it is gone.';
  }
  return 'Try again in a moment.';
}

function lastOutput(bytes: Uint8Array): string {
  return (
    oneLine(new TextDecoder().decode(bytes.subarray(-maxReasonLength))) || 'it printed nothing'
  );
}

/** The bytes between the lines that contain only the divider. */
function splitLines(bytes: Uint8Array, divider: string): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const line = new TextEncoder().encode(divider);
  let partStart = 0;
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(0x0a, at);
    const end = newline < 0 ? bytes.length : newline;
    if (isDividerLine(bytes.subarray(at, end), line)) {
      parts.push(bytes.subarray(partStart, at));
      partStart = Math.min(end + 1, bytes.length);
    }
    at = end + 1;
  }
  parts.push(bytes.subarray(partStart));
  return parts;
}

function isDividerLine(bytes: Uint8Array, line: Uint8Array): boolean {
  const length = bytes.at(-1) === 0x0d ? bytes.length - 1 : bytes.length;
  return length === line.length && line.every((byte, i) => bytes[i] === byte);
}

/** The lines that tell which apps are on the screen, in the dump of a display: of Android 11 and later, and of 10. */
const taskLines = '\\* (Task|ActivityRecord)\\{|mStackId=|Activity #|pinnedStack=';

/**
 * Prints the lines that name the foreground app. From Android 10 on the displays have them, before that
 * the windows; the activities are the last resort (no window has focus while one closes). A step runs
 * only if the one before found nothing, since every dumpsys takes a tenth of a second on a phone.
 */
const windowLines = joinShell('||', [
  sh`d=$(dumpsys window displays | grep -E ${`Display: mDisplayId=|mCurrentFocus=Window|mFocusedApp=[A-Z]|mAwake=|${taskLines}`}); echo "$d" | grep -qE 'mCurrentFocus|mFocusedApp' && echo "$d"`,
  sh`dumpsys window windows | grep -E 'mCurrentFocus=Window|mFocusedApp=[A-Z]'`,
  sh`dumpsys activity activities | grep -E 'ResumedActivity[:=]'`,
]);

/** The same after those of the input dispatcher, which is dumped meanwhile. */
const focusLine = sh`dumpsys input | { w=$(${windowLines}); grep -E 'FocusedApplication|FocusedWindow|displayId=0, name='; echo "$w"; }`;

/** Reads the foreground app. */
export const readFocus: Command<Focus> = {
  purpose: 'reading which app is in the foreground',
  line: focusLine,
  deadlineMs: 10_000,
  // A phone may have a hundred tasks.
  maxOutputBytes: listBytes,
  parse: (output) => parseFocus(stdoutText(output)),
};

/**
 * The focused app on the default display. Windows are printed with their titles, the apps' own texts, which may look
 * like any line of Android's; the input dispatcher prints the focused app before any window (dumpDispatchStateLocked),
 * so it is believed. If it has none: of several apps the one whose window has the focus, else the resumed activity.
 */
export function parseFocus(text: string): Focus {
  const lines = linesByDisplay(text);
  const own = linesOfDefaultDisplay(text);
  const componentsIn = (pattern: RegExp, among = own): Focus[] =>
    among.flatMap((line) => (pattern.test(line) ? componentIn(line) : []));
  const [input = ''] = text.split('FocusedWindow', 1);
  const [inputApp] = componentsIn(/(Application:|displayId=0,) name=/, input.split('\n'));
  const windows = componentsIn(/mCurrentFocus=/);
  const apps = componentsIn(/mFocusedApp=/);
  const resumed = componentsIn(/ResumedActivity[:=]/);
  const focusedInBoth = windows.find((window) => apps.some((app) => isSame(app, window)));
  const unknown = { packageName: null, activity: null };
  const focus = inputApp ?? focusedInBoth ?? apps[0] ?? windows[0] ?? resumed[0] ?? unknown;
  const focused = lines.filter(({ line }) => line.includes('mCurrentFocus=Window'));
  const [elsewhere] = focused.some(({ display }) => display === 0) ? [] : focused;
  // DisplayPolicy.dump, from Android 10 on; also false while the display only dozes.
  const isDisplayOff = own.some((line) => /\bmAwake=false\b/.test(line));
  const otherApps = appsInWindows(own).filter(
    ({ packageName, isPictureInPicture }) =>
      isPictureInPicture || packageName !== focus.packageName,
  );
  return {
    ...focus,
    ...(elsewhere && { focusedDisplay: elsewhere.display }),
    ...(isDisplayOff && { isDisplayOff }),
    ...(otherApps.length > 0 && { otherApps }),
  };
}

/** Modes of a task beside others (WindowConfiguration.windowingModeToString), but for `pinned`. */
const besideOthers = /^(multi-window|freeform|split-screen-(primary|secondary))$/;

/**
 * The apps whose tasks show and do not fill the screen, topmost first. Android 10 tells only of
 * picture-in-picture, as the stack with the number of `pinnedStack`.
 */
function appsInWindows(lines: readonly string[]): OtherApp[] {
  const pinnedStack = lines.map((line) => /pinnedStack=Stack=(\d+)/.exec(line)?.[1]).find(Boolean);
  const apps = new Map<string, OtherApp>();
  /** The mode of the task whose topmost activity is the next one; null where that doesn't matter. */
  let mode: string | null = null;
  for (const line of lines) {
    const stack = /mStackId=(\d+)/.exec(line)?.[1];
    if (stack !== undefined) mode = stack === pinnedStack ? 'pinned' : null;
    else if (line.includes('* Task{'))
      mode = line.includes(' visible=true') ? (/ mode=([\w-]+)/.exec(line)?.[1] ?? null) : null;
    else if (/\* ActivityRecord\{|Activity #/.test(line)) {
      const packageName = componentIn(line)[0]?.packageName ?? null;
      const isPictureInPicture = mode === 'pinned';
      if (packageName !== null && mode !== null && (isPictureInPicture || besideOthers.test(mode)))
        apps.set(`${mode} ${packageName}`, { packageName, isPictureInPicture });
      mode = null;
    }
  }
  return [...apps.values()];
}

/** The lines of the default display, and those before any display's heading. */
export function linesOfDefaultDisplay(text: string): string[] {
  return linesByDisplay(text).flatMap(({ display, line }) => (display === 0 ? [line] : []));
}

/** The lines with the display under whose heading, `Display: mDisplayId=2`, they are; 0 without one. */
function linesByDisplay(text: string): { readonly display: number; readonly line: string }[] {
  let display = 0;
  return text.split(/\r?\n/).map((line) => {
    display = Number(/Display: mDisplayId=(\d+)/.exec(line)?.[1] ?? display);
    return { display, line };
  });
}

function componentIn(line: string): Focus[] {
  // The lookbehind avoids retrying at every letter of a long word, as in an app's title.
  const match = /(?<![\w.])([A-Za-z]\w*(?:\.\w+)*)\/([\w.$]+)/.exec(line);
  const [, packageName, className] = match ?? [];
  if (packageName === undefined || className === undefined) return [];
  const isInPackage = className.startsWith(`${packageName}.`);
  return [{ packageName, activity: isInPackage ? className.slice(packageName.length) : className }];
}

function isSame(a: Focus, b: Focus): boolean {
  return a.packageName === b.packageName && a.activity === b.activity;
}

/** A screenshot, and whether it is of one of several panels, of which the phone has chosen one. */
interface PanelScreenshot extends Screenshot {
  readonly isOneOfSeveral?: boolean;
}

/** Takes a screenshot of the first panel and checks that it is complete. Rejects with `screenshot-failed`. */
export const takeScreenshot: Command<PanelScreenshot> = {
  purpose: 'taking a screenshot',
  line: sh`screencap -p`,
  deadlineMs: 20_000,
  maxOutputBytes: largeOutputBytes,
  parse: parseScreenshot,
};

/** The same of the panel with this id, a decimal number of 64 bits. */
export function takeScreenshotOf(panel: string): Command<PanelScreenshot> {
  return { ...takeScreenshot, line: sh`screencap -p -d ${panel}` };
}

/**
 * Reads the id of the panel that shows the default display; a foldable's other panel is dark. Null if the
 * phone does not say.
 */
export const readPanel: Command<string | null> = {
  purpose: 'looking for the panel that is lit',
  line: sh`dumpsys input | grep -E 'Viewport INTERNAL: displayId=0,'`,
  deadlineMs: 10_000,
  parse: (output) => {
    const [viewport = ''] = textAfter(stdoutText(output), /displayId=0,/).split('\n', 1);
    return /uniqueId=local:(\d+)/.exec(viewport)?.[1] ?? null;
  },
};

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Extracts the PNG from screencap's output. Phones with several displays print a warning before it,
 * and some write errors to stdout, so everything outside the PNG is dropped.
 */
function parseScreenshot(output: CommandOutput): PanelScreenshot {
  const { stdout, stderr } = output;
  const start = findSignature(stdout);
  if (start < 0)
    throw screenshotFailed(`The phone couldn't take a screenshot: ${outputInstead(output)}`);
  const end = endOfPng(stdout, start);
  if (end < 0) {
    throw screenshotFailed(`The screenshot was cut short after ${stdout.length - start} bytes.`);
  }
  const png = stdout.slice(start, end);
  const size = encodedSize(png);
  if (size === null) throw damagedScreenshot();
  if (isTooLargePicture(size)) {
    throw screenshotFailed(
      `The screenshot has ${size.width} × ${size.height} pixels. Handset reads at most ${pictureLimit}.`,
    );
  }
  const before = `${new TextDecoder().decode(stdout.subarray(0, start))}${stderr}`;
  const isOneOfSeveral = before.includes('Multiple displays were found');
  return { png, size, ...(isOneOfSeveral && { isOneOfSeveral }) };
}

function findSignature(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0x89); at >= 0; at = bytes.indexOf(0x89, at + 1)) {
    if (signature.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

/** The end of the IEND chunk; -1 if the bytes end before it. */
function endOfPng(bytes: Uint8Array<ArrayBuffer>, start: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const iend = 0x49454e44;
  // A chunk is length (4), type (4), data, checksum (4).
  for (let at = start + signature.length; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at);
    if (view.getUint32(at + 4) === iend) return end <= bytes.length ? end : -1;
    at = end;
  }
  return -1;
}

function outputInstead({ stdout, stderr, exitCode }: CommandOutput): string {
  const printed = new TextDecoder().decode(stdout.subarray(0, maxReasonLength));
  const text = oneLine(`${printed} ${stderr.slice(0, maxReasonLength)}`).slice(0, maxReasonLength);
  return text === '' ? `screencap printed nothing (exit code ${exitCode ?? 'unknown'}).` : text;
}

function screenshotFailed(message: string): HandsetError {
  return new HandsetError('screenshot-failed', message, {
    hint: "Try again. If that doesn't help, use the element list alone.",
  });
}
