import { type HandsetError, toHandsetError, toWire } from '#core/errors.ts';
import { type Size, rotateSize } from '#core/geometry.ts';
import type { ElementRow, ScreenView } from '#core/link/messages.ts';
import type { ConnectedPhone, ScreenPicture } from '#core/phone/phone.ts';
import { labelOf } from '#core/screen/accessible-text.ts';
import { isSlider, rowsOf, type ScreenRow } from '#core/screen/rows.ts';
import { rowLabel } from '#core/screen/summary/actions.ts';
import { elementStates } from '#core/screen/element-states.ts';
import {
  keptElements,
  sameOrientation,
  simpleClassName,
  walk,
  type Element,
  type Screen,
} from '#core/screen/screen.ts';
import { type PictureWithoutScreen, readScreenUnverified } from '#core/tools/shared/read-screen.ts';
import type { LiveView } from '../live/live-view.ts';
import { isBlackPicture, explainBlackPicture } from '../paint/picture.ts';

/** A view and the screen that it shows. */
export interface ViewedScreen {
  readonly view: ScreenView;
  /** All elements; null when they could not be read, as the view's `problem` explains. */
  readonly screen: Screen | null;
}

/** How the console's screen is read. */
interface ViewOptions {
  readonly live: Pick<LiveView, 'picture'>;
  /** Whether elements that were read before will do while the live picture has not changed. */
  readonly allowsRecent: boolean;
}

/**
 * Reads the screen for the console: its elements as rows, and a screenshot unless there is a
 * live picture, which is neither copied nor closed.
 */
export async function readScreenView(
  phone: ConnectedPhone,
  signal: AbortSignal,
  { live, allowsRecent }: ViewOptions,
): Promise<ViewedScreen> {
  const startEpochMs = Date.now();
  const isLive = live.picture !== null;
  const recent = isLive && allowsRecent ? phone.recentScreen : null;
  const reading = await readScreenUnverified(phone, signal, { picture: live.picture, recent });
  // What moved at the beginning of the reading had come to rest when the elements were read.
  const takenAtEpochMs = isLive && phone.recentScreen ? Date.now() : startEpochMs;
  if ('screenError' in reading)
    return { view: { ...pictureOnlyView(reading), takenAtEpochMs }, screen: null };
  const { screen } = reading;
  // Newer frames have replaced and closed the frame from the start of the reading.
  const picture = isLive || !('picture' in reading) ? live.picture : reading.picture;
  const problem =
    'pictureError' in reading
      ? reading.pictureError
      : await blackPictureError(phone, picture, signal);
  const view: ScreenView = {
    ...focusNames(screen.focus),
    takenAtEpochMs,
    size: screen.size,
    density: screen.density,
    rotation: screen.rotation,
    rows: elementRowsOf(screen),
    picture: 'picture' in reading ? pngOf(reading.picture) : null,
    problem: problem && toWire(problem),
  };
  return { view, screen };
}

function pictureOnlyView(reading: PictureWithoutScreen): Omit<ScreenView, 'takenAtEpochMs'> {
  const { picture, screenError, display, focus } = reading;
  return {
    ...focusNames(focus),
    size: 'png' in picture ? picture.size : orientAs(picture.size, display.naturalSize),
    density: display.density,
    rotation: 0,
    rows: [],
    picture: pngOf(picture),
    problem: toWire(screenError),
  };
}

/** The display's size in the orientation of the picture. */
function orientAs(picture: Size, natural: Size): Size {
  return sameOrientation(picture, natural) ? natural : rotateSize(natural, 1);
}

/** An error that explains a black picture; null for any other. */
async function blackPictureError(
  phone: ConnectedPhone,
  picture: ScreenPicture | null,
  signal: AbortSignal,
): Promise<HandsetError | null> {
  try {
    if (picture === null || !(await isBlackPicture(picture))) return null;
    return await explainBlackPicture(phone, signal);
  } catch (error) {
    return toHandsetError(error);
  }
}

function focusNames(focus: Screen['focus']): Pick<ScreenView, 'packageName' | 'activity'> {
  return {
    packageName: focus.packageName ?? 'unknown',
    activity: focus.activity ?? 'unknown',
  };
}

/** Null for the live picture, which the page draws itself. */
function pngOf(picture: ScreenPicture): ScreenView['picture'] {
  return 'png' in picture ? { bytes: picture.png, mimeType: 'image/png' } : null;
}

/** Every element of the screen as a row, in document order. */
export function elementRowsOf(screen: Screen): readonly ElementRow[] {
  const kept = new Set(keptElements(screen.roots));
  const context = { screen, kept, readable: rowsOf(screen) };
  return [...walk(screen.roots)].map((element) => rowOf(element, context));
}

/** The screen, the elements of it that agents are shown, and its rows as they are read. */
interface RowContext {
  readonly screen: Screen;
  readonly kept: ReadonlySet<Element>;
  readonly readable: readonly ScreenRow[];
}

/**
 * What names an element to press or slide that has no text itself: a text inside, unless it is a whole
 * page; a switch or slider has it beside or around it.
 */
function labelFor(element: Element, readable: readonly ScreenRow[]): string {
  const isPressed = element.clickable || element.longClickable || element.checkable;
  if (!(isPressed || isSlider(element)) || labelOf(element).trim() !== '') return '';
  const at = readable.findIndex((row) => row.element === element);
  return at < 0 ? '' : rowLabel(readable, at).text;
}

function rowOf(element: Element, { screen, kept, readable }: RowContext): ElementRow {
  return {
    id: element.id,
    path: element.path,
    depth: element.depth,
    isKept: kept.has(element),
    simpleClass: simpleClassName(element.className),
    text: element.text,
    description: element.description,
    label: labelFor(element, readable),
    resourceId: element.resourceId,
    bounds: element.bounds,
    states: elementStates.filter(([, test]) => test(element, screen)).map(([name]) => name),
  };
}
