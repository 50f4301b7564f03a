import { HandsetError, toHandsetError } from '../../errors.ts';
import type {
  Display,
  HierarchyReading,
  LiveFrame,
  ConnectedPhone,
  ScreenPicture,
} from '../../phone.ts';
import { areasToCompare, type ScreenLuma } from '../../screen/luma.ts';
import { sameOrientation, screenSize, type Focus, type Screen } from '../../screen/screen.ts';

/** A screen, and whether it had settled. */
export interface ScreenDump extends Screen {
  /** False when the screen never came to rest and was read in mid-motion. */
  readonly settled: boolean;
}

/** Reads the screen's elements, size and app, once nothing moves or after a bounded wait. */
export async function readScreen(phone: ConnectedPhone, signal: AbortSignal): Promise<ScreenDump> {
  const [reading, display] = await Promise.all([
    phone.readHierarchy(signal),
    phone.readDisplay(signal),
  ]);
  return { ...toScreen(reading, display, null), settled: reading.settled };
}

/** The screen as last read while it is recent, see `recentScreen` of the phone; null otherwise. */
export function recentScreenOf({ recentScreen }: ConnectedPhone): Screen | null {
  return recentScreen && toScreen(recentScreen.reading, recentScreen.display, null);
}

/** Elements and picture. */
interface ScreenWithPicture {
  readonly screen: Screen;
  readonly picture: ScreenPicture;
  /** Why elements and picture may be from different moments; null if they agree. */
  readonly mismatchReason: string | null;
}

/** Elements without a picture. */
interface ScreenWithoutPicture {
  readonly screen: Screen;
  readonly pictureError: HandsetError;
}

/** A picture without elements. */
export interface PictureWithoutScreen {
  readonly picture: ScreenPicture;
  readonly screenError: HandsetError;
  readonly display: Display;
  readonly focus: Focus;
}

/** Elements, picture or both. The caller closes the picture if it is a video frame. */
export type ScreenReading = ScreenWithPicture | ScreenWithoutPicture | PictureWithoutScreen;

/**
 * Reads the elements, then a picture of the same moment. The dump itself waits until the screen is
 * at rest. The picture is the latest frame of the live video if that is current: when it has not
 * changed since before the dump, both show the same moment. Otherwise the app in front and the
 * orientation are compared between dump and picture; if they differ, a second screenshot is taken,
 * and `mismatchReason` says what still differs. A frame whose longer side has fewer pixels than
 * `minPictureSide` is not used. Rejects when neither elements nor picture could be read, or when the
 * phone is gone.
 */
export async function readScreenAndPicture(
  phone: ConnectedPhone,
  signal: AbortSignal,
  minPictureSide = 0,
): Promise<ScreenReading> {
  const startMs = performance.now();
  const [reading, display] = await Promise.all([
    valueOrError(phone.readHierarchy(signal)),
    phone.readDisplay(signal),
  ]);
  const frame = mayTryLiveFrame(phone)
    ? await readFrameOfSize(phone, minPictureSide, signal)
    : null;
  const picture = frame ?? (await valueOrError(phone.takeScreenshot(signal)));
  const combined = await combineReadings(phone, signal, { reading, display, picture });
  if (!('mismatchReason' in combined) || reading instanceof HandsetError) return combined;
  if (frame !== null && frame.unchangedSinceMs < startMs) return combined;
  if ((await findMismatch(phone, signal, { reading, combined })) === null) return combined;
  closeFrame(combined.picture);
  const secondPicture = await valueOrError(phone.takeScreenshot(signal));
  const retried = await combineReadings(phone, signal, {
    reading,
    display,
    picture: secondPicture,
  });
  if (!('mismatchReason' in retried)) return retried;
  return {
    ...retried,
    mismatchReason: await findMismatch(phone, signal, { reading, combined: retried }),
  };
}

/**
 * Reads the elements, and a picture at the same time unless one is given, without checking that
 * they agree: for a viewer that reads again and again.
 */
export async function readScreenUnverified(
  phone: ConnectedPhone,
  signal: AbortSignal,
  givenPicture: ScreenPicture | null = null,
): Promise<ScreenReading> {
  const [reading, picture, display] = await Promise.all([
    valueOrError(phone.readHierarchy(signal)),
    givenPicture ?? valueOrError(phone.takeScreenshot(signal)),
    phone.readDisplay(signal),
  ]);
  return await combineReadings(phone, signal, { reading, picture, display });
}

async function readFrameOfSize(
  phone: ConnectedPhone,
  minSide: number,
  signal: AbortSignal,
): Promise<LiveFrame | null> {
  if (minSide === Infinity) return null;
  const frame = await phone.readLiveFrame(signal);
  if (frame === null || Math.max(frame.size.width, frame.size.height) >= minSide) return frame;
  closeFrame(frame);
  return null;
}

