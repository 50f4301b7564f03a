import { HandsetError, toHandsetError, toWire } from '../core/errors.ts';
import type { ElementRow, ScreenView } from '../core/link/messages.ts';
import type { Phone, Screenshot } from '../core/phone.ts';
import { simpleClassName } from '../core/screen/derive.ts';
import { flagsOf } from '../core/screen/flags.ts';
import { keptElements } from '../core/screen/keep.ts';
import { type Element, type Screen, walk } from '../core/screen/screen.ts';
import { type PictureWithoutScreen, glanceAtScreen } from '../core/tools/read-screen.ts';
import { looksBlack } from './paint/picture.ts';
import { whyBlack } from './why-black.ts';

/** A view and what it was made from. */
export interface SeenScreen {
  readonly view: ScreenView;
  /** All elements; null when they could not be read, and the view's `problem` says why. */
  readonly screen: Screen | null;
}

/** Reads the screen for the console: the kept elements as rows and a clean picture. */
export async function readScreenView(phone: Phone, signal: AbortSignal): Promise<SeenScreen> {
  const takenAtEpochMs = Date.now();
  const seen = await glanceAtScreen(phone, signal);
  if ('screenError' in seen)
    return { view: { ...pictureAlone(seen), takenAtEpochMs }, screen: null };
  const { screen } = seen;
  const screenshot = 'screenshot' in seen ? seen.screenshot : null;
  const problem = 'pictureError' in seen ? seen.pictureError : await blackness(phone, seen, signal);
  const view: ScreenView = {
    ...named(screen.focus),
    takenAtEpochMs,
    size: screen.size,
    density: screen.density,
    rotation: screen.rotation,
    ...rowsOf(screen),
    picture: screenshot && pngOf(screenshot),
    problem: problem && toWire(problem),
  };
  return { view, screen };
}

function pictureAlone(seen: PictureWithoutScreen): Omit<ScreenView, 'takenAtEpochMs'> {
  const { screenshot, screenError, display, focus } = seen;
  return {
    ...named(focus),
    size: screenshot.size,
    density: display.density,
    rotation: 0,
    rows: [],
    all: [],
    picture: pngOf(screenshot),
    problem: toWire(screenError),
  };
}

/** A black picture as something to tell the person; null for any other. */
async function blackness(
  phone: Phone,
  { screenshot }: { readonly screenshot: Screenshot },
  signal: AbortSignal,
): Promise<HandsetError | null> {
  try {
    if (!(await looksBlack(screenshot))) return null;
    const reason = await whyBlack(phone, signal);
    return new HandsetError('screenshot-failed', `${reason.replace(/^t/, 'T')}.`);
  } catch (error) {
    return toHandsetError(error);
  }
}

function named(focus: Screen['focus']): Pick<ScreenView, 'packageName' | 'activity'> {
  return {
    packageName: focus.packageName ?? 'unknown',
    activity: focus.activity ?? 'unknown',
  };
}

function pngOf({ png }: Screenshot): ScreenView['picture'] {
  return { bytes: png, mimeType: 'image/png' };
}

function rowsOf(screen: Screen): Pick<ScreenView, 'rows' | 'all'> {
  const kept = new Set(keptElements(screen.roots));
  const all = [...walk(screen.roots)].map((element) => rowOf(element, screen, kept));
  return { all, rows: all.filter(({ isKept }) => isKept) };
}

function rowOf(element: Element, screen: Screen, kept: ReadonlySet<Element>): ElementRow {
  return {
    id: element.id,
    path: element.path,
    depth: element.depth,
    isKept: kept.has(element),
    simpleClass: simpleClassName(element.className),
    text: element.text,
    description: element.description,
    resourceId: element.resourceId,
    bounds: element.bounds,
    flags: flagsOf(element, screen.size),
  };
}
