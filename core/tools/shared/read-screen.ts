import { HandsetError, toHandsetError } from '../../errors.ts';
import type {
  Display,
  HierarchyReading,
  HierarchyRequest,
  LiveFrame,
  ConnectedPhone,
  ScreenPicture,
  Screenshot,
} from '../../phone/phone.ts';
import { areasToCompare, type ScreenLuma } from '../../screen/luma.ts';
import { sameOrientation, screenSize, type Focus, type Screen } from '../../screen/screen.ts';

/** A screen, and how it was read. */
export interface ScreenDump extends Screen {
  /** When the reading began, as `performance.now()`. */
  readonly startMs: number;
  /** False when the screen was read in mid-motion. */
  readonly settled: boolean;
  readonly events: HierarchyReading['events'];
}

/** Reads the screen's elements, size and app, once nothing moves or after a bounded wait. */
export async function readScreen(phone: ConnectedPhone, signal: AbortSignal): Promise<ScreenDump> {
  return await readDump(phone, signal, { atRest: true });
}

/** As `readScreen`, but reads a moving screen too if the phone allows it; the activity may then be unknown. */
export async function readMovingScreen(
  phone: ConnectedPhone,
  signal: AbortSignal,
): Promise<ScreenDump> {
  return await readDump(phone, signal, { atRest: false });
}

async function readDump(
  phone: ConnectedPhone,
  signal: AbortSignal,
  request: HierarchyRequest,
): Promise<ScreenDump> {
  const startMs = performance.now();
  const reading = await phone.readHierarchy(signal, request);
  const { settled, events } = reading;
  return { ...toScreen(reading, null), settled, startMs, events };
}

/** The screen as last read while it is recent, see `recentScreen` of the phone; null otherwise. */
export function recentScreenOf({ recentScreen }: ConnectedPhone): Screen | null {
  return recentScreen && toScreen(recentScreen, null);
}

/** The screen as last read if that is recent, else read now; null if it can't be read. Never rejects. */
export async function recentOrReadScreen(
  phone: ConnectedPhone,
  signal: AbortSignal,
): Promise<Screen | null> {
  return recentScreenOf(phone) ?? (await readScreen(phone, signal).catch(() => null));
}

