import { HandsetError } from '../errors.ts';
import { type Rotation, type Size, rotateSize } from '../geometry.ts';
import type { TouchArea } from '../phone.ts';
import { readAwake } from './device.ts';
import { type Command, textOf } from './command.ts';

/**
 * The window manager's size comes first. Only if it prints none, the display and input services are
 * read, too, and `wm` for the size without a rotation.
 */
const line = [
  `dumpsys window displays | grep -E 'Display: mDisplayId=|init=.* cur=[0-9]'`,
  `{ dumpsys display | grep -E 'mOverrideDisplayInfo=|mCurrentOrientation='; dumpsys input | grep -E 'Viewport.*displayId=0,|SurfaceOrientation:'; wm size; }`,
].join(' || ');

/**
 * Reads the size in the current rotation and whether the display is on; Android 7 and later. Rejects
 * with `command-failed` if no size is printed.
 */
export const readTouchArea: Command<TouchArea> = {
  purpose: 'reading the size of the screen',
  line: `${line}; ${readAwake.line}`,
  deadlineMs: 15_000,
  parse: (output) => ({ size: sizeIn(textOf(output)), awake: readAwake.parse(output) }),
};

function sizeIn(text: string): Size {
  const size =
    windowSize(text) ?? displaySize(text) ?? viewportSize(text) ?? turnedNaturalSize(text);
  if (size !== null) return size;
  const said = text.trim().slice(0, 200) || 'nothing';
  throw new HandsetError('command-failed', `The phone did not tell its screen size: ${said}.`, {
    hint: 'Try again; if it stays, restart the phone.',
  });
}

/** `Display: mDisplayId=0`, then `init=1080x1920 420dpi cur=1920x1080 app=…` (DisplayContent.dump). */
function windowSize(text: string): Size | null {
  let display = 0;
  for (const part of text.split('\n')) {
    const named = /Display: mDisplayId=(\d+)/.exec(part);
    if (named) display = Number(named[1]);
    const size = sizeOf(/init=.* cur=(\d+)x(\d+)/.exec(part));
    if (display === 0 && size !== null) return size;
  }
  return null;
}

/** `mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0…, real 2400 x 1080,…}`: the size that apps get. */
function displaySize(text: string): Size | null {
  const ofDefault =
    /mOverrideDisplayInfo=DisplayInfo\{[^\n]*?displayId 0\b[^\n]*?, real (\d+) x (\d+)/;
  return sizeOf(ofDefault.exec(text));
}

/** `Viewport INTERNAL: displayId=0, …, orientation=1, logicalFrame=[0, 0, 2400, 1080], …`. */
function viewportSize(text: string): Size | null {
  const frame = /Viewport[^\n]*?: displayId=0,[^\n]*?logicalFrame=\[0, 0, (\d+), (\d+)\]/;
  return sizeOf(frame.exec(text));
}

/** `wm size` prints the natural orientation's size; the rotation is printed elsewhere, if at all. */
function turnedNaturalSize(text: string): Size | null {
  const natural =
    sizeOf(/Override size: (\d+)x(\d+)/.exec(text)) ??
    sizeOf(/Physical size: (\d+)x(\d+)/.exec(text));
  return natural && rotateSize(natural, rotationIn(text));
}

function rotationIn(text: string): Rotation {
  const turns = /(?:mCurrentOrientation=|SurfaceOrientation: )([0-3])/.exec(text)?.[1];
  const rotations: readonly Rotation[] = [0, 1, 2, 3];
  return rotations.find((rotation) => String(rotation) === turns) ?? 0;
}

function sizeOf(match: RegExpExecArray | null): Size | null {
  const width = Number(match?.[1]);
  const height = Number(match?.[2]);
  return width > 0 && height > 0 ? { width, height } : null;
}
