/** The marks of an annotated picture: their boxes, and where the labels go. */
import {
  areaOf,
  intersect,
  isEmpty,
  rectOfSize,
  sameRect,
  type Rect,
  type Size,
} from '../geometry.ts';
import { type Element, isOnScreen, keptElements, type Screen, walk } from '../screen/screen.ts';

/** A labelled box to draw on a picture. */
export interface Mark {
  /** Device pixels of the screen, not of the picture. */
  readonly bounds: Rect;
  /** The element's id without `node_`, or its ref. */
  readonly label: string;
  /** Whether the element shows text. */
  readonly hasText: boolean;
}

/** Longest side of a picture for agents, in pixels: the reference's, since models pay by the pixel. */
const defaultPictureSide = 700;

/** A picture's size for an agent: at most 700 pixels a side by default, never enlarged. */
export function pictureSize(size: Size, longestSide = defaultPictureSide): Size {
  const scale = Math.min(longestSide / size.width, longestSide / size.height, 1);
  // The product may be a whole number less a rounding error.
  const scaled = (side: number): number => Math.max(1, Math.trunc(side * scale + 1e-6));
  return { width: scaled(size.width), height: scaled(size.height) };
}

/** Line and text sizes of boxes and labels, in pixels of the picture. */
interface MarkMeasures {
  readonly stroke: number;
  readonly dash: readonly [number, number];
  readonly textSize: number;
  readonly padding: number;
}

/** The shorter side of a long phone, as a share of the longer one. */
const narrowestScreen = 0.42;

/**
 * The sizes for a picture of this size. One unit is 1/360 of the shorter side, so labels are equally
 * large in portrait and landscape; a strip cut out of a screen has the units of the screen. `scale`
 * makes labels smaller, not boxes.
 */
export function markMeasures({ width, height }: Size, scale = 1): MarkMeasures {
  const shorter = Math.min(width, height);
  const unit = Math.max(shorter, narrowestScreen * Math.max(width, height)) / 360;
  return {
    stroke: 2 * unit,
    dash: [6 * unit, 3 * unit],
    textSize: 10 * unit * scale,
    padding: 2 * unit * scale,
  };
}

/** A mark's box in pixels of the picture, which shows `shown` of the screen; clipped to the picture, null if it lies outside. */
export function boxOnPicture(bounds: Rect, shown: Rect, picture: Size): Rect | null {
  const scaleX = picture.width / (shown.right - shown.left);
  const scaleY = picture.height / (shown.bottom - shown.top);
  const scaled = {
    left: (bounds.left - shown.left) * scaleX,
    top: (bounds.top - shown.top) * scaleY,
    right: (bounds.right - shown.left) * scaleX,
    bottom: (bounds.bottom - shown.top) * scaleY,
  };
  const box = intersect(scaled, rectOfSize(picture));
  return isEmpty(box) ? null : box;
}

/**
 * A mark for every kept element that is on the screen, in document order. A picture of the part
 * `shown` has no marks for what only surrounds that part.
 */
export function createMarks(screen: Screen, shown: Rect = rectOfSize(screen.size)): Mark[] {
  const surrounds = (bounds: Rect): boolean =>
    sameRect(intersect(bounds, shown), shown) && !sameRect(bounds, shown);
  return keptElements(screen.roots)
    .filter((element) => isOnScreen(element, screen.size) && !surrounds(element.bounds))
    .map(({ bounds, id, text }) => ({
      bounds,
      label: id.replace(/^node_/, ''),
      hasText: text.trim() !== '',
    }));
}

/** A mark with its ref for each of these elements that is on the screen. */
export function createRefMarks(
  { size }: Pick<Screen, 'size'>,
  elements: Iterable<readonly [ref: string, element: Element]>,
): Mark[] {
  return [...elements].flatMap(([label, element]) => {
    const { bounds, text } = element;
    return isOnScreen(element, size) ? [{ bounds, label, hasText: text.trim() !== '' }] : [];
  });
}

/** The bounds of everything on the screen that shows text, which labels should not cover. */
export function textAreas({ roots, size }: Pick<Screen, 'roots' | 'size'>): Rect[] {
  return [...walk(roots)]
    .filter((element) => element.text.trim() !== '' && isOnScreen(element, size))
    .map(({ bounds }) => bounds);
}

