/** Reads the display: its size, whether it is on or locked, the keyboard on it; and the clock. */
import { HandsetError, oneLine } from '../errors.ts';
import type { Display, TouchArea, InputMethod, LockState } from '../phone/phone.ts';
import { stdoutText, textAfter, type Command } from './command.ts';
import { joinShell, sh } from './shell-text.ts';
import { isEmpty, rotateSize, type Rect, type Rotation, type Size } from '../geometry.ts';

/** Reads the default display's size and density; an override wins over the physical value. */
export const readDisplay: Command<Display> = {
  purpose: 'reading the size of the display',
  line: sh`wm size; wm density`,
  deadlineMs: 10_000,
  parse: (output) => parseDisplay(stdoutText(output)),
};

/** Rejects with `command-failed` when a size or a density is missing. */
export function parseDisplay(text: string): Display {
  const size = /Override size: (\d+)x(\d+)/.exec(text) ?? /Physical size: (\d+)x(\d+)/.exec(text);
  const density = /Override density: (\d+)/.exec(text) ?? /Physical density: (\d+)/.exec(text);
  const width = Number(size?.[1]);
  const height = Number(size?.[2]);
  if (!(width > 0 && height > 0 && Number(density?.[1]) > 0)) {
    const printed = oneLine(text).slice(0, 200) || 'nothing';
    throw new HandsetError(
      'command-failed',
      `The phone didn't report its display size: ${printed}.`,
      {
        hint: "Try again. If that doesn't help, restart the phone.",
      },
    );
  }
  return { naturalSize: { width, height }, density: Number(density?.[1]) };
}

/** Reads whether the display is on; null if the phone does not say. */
export const readAwake: Command<boolean | null> = {
  purpose: 'reading whether the display is on',
  line: sh`dumpsys power | grep -E 'mWakefulness='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const state = /mWakefulness=(\w+)/.exec(stdoutText(output))?.[1];
    return state === undefined ? null : state === 'Awake';
  },
};

/**
 * Reads the phone's uptime without sleep, in ms (SystemClock.uptimeMillis), which is the clock of its
 * video frames' timestamps. Null if the phone does not say.
 */
export const readUptime: Command<number | null> = {
  purpose: "reading the phone's clock",
  // PowerManagerService prints a time and how long ago it was; their sum is now.
  line: sh`dumpsys power | grep -E 'mLastWakeTime='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const match = /mLastWakeTime=(\d+) \((?:(\d+) ms ago|now)\)/.exec(stdoutText(output));
    return match === null ? null : Number(match[1]) + Number(match[2] ?? 0);
  },
};

/**
 * The window manager's size comes first. Only if it prints none, the display and input services are
 * read, too, and `wm` for the size without a rotation.
 */
const sizeLine = joinShell('||', [
  sh`dumpsys window displays | grep -E 'Display: mDisplayId=|init=.* cur=[0-9]'`,
  sh`{ dumpsys display | grep -E 'mOverrideDisplayInfo=|mCurrentOrientation='; dumpsys input | grep -E 'Viewport.*displayId=0,|SurfaceOrientation:'; wm size; }`,
]);

/**
 * Reads the size in the current rotation and whether the display is on; Android 7 and later. Rejects
 * with `command-failed` if no size is printed.
 */
export const readTouchArea: Command<TouchArea> = {
  purpose: 'reading the size of the screen',
  line: joinShell(';', [sizeLine, readAwake.line]),
  deadlineMs: 15_000,
  parse: (output) => ({ size: parseSize(stdoutText(output)), awake: readAwake.parse(output) }),
};

function parseSize(text: string): Size {
  const size =
    windowSize(text) ?? displaySize(text) ?? viewportSize(text) ?? rotatedNaturalSize(text);
  if (size !== null) return size;
  const printed = oneLine(text).slice(0, 200) || 'nothing';
  throw new HandsetError('command-failed', `The phone didn't report its screen size: ${printed}.`, {
    hint: "Try again. If that doesn't help, restart the phone.",
  });
}

/** `Display: mDisplayId=0`, then `init=1080x1920 420dpi cur=1920x1080 app=…` (DisplayContent.dump). */
function windowSize(text: string): Size | null {
  let display = 0;
  for (const part of text.split('\n')) {
    const displayMatch = /Display: mDisplayId=(\d+)/.exec(part);
    if (displayMatch) display = Number(displayMatch[1]);
    const size = sizeOf(/ cur=(\d+)x(\d+)/.exec(textAfter(part, /init=/)));
    if (display === 0 && size !== null) return size;
  }
  return null;
}

