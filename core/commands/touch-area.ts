import { HandsetError } from '../errors.ts';
import { type Rotation, type Size, rotateSize } from '../geometry.ts';
import type { TouchArea } from '../phone.ts';
import { readAwake } from './device.ts';
import { type Command, stdoutText } from './command.ts';

/**
 * The window manager's size comes first. Only if it prints none, the display and input services are
 * read, too, and `wm` for the size without a rotation.
 */
const sizeLine = [
  `dumpsys window displays | grep -E 'Display: mDisplayId=|init=.* cur=[0-9]'`,
  `{ dumpsys display | grep -E 'mOverrideDisplayInfo=|mCurrentOrientation='; dumpsys input | grep -E 'Viewport.*displayId=0,|SurfaceOrientation:'; wm size; }`,
].join(' || ');

/**
 * Reads the size in the current rotation and whether the display is on; Android 7 and later. Rejects
 * with `command-failed` if no size is printed.
 */
export const readTouchArea: Command<TouchArea> = {
  purpose: 'reading the size of the screen',
  line: `${sizeLine}; ${readAwake.line}`,
  deadlineMs: 15_000,
  parse: (output) => ({ size: parseSize(stdoutText(output)), awake: readAwake.parse(output) }),
};

function parseSize(text: string): Size {
  const size =
    windowSize(text) ?? displaySize(text) ?? viewportSize(text) ?? rotatedNaturalSize(text);
  if (size !== null) return size;
  const printed = text.trim().slice(0, 200) || 'nothing';
  throw new HandsetError('command-failed', `The phone did not tell its screen size: ${printed}.`, {
    hint: 'Try again; if it stays, restart the phone.',
  });
}

/** `Display: mDisplayId=0`, then `init=1080x1920 420dpi cur=1920x1080 app=…` (DisplayContent.dump). */
function windowSize(text: string): Size | null {
  let display = 0;
  for (const part of text.split('\n')) {
    const displayMatch = /Display: mDisplayId=(\d+)/.exec(part);
    if (displayMatch) display = Number(displayMatch[1]);
    const size = sizeOf(/init=.* cur=(\d+)x(\d+)/.exec(part));
    if (display === 0 && size !== null) return size;
  }
  return null;
}

/** `mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0…, real 2400 x 1080,…}`: the size that apps get. */
function displaySize(text: string): Size | null {
  const defaultDisplay =
    /mOverrideDisplayInfo=DisplayInfo\{[^\n]*?displayId 0\b[^\n]*?, real (\d+) x (\d+)/;
  return sizeOf(defaultDisplay.exec(text));
}

/** `Viewport INTERNAL: displayId=0, …, orientation=1, logicalFrame=[0, 0, 2400, 1080], …`. */
function viewportSize(text: string): Size | null {
  const frame = /Viewport[^\n]*?: displayId=0,[^\n]*?logicalFrame=\[0, 0, (\d+), (\d+)\]/;
  return sizeOf(frame.exec(text));
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