/** Elements and picture. */
export interface ScreenWithPicture {
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

/** Elements, picture or both. The caller closes a picture that is a video frame and was not taken over. */
export type ScreenReading = ScreenWithPicture | ScreenWithoutPicture | PictureWithoutScreen;

/** Which picture, and what to do with it. */
interface PictureOptions<Prepared> {
  /** A live frame whose longer side has fewer pixels is not used. */
  readonly minSide: number;
  /**
   * Called with every picture before it is compared with the elements, so that work on it takes no
   * extra time. Takes the picture over: closes a frame in the end, also when it rejects.
   */
  prepare(reading: ScreenWithPicture): Promise<Prepared>;
}

/**
 * Reads the elements, then a picture of the same moment. The dump itself waits until the screen is
 * at rest. The picture is the latest frame of the live video if that is current: when it has not
 * changed since before the dump, both show the same moment. Otherwise the foreground app and the
 * orientation are compared between dump and picture; if they differ, a second screenshot is taken,
 * and `mismatchReason` says what still differs. Rejects as `prepare` does, when neither elements nor
 * picture could be read, and when the phone is gone.
 */
export async function readScreenAndPicture<Prepared>(
  phone: ConnectedPhone,
  signal: AbortSignal,
  { minSide, prepare }: PictureOptions<Prepared>,
): Promise<
  | (ScreenWithPicture & { readonly prepared: Prepared })
  | ScreenWithoutPicture
  | PictureWithoutScreen
> {
  const startMs = performance.now();
  const reading = await valueOrError(phone.readHierarchy(signal));
  const { frame, picture } = await readPicture(phone, { minSide, sinceMs: startMs }, signal);
  const combined = await combineReadings(phone, signal, { reading, picture });
  if (!('mismatchReason' in combined) || reading instanceof HandsetError) {
    // Without elements there are none in `combined` either.
    return combined as ScreenWithoutPicture | PictureWithoutScreen;
  }
  const prepared = await prepare(combined);
  if (frame !== null && frame.unchangedSinceMs < startMs) return { ...combined, prepared };
  if ((await findMismatch(phone, signal, { reading, combined })) === null)
    return { ...combined, prepared };
  const secondPicture = await valueOrError(phone.takeScreenshot(signal));
  const retried = await combineReadings(phone, signal, { reading, picture: secondPicture });
  if (!('mismatchReason' in retried)) return retried;
  const preparedAgain = await prepare(retried);
  const mismatchReason = await findMismatch(phone, signal, { reading, combined: retried });
  return { ...retried, prepared: preparedAgain, mismatchReason };
}

/**
 * Reads the elements, and a picture at the same time unless one is given, without checking that
 * they agree: for a viewer that reads again and again. `recent` are elements that need not be read.
 */
export async function readScreenUnverified(
  phone: ConnectedPhone,
  signal: AbortSignal,
  given: {
    readonly picture?: ScreenPicture | null;
    readonly recent?: HierarchyReading | null;
  } = {},
): Promise<ScreenReading> {
  const [reading, picture] = await Promise.all([
    given.recent ?? valueOrError(phone.readHierarchy(signal)),
    given.picture ?? valueOrError(phone.takeScreenshot(signal)),
  ]);
  return await combineReadings(phone, signal, { reading, picture });
}

/**
 * The live picture, unless it is too small or a new screenshot comes sooner. While a dump waited for rest since
 * `sinceMs`, nothing changed, so a frame of that time shows the same screen.
 */
async function readPicture(
  phone: ConnectedPhone,
  { minSide, sinceMs }: { readonly minSide: number; readonly sinceMs: number },
  signal: AbortSignal,
): Promise<{ readonly frame: LiveFrame | null; readonly picture: ScreenPicture | HandsetError }> {
  const takeScreenshot = (): Promise<Screenshot | HandsetError> =>
    valueOrError(phone.takeScreenshot(signal));
  if (minSide === Infinity || !mayTryLiveFrame(phone))
    return { frame: null, picture: await takeScreenshot() };
  const { tookMs, isOld } = phone.screenshotTime;
  // Measures how long a screenshot takes now; needed only if no frame comes in time.
  const measured = isOld ? takeScreenshot() : null;
  measured?.catch(() => undefined);
  const frame = await phone.readLiveFrame(signal, {
    sinceMs,
    maxWaitMs: decodingFactor * tookMs,
  });
  if (frame !== null && Math.max(frame.size.width, frame.size.height) >= minSide)
    return { frame, picture: frame };
  if (frame !== null) closeFrame(frame);
  return { frame: null, picture: await (measured ?? takeScreenshot()) };
}

/** Closes a picture that is a video frame. */
export function closeFrame(picture: ScreenPicture): void {
  if ('image' in picture) picture.image.close();
}

interface ReadParts {
  readonly reading: HierarchyReading | HandsetError;
  readonly picture: ScreenPicture | HandsetError;
}

async function combineReadings(
  phone: ConnectedPhone,
  signal: AbortSignal,
  { reading, picture }: ReadParts,
): Promise<ScreenReading> {
  if (picture instanceof HandsetError) {
    if (reading instanceof HandsetError) throw reading;
    return { screen: toScreen(reading, null), pictureError: picture };
  }
  if (!(reading instanceof HandsetError)) {
    return { screen: toScreen(reading, picture), picture, mismatchReason: null };
  }
  const [display, focus] = await Promise.all([phone.readDisplay(signal), phone.readFocus(signal)]);
  return { picture, screenError: reading, display, focus };
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
  if (!sameOrientation(combined.screen.size, combined.picture.size))
    return 'the screen was rotated';
  const focusNow = await phone.readFocus(signal);
  // A dump that waited for rest shows the app that was in the foreground afterwards.
  const appsInFront = [...(settled ? [] : [focusBefore]), focusAfter, focusNow].map(focusName);
  return new Set(appsInFront).size === 1
    ? null
    : `${appsInFront[0]} was in the foreground, then ${appsInFront.at(-1)}`;
}

function focusName({ packageName, activity }: Focus): string {
  return packageName === null ? 'an unknown app' : `${packageName}/${activity}`;
}

function toScreen(
  { hierarchy, display, focusBefore, focusAfter }: HierarchyReading,
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
/** A live frame is waited for up to so many times as long as a screenshot takes, since that must still be decoded. */
const decodingFactor = 2;

/** Whether the live picture is still, so that it probably can replace a screenshot. */
function mayTryLiveFrame(phone: ConnectedPhone): boolean {
  const stillForMs = phone.stillForMs();
  return stillForMs !== null && stillForMs >= minStillMs;
}

/**
 * The brightness of the screen now, from a new screenshot or a live picture at least as new as
 * `sinceMs`. Null if neither can be read; the caller then relies on the elements.
 */
export async function readLuma(
  phone: ConnectedPhone,
  source: ScreenLuma['source'],
  signal: AbortSignal,
  sinceMs = performance.now(),
): Promise<ScreenLuma | null> {
  try {
    if (source === 'screenshot') return await phone.measureLuma(await phone.takeScreenshot(signal));
    const frame = await phone.readLiveFrame(signal, { sinceMs });
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
  screen: ScreenDump,
  signal: AbortSignal,
): Promise<ScreenLuma | null> {
  if (!mayTryLiveFrame(phone) || areasToCompare(screen).length === 0) return null;
  return await readLuma(phone, 'video', signal, screen.startMs);
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
