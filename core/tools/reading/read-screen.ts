import { HandsetError, toHandsetError } from '../../errors.ts';
import type { Display, HierarchyReading, LiveFrame, Phone, ScreenPicture } from '../../phone.ts';
import { fingerprint } from '../../screen/fingerprint.ts';
import { sameOrientation, screenSize } from '../../screen/screen-size.ts';
import type { Focus, Screen } from '../../screen/screen.ts';
import { contradicts, livePictureRests, readElements, sameShape } from './live-moment.ts';

/** A screen as it was read. */
export interface ReadScreen extends Screen {
  /** False when the screen never came to rest and was read in mid-motion. */
  readonly settled: boolean;
}

/** Reads the screen's elements, size and app, once nothing moves or after a bounded wait. */
export async function readScreen(phone: Phone, signal: AbortSignal): Promise<ReadScreen> {
  const [reading, display] = await Promise.all([
    readElements(phone, signal),
    phone.readDisplay(signal),
  ]);
  return { ...toScreen(reading, display, null), settled: reading.settled };
}

/** Elements and picture of one moment. */
interface WholeScreen {
  readonly screen: Screen;
  readonly picture: ScreenPicture;
}

/** The elements, and why there is no picture. */
interface ScreenWithoutPicture {
  readonly screen: Screen;
  readonly pictureError: HandsetError;
}

/** The picture, and why there are no elements. */
export interface PictureWithoutScreen {
  readonly picture: ScreenPicture;
  readonly screenError: HandsetError;
  readonly display: Display;
  readonly focus: Focus;
}

/** A frame of the video in it is the reader's, who closes it. */
export type ScreenReading = WholeScreen | ScreenWithoutPicture | PictureWithoutScreen;

/**
 * Reads elements and picture of one moment. The picture is the last frame of the live video when
 * that is current; if it showed the same from before the elements were read until after, that
 * alone proves the one moment. Else the elements are read again: when the readings show different
 * moments (the rotation, the app in front or the elements differ), the newer elements are taken
 * and the picture is taken again, once. Rejects when neither could be had, or when the phone is
 * gone.
 */
export async function readScreenAndPicture(
  phone: Phone,
  signal: AbortSignal,
): Promise<ScreenReading> {
  const { seen, reading, display, isProven } = await readOnce(phone, signal);
  if (!reading || isProven) return seen;
  const second = await orError(readElements(phone, signal)).catch((error: unknown) => {
    letGo(seen.picture);
    throw error;
  });
  const isSame = !(second instanceof HandsetError) && isOneMoment(reading, second);
  if (isSame && sameOrientation(seen.screen.size, seen.picture.size)) return seen;
  letGo(seen.picture);
  const newest = second instanceof HandsetError ? reading : second;
  return await withNewPicture(phone, signal, { reading: newest, display });
}

function letGo(picture: ScreenPicture): void {
  if ('image' in picture) picture.image.close();
}

/**
 * Reads the elements, and a picture at the same time unless one is there, without looking whether
 * they agree: half the time, for a viewer that reads again and again.
 */
export async function glanceAtScreen(
  phone: Phone,
  signal: AbortSignal,
  there: ScreenPicture | null = null,
): Promise<ScreenReading> {
  const [reading, picture, display] = await Promise.all([
    orError(readElements(phone, signal)),
    there ?? orError(phone.takeScreenshot(signal)),
    phone.readDisplay(signal),
  ]);
  return (await together(phone, signal, { reading, picture, display })).seen;
}

type FirstReading =
  | {
      readonly seen: WholeScreen;
      readonly reading: HierarchyReading;
      readonly display: Display;
      /** Whether elements and picture are known to be of one moment. */
      readonly isProven: boolean;
    }
  | {
      readonly seen: ScreenWithoutPicture | PictureWithoutScreen;
      readonly reading?: never;
      readonly display: Display;
      readonly isProven?: never;
    };