/** A box on the picture and its label, in pixels of the picture. */
export interface LabelledBox {
  readonly box: Rect;
  readonly label: string;
  /** Width of the label's text at the text size of `markMeasures`. */
  readonly textWidth: number;
  /** Whether the element shows text, which its label should not cover. */
  readonly hasText: boolean;
}

/** A placed label, with one line for each element that has exactly this box. */
export interface Pill {
  /** In whole pixels. */
  readonly bounds: Rect;
  readonly lines: readonly string[];
  readonly box: Rect;
}

/** The labels of one picture. No two pills overlap. */
export interface LabelLayout {
  /** The sizes to draw with; smaller than usual on a crowded picture. */
  readonly measures: MarkMeasures;
  readonly pills: readonly Pill[];
  /** How many labels cover the text of their own element because no other place was free. */
  readonly onOwnText: number;
  /** How many labels found no free place. */
  readonly leftOut: number;
}

/** The size of labels on a crowded picture. Smaller ones are blurred by the JPEG. */
const crowdedScale = 0.85;

/**
 * Places each label at its box or inside it, else nearby: the free place that covers the least text
 * of other elements and of `texts`. A place on the text of the label's own element is used only if
 * nothing else is free. Elements with the same box share one pill.
 */
export function layOutLabels(
  boxes: readonly LabelledBox[],
  picture: Size,
  texts: readonly Rect[] = [],
): LabelLayout {
  const layout = layOutAt(1, { boxes, picture, texts });
  return layout.leftOut === 0 ? layout : layOutAt(crowdedScale, { boxes, picture, texts });
}

interface LayoutRequest {
  readonly boxes: readonly LabelledBox[];
  readonly picture: Size;
  readonly texts: readonly Rect[];
}

function layOutAt(scale: number, { boxes, picture, texts }: LayoutRequest): LabelLayout {
  const measures = markMeasures(picture, scale);
  const scaled = boxes.map((one) => ({ ...one, textWidth: scale * one.textWidth }));
  const layout = new Layout({ boxes: scaled, picture, texts }, measures);
  let leftOut = 0;
  for (const group of groupByBox(scaled)) {
    if (layout.add(group)) continue;
    // If there is no room for all lines together, each line gets a pill of its own.
    for (const one of group) if (group.length === 1 || !layout.add([one])) leftOut++;
  }
  return { measures, pills: layout.pills, onOwnText: layout.onOwnText, leftOut };
}

function groupByBox(boxes: readonly LabelledBox[]): Iterable<readonly LabelledBox[]> {
  const groups = new Map<string, LabelledBox[]>();
  for (const one of boxes) {
    const { left, top, right, bottom } = one.box;
    const key = [left, top, right, bottom].join();
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups.values();
}

/** The pills placed so far. */
class Layout {
  readonly pills: Pill[] = [];
  onOwnText = 0;
  readonly #picture: Size;
  readonly #measures: MarkMeasures;
  readonly #texts: readonly Rect[];
  /** The pills that overlap each horizontal band of the picture; a band is as high as a line of text. */
  readonly #bands = new Map<number, Rect[]>();

  constructor({ boxes, picture, texts }: LayoutRequest, measures: MarkMeasures) {
    this.#picture = picture;
    this.#measures = measures;
    this.#texts = [...boxes.filter(({ hasText }) => hasText).map(({ box }) => box), ...texts];
  }

  /** Adds one pill for elements with the same box; false if no place is free. */
  add(group: readonly LabelledBox[]): boolean {
    const box = group[0]?.box;
    if (box === undefined) return false;
    const { textSize, padding } = this.#measures;
    const size = {
      width: Math.ceil(Math.max(...group.map(({ textWidth }) => textWidth)) + 2 * padding),
      height: Math.ceil(textSize * group.length + 2 * padding),
    };
    const withText = group.filter(({ hasText }) => hasText).length;
    const isClearOfOwnText = (place: Rect): boolean => withText === 0 || !overlap(place, box);
    const atBox = this.#free(placesAt(box, size));
    const bounds =
      this.#best(atBox.filter(isClearOfOwnText)) ??
      this.#nearby(box, size, isClearOfOwnText) ??
      this.#best(atBox);
    if (bounds === null) return false;
    if (!isClearOfOwnText(bounds)) this.onOwnText += withText;
    this.pills.push({ bounds, lines: group.map(({ label }) => label), box });
    for (const band of this.#bandsOf(bounds)) {
      const pills = this.#bands.get(band);
      if (pills) pills.push(bounds);
      else this.#bands.set(band, [bounds]);
    }
    return true;
  }

  #nearby(box: Rect, size: Size, isClearOfOwnText: (place: Rect) => boolean): Rect | null {
    for (let ring = 1; ring <= farthestRing; ring++) {
      const best = this.#best(this.#free(placesAround(box, size, ring)).filter(isClearOfOwnText));
      if (best) return best;
    }
    return null;
  }

  /** The place that covers the least text; the first of equal ones. */
  #best(places: readonly Rect[]): Rect | null {
    let best: Rect | null = null;
    let least = Infinity;
    for (const place of places) {
      const covered = this.#texts.reduce((sum, text) => sum + areaOf(intersect(place, text)), 0);
      if (covered < least) {
        best = place;
        least = covered;
      }
    }
    return best;
  }

  /** The places, in whole pixels, that lie on the picture and overlap no pill. */
  #free(places: readonly Rect[]): Rect[] {
    const { width, height } = this.#picture;
    return places.filter(
      (place) =>
        place.left >= 0 &&
        place.top >= 0 &&
        place.right <= width &&
        place.bottom <= height &&
        !this.#bandsOf(place).some((band) =>
          this.#bands.get(band)?.some((pill) => overlap(place, pill)),
        ),
    );
  }

  #bandsOf({ top, bottom }: Rect): number[] {
    const bandHeight = this.#measures.textSize;
    const first = Math.floor(top / bandHeight);
    const count = Math.floor(bottom / bandHeight) - first + 1;
    return Array.from({ length: count }, (_, i) => first + i);
  }
}