/** Closes a picture that is a video frame. */
export function closeFrame(picture: ScreenPicture): void {
  if ('image' in picture) picture.image.close();
}

interface ReadParts {
  readonly reading: HierarchyReading | HandsetError;
  readonly display: Display;
  readonly picture: ScreenPicture | HandsetError;
}

async function combineReadings(
  phone: ConnectedPhone,
  signal: AbortSignal,
  { reading, picture, display }: ReadParts,
): Promise<ScreenReading> {
  if (picture instanceof HandsetError) {
    if (reading instanceof HandsetError) throw reading;
    return { screen: toScreen(reading, display, null), pictureError: picture };
  }
  if (!(reading instanceof HandsetError)) {
    return { screen: toScreen(reading, display, picture), picture, mismatchReason: null };
  }
  return { picture, screenError: reading, display, focus: await phone.readFocus(signal) };
}

/** Why a picture taken after the elements may show another moment; null if nothing says so. */
async function findMismatch(
  phone: ConnectedPhone,
  signal: AbortSignal,
  {
    reading,
    combined,
  }: { readonly reading: HierarchyReading; readonly combined: ScreenWithPicture },
): Promise<string | null> {
  const { focusBefore, focusAfter, settled } = reading;
  if (!sameOrientation(combined.screen.size, combined.picture.size)) return 'the screen was turned';
  const focusNow = await phone.readFocus(signal).catch((error: unknown) => {
    closeFrame(combined.picture);
    throw error;
  });
  // A dump that waited for rest shows the app that was in front afterwards.
  const appsInFront = [...(settled ? [] : [focusBefore]), focusAfter, focusNow].map(focusName);
  return new Set(appsInFront).size === 1
    ? null
    : `${appsInFront[0]} was in front, then ${appsInFront.at(-1)}`;
}

function focusName({ packageName, activity }: Focus): string {
  return packageName === null ? 'an unknown app' : `${packageName}/${activity}`;
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

/** The value, or the error if the other part is useful without this one; rejects with any other error. */
async function valueOrError<Value>(promise: Promise<Value>): Promise<Value | HandsetError> {
  try {
    return await promise;
  } catch (thrown) {
    const error = toHandsetError(thrown);
    const tolerated = ['dump-failed', 'bad-hierarchy', 'screenshot-failed', 'timeout'];
    if (!tolerated.includes(error.code)) throw error;
    return error;
  }
}

/** A picture that changed more recently than this may still be moving. */
const minStillMs = 150;

/** Whether the live picture is still, so that it probably can replace a screenshot. */
function mayTryLiveFrame(phone: ConnectedPhone): boolean {
  const stillForMs = phone.stillForMs();
  return stillForMs !== null && stillForMs >= minStillMs;
}

/**
 * The brightness of the screen now, from a new screenshot or the live picture. Null if neither can be
 * read; the caller then relies on the elements.
 */
export async function readLuma(
  phone: ConnectedPhone,
  source: ScreenLuma['source'],
  signal: AbortSignal,
): Promise<ScreenLuma | null> {
  try {
    if (source === 'screenshot') return await phone.measureLuma(await phone.takeScreenshot(signal));
    const frame = await phone.readLiveFrame(signal);
    return frame && (await phone.measureLuma(frame).finally(() => frame.image.close()));
  } catch (thrown) {
    const { code } = toHandsetError(thrown);
    if (code !== 'screenshot-failed' && code !== 'timeout') throw thrown;
    return null;
  }
}

/** The brightness for a later diff, if the live picture is still and the screen has areas without elements. */
export async function liveLuma(
  phone: ConnectedPhone,
  screen: Screen,
  signal: AbortSignal,
): Promise<ScreenLuma | null> {
  if (!mayTryLiveFrame(phone) || areasToCompare(screen).length === 0) return null;
  return await readLuma(phone, 'video', signal);
}

/** The brightness for a later diff, from a picture that was already taken. */
export async function lumaForDiff(
  phone: ConnectedPhone,
  screen: Screen,
  picture: ScreenPicture,
): Promise<ScreenLuma | null> {
  if (areasToCompare(screen).length === 0) return null;
  // Painting will report a damaged picture.
  return await phone.measureLuma(picture).catch(() => null);
}

/** The brightness of a screen that has areas where motion leaves no trace in the elements; null for others. */
export async function currentLuma(
  phone: ConnectedPhone,
  screen: Screen,
  signal: AbortSignal,
): Promise<ScreenLuma | null> {
  if (areasToCompare(screen).length === 0) return null;
  return await readLuma(phone, mayTryLiveFrame(phone) ? 'video' : 'screenshot', signal);
}