/** `mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0…, real 2400 x 1080,…}`: the size that apps get. */
function displaySize(text: string): Size | null {
  const before = [/mOverrideDisplayInfo=DisplayInfo\{/, /displayId 0\b/];
  return sizeAfter(text, before, /, real (\d+) x (\d+)/);
}

/** `Viewport INTERNAL: displayId=0, …, orientation=1, logicalFrame=[0, 0, 2400, 1080], …`. */
function viewportSize(text: string): Size | null {
  const before = [/Viewport/, /: displayId=0,/];
  return sizeAfter(text, before, /logicalFrame=\[0, 0, (\d+), (\d+)\]/);
}

/** The size on the first line that has it after these words, in their order. */
function sizeAfter(text: string, before: readonly RegExp[], size: RegExp): Size | null {
  for (const line of text.split('\n')) {
    const found = sizeOf(size.exec(before.reduce(textAfter, line)));
    if (found !== null) return found;
  }
  return null;
}

/** `wm size` prints the natural orientation's size; the rotation is printed elsewhere, if at all. */
function rotatedNaturalSize(text: string): Size | null {
  const natural =
    sizeOf(/Override size: (\d+)x(\d+)/.exec(text)) ??
    sizeOf(/Physical size: (\d+)x(\d+)/.exec(text));
  return natural && rotateSize(natural, rotationIn(text));
}

function rotationIn(text: string): Rotation {
  const digit = /(?:mCurrentOrientation=|SurfaceOrientation: )([0-3])/.exec(text)?.[1];
  const rotations: readonly Rotation[] = [0, 1, 2, 3];
  return rotations.find((rotation) => String(rotation) === digit) ?? 0;
}

function sizeOf(match: RegExpExecArray | null): Size | null {
  const width = Number(match?.[1]);
  const height = Number(match?.[2]);
  return width > 0 && height > 0 ? { width, height } : null;
}

/**
 * Reads where the on-screen keyboard receives touches, from the input dispatcher's window list
 * (InputDispatcher.dumpDispatchStateLocked). Its window may be as large as the screen; its touchable
 * region is what the keys cover. Null if it is closed or the phone does not say.
 */
export const readKeyboard: Command<Rect | null> = {
  purpose: 'looking for the keyboard',
  line: sh`dumpsys input | grep -E 'name=.*InputMethod.*touchableRegion='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const lines = stdoutText(output).split(/\r?\n/);
    const shown = lines.filter((line) => isKeyboardShown(line));
    return shown.map(touchableRegionIn).find((region) => region !== null) ?? null;
  },
};

/** Up to Android 12 `name='Window{1a2b u0 InputMethod}', displayId=0, … visible=true`; later `inputConfig=NOT_VISIBLE | …` if hidden. */
function isKeyboardShown(line: string): boolean {
  const [, ...names] = line.split('name=');
  const isKeyboard = names.some((name) => /^'?[^,']*\bInputMethod\}?'?,/.test(name));
  const isElsewhere = /displayId=[1-9]/.test(line);
  return isKeyboard && !isElsewhere && !/visible=false|\bNOT_VISIBLE\b/.test(line);
}

/** The bounding box of `touchableRegion=[0,1536][1080,2274]|[0,2274][540,2400]`. */
function touchableRegionIn(line: string): Rect | null {
  const region = /touchableRegion=([-[\],|\d]*)/.exec(line)?.[1] ?? '';
  const parts = [...region.matchAll(/\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]/g)].map((part) =>
    part.slice(1).map(Number),
  );
  const edge = (i: number): number[] => parts.map((part) => part[i] ?? 0);
  const rect = {
    left: Math.min(...edge(0)),
    top: Math.min(...edge(1)),
    right: Math.max(...edge(2)),
    bottom: Math.max(...edge(3)),
  };
  return isEmpty(rect) ? null : rect;
}

/**
 * Reads the lock screen's state (KeyguardServiceDelegate.dump) and whether the phone is locked for the
 * current user (TrustManagerService.dumpUser); Android 7 and later. Null if the phone does not say.
 */
export const readLock: Command<LockState | null> = {
  purpose: 'reading whether the phone is locked',
  line: sh`dumpsys window policy | grep -E '^ *showing='; dumpsys trust | grep -E '\(current\).*deviceLocked='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const text = stdoutText(output);
    const showing = flagOf(/^ *showing=(true|false)/m.exec(text));
    const current = textAfter(text, /\(current\)/).split('\n', 1)[0] ?? '';
    const locked = flagOf(/\bdeviceLocked=([01])/.exec(current));
    return showing === null && locked === null ? null : { showing: showing ?? false, locked };
  },
};

function flagOf(match: RegExpExecArray | null): boolean | null {
  return match === null ? null : match[1] === 'true' || match[1] === '1';
}

/** Reads the keyboard app from the settings, and InputMethodManagerService's opinion on whether it is shown. */
export const readInputMethod: Command<InputMethod> = {
  purpose: 'reading which keyboard is used',
  line: sh`settings get secure default_input_method; dumpsys input_method | grep -E 'mInputShown='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const text = stdoutText(output);
    const id = /^[\w.]+\/[\w.$]+(?=\r?$)/m.exec(text)?.[0] ?? null;
    return { id, shown: /\bmInputShown=true\b/.test(text) };
  },
};