/** Positions tried along an edge of the box, as shares of the free length. */
const edgePositions = [0, 1, 0.5, 0.25, 0.75];

/** Places that touch the box, in order of preference: above, inside at the top, below, then the rest. */
function placesAt(box: Rect, size: Size): Rect[] {
  const { left, top, right, bottom } = roundOutward(box);
  const { width, height } = size;
  const across = edgePositions.map((stop) => Math.round(left + stop * (right - left - width)));
  const down = edgePositions.map((stop) => Math.round(top + stop * (bottom - top - height)));
  const rows = [top - height, top, bottom, bottom - height];
  const columns = [left - width, right, left, right - width];
  return [
    ...rows.flatMap((y) => across.map((x) => rectAt(x, y, size))),
    ...columns.flatMap((x) => down.map((y) => rectAt(x, y, size))),
  ];
}

/** Number of rings to search; each lies half a label farther from the box. */
const farthestRing = 30;

/** Places around the box without touching it, on this ring, counted from 1. */
function placesAround(box: Rect, size: Size, ring: number): Rect[] {
  const { width, height } = size;
  const stepX = Math.ceil(width / 2);
  const stepY = Math.ceil(height / 2);
  const inner = roundOutward(box);
  const left = inner.left - width - ring * stepX;
  const right = inner.right + ring * stepX;
  const top = inner.top - height - ring * stepY;
  const bottom = inner.bottom + ring * stepY;
  const places: Rect[] = [];
  for (let x = left; x <= right; x += stepX) {
    places.push(rectAt(x, top, size), rectAt(x, bottom, size));
  }
  for (let y = top; y <= bottom; y += stepY) {
    places.push(rectAt(left, y, size), rectAt(right, y, size));
  }
  return places;
}

function rectAt(left: number, top: number, { width, height }: Size): Rect {
  return { left, top, right: left + width, bottom: top + height };
}

/** The smallest rectangle of whole pixels that contains this one. */
function roundOutward({ left, top, right, bottom }: Rect): Rect {
  return {
    left: Math.floor(left),
    top: Math.floor(top),
    right: Math.ceil(right),
    bottom: Math.ceil(bottom),
  };
}

function overlap(a: Rect, b: Rect): boolean {
  return !isEmpty(intersect(a, b));
}

/** The note about missing and covering labels; null when all are clear. */
export function labelNote(
  count: number,
  { onOwnText, leftOut }: Pick<LabelLayout, 'onOwnText' | 'leftOut'>,
): string | null {
  const notes = [];
  if (leftOut > 0) {
    notes.push(`labels left out for lack of room: ${leftOut} of ${count} (they are in the list)`);
  }
  if (onOwnText > 0)
    notes.push(`labels that cover their own element's text: ${onOwnText} of ${count}`);
  return notes.length === 0 ? null : notes.join('; ');
}