async function readOnce(phone: Phone, signal: AbortSignal): Promise<FirstReading> {
  const startMs = performance.now();
  // A screenshot beside the dump would slow that down, to be thrown away.
  const rests = livePictureRests(phone);
  const [reading, early, display] = await Promise.all([
    orError(readElements(phone, signal)),
    rests ? null : orError(phone.takeScreenshot(signal)),
    phone.readDisplay(signal),
  ]);
  const frame = early === null ? await liveFrame(phone, signal, { reading, display }) : null;
  const picture = early ?? frame ?? (await orError(phone.takeScreenshot(signal)));
  const first = await together(phone, signal, { reading, picture, display });
  const isProven = frame !== null && frame.unchangedSinceMs < startMs;
  return first.reading ? { ...first, isProven } : first;
}

interface Parts {
  readonly reading: HierarchyReading | HandsetError;
  readonly display: Display;
}

/** The live frame that shows what was read, if there is one. */
async function liveFrame(
  phone: Phone,
  signal: AbortSignal,
  { reading, display }: Parts,
): Promise<LiveFrame | null> {
  const frame = await phone.readLiveFrame(signal);
  if (frame === null || reading instanceof HandsetError) return frame;
  const { size } = toScreen(reading, display, frame);
  if (!contradicts(phone, frame) && sameShape(frame.size, size)) return frame;
  frame.image.close();
  return null;
}

async function together(
  phone: Phone,
  signal: AbortSignal,
  { reading, picture, display }: Parts & { readonly picture: ScreenPicture | HandsetError },
): Promise<
  | { seen: WholeScreen; reading: HierarchyReading; display: Display }
  | { seen: ScreenWithoutPicture | PictureWithoutScreen; reading?: never; display: Display }
> {
  if (reading instanceof HandsetError) {
    if (picture instanceof HandsetError) throw reading;
    const focus = await phone.readFocus(signal);
    return { seen: { picture, screenError: reading, display, focus }, display };
  }
  if (picture instanceof HandsetError) {
    const screen = toScreen(reading, display, null);
    return { seen: { screen, pictureError: picture }, display };
  }
  const screen = toScreen(reading, display, picture);
  return { seen: { screen, picture }, reading, display };
}

async function withNewPicture(
  phone: Phone,
  signal: AbortSignal,
  { reading, display }: { readonly reading: HierarchyReading; readonly display: Display },
): Promise<WholeScreen | ScreenWithoutPicture> {
  const live = livePictureRests(phone) ? liveFrame(phone, signal, { reading, display }) : null;
  const picture = (await live) ?? (await orError(phone.takeScreenshot(signal)));
  if (picture instanceof HandsetError) {
    return { screen: toScreen(reading, display, null), pictureError: picture };
  }
  return { screen: toScreen(reading, display, picture), picture };
}

/** Whether nothing changed from before the first reading until after the second. */
function isOneMoment(first: HierarchyReading, second: HierarchyReading): boolean {
  const inFront = [first.focusBefore, first.focusAfter, second.focusBefore, second.focusAfter];
  const names = inFront.map(({ packageName, activity }) => `${packageName}/${activity}`);
  return (
    new Set(names).size === 1 && fingerprint(first.hierarchy) === fingerprint(second.hierarchy)
  );
}

function toScreen(
  { hierarchy, focusBefore, focusAfter }: HierarchyReading,
  display: Display,
  picture: ScreenPicture | null,
): Screen {
  return {
    ...hierarchy,
    focus: focusAfter.packageName === null ? focusBefore : focusAfter,
    size: screenSize(display, hierarchy, picture?.size ?? null),
    density: display.density,
  };
}

/** The value, or the error of a part that the other part can stand without. */
async function orError<Value>(part: Promise<Value>): Promise<Value | HandsetError> {
  try {
    return await part;
  } catch (thrown) {
    const error = toHandsetError(thrown);
    const goesOn = ['dump-failed', 'bad-hierarchy', 'screenshot-failed', 'timeout'];
    if (!goesOn.includes(error.code)) throw error;
    return error;
  }
}
