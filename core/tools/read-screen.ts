import { HandsetError, toHandsetError } from '../errors.ts';
import type { Display, HierarchyReading, Phone, Screenshot } from '../phone.ts';
import { fingerprint } from '../screen/fingerprint.ts';
import { sameOrientation, screenSize } from '../screen/screen-size.ts';
import type { Focus, Screen } from '../screen/screen.ts';

/** A screen as it was read. */
export interface ReadScreen extends Screen {
  /** False when the screen never came to rest and was read in mid-motion. */
  readonly settled: boolean;
}

/** Reads the screen's elements, size and app, once nothing moves or after a bounded wait. */
export async function readScreen(phone: Phone, signal: AbortSignal): Promise<ReadScreen> {
  const [reading, display] = await Promise.all([
    phone.readHierarchy(signal),
    phone.readDisplay(signal),
  ]);
  return { ...toScreen(reading, display, null), settled: reading.settled };
}

/** Elements and picture of one moment. */
interface WholeScreen {
  readonly screen: Screen;
  readonly screenshot: Screenshot;
}

/** The elements, and why there is no picture. */
interface ScreenWithoutPicture {
  readonly screen: Screen;
  readonly pictureError: HandsetError;
}

/** The picture, and why there are no elements. */
export interface PictureWithoutScreen {
  readonly screenshot: Screenshot;
  readonly screenError: HandsetError;
  readonly display: Display;
  readonly focus: Focus;
}

export type ScreenReading = WholeScreen | ScreenWithoutPicture | PictureWithoutScreen;

/**
 * Reads elements and picture at the same time. When they show different moments (the rotation,
 * the app in front or a second reading of the elements differs), the newer elements are taken
 * and the picture is taken again, once. Rejects when neither could be had, or when the phone is
 * gone.
 */
export async function readScreenAndPicture(
  phone: Phone,
  signal: AbortSignal,
): Promise<ScreenReading> {
  const { seen, reading, display } = await readOnce(phone, signal);
  if (!reading || !('screenshot' in seen)) return seen;
  const second = await orError(phone.readHierarchy(signal));
  const isSame = !(second instanceof HandsetError) && isOneMoment(reading, second);
  if (isSame && sameOrientation(seen.screen.size, seen.screenshot.size)) return seen;
  const newest = second instanceof HandsetError ? reading : second;
  return await withNewPicture(phone, signal, { reading: newest, display });
}

/**
 * Reads elements and picture at the same time, without looking whether they agree: half the
 * time, for a viewer that reads again and again.
 */
export async function glanceAtScreen(phone: Phone, signal: AbortSignal): Promise<ScreenReading> {
  const { seen } = await readOnce(phone, signal);
  return seen;
}

type FirstReading =
  | { readonly seen: WholeScreen; readonly reading: HierarchyReading; readonly display: Display }
  | {
      readonly seen: ScreenWithoutPicture | PictureWithoutScreen;
      readonly reading?: never;
      readonly display: Display;
    };

async function readOnce(phone: Phone, signal: AbortSignal): Promise<FirstReading> {
  const [reading, screenshot, display] = await Promise.all([
    orError(phone.readHierarchy(signal)),
    orError(phone.takeScreenshot(signal)),
    phone.readDisplay(signal),
  ]);
  if (reading instanceof HandsetError) {
    if (screenshot instanceof HandsetError) throw reading;
    const focus = await phone.readFocus(signal);
    return { seen: { screenshot, screenError: reading, display, focus }, display };
  }
  if (screenshot instanceof HandsetError) {
    const screen = toScreen(reading, display, null);
    return { seen: { screen, pictureError: screenshot }, display };
  }
  const screen = toScreen(reading, display, screenshot);
  return { seen: { screen, screenshot }, reading, display };
}

async function withNewPicture(
  phone: Phone,
  signal: AbortSignal,
  { reading, display }: { readonly reading: HierarchyReading; readonly display: Display },
): Promise<WholeScreen | ScreenWithoutPicture> {
  const screenshot = await orError(phone.takeScreenshot(signal));
  if (screenshot instanceof HandsetError) {
    return { screen: toScreen(reading, display, null), pictureError: screenshot };
  }
  return { screen: toScreen(reading, display, screenshot), screenshot };
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
  screenshot: Screenshot | null,
): Screen {
  return {
    ...hierarchy,
    focus: focusAfter.packageName === null ? focusBefore : focusAfter,
    size: screenSize(display, hierarchy, screenshot?.size ?? null),
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
