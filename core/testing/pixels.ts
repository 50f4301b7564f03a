import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type Rect, type Size, contains } from '../geometry.ts';

/** A decoded image. */
interface Pixels {
  readonly size: Size;
  /** Red minus the larger of green and blue, -255 to 255; undefined outside the image. */
  redness(x: number, y: number): number | undefined;
  /** The largest of red, green and blue, 0 to 255; undefined outside the image. */
  brightness(x: number, y: number): number | undefined;
}

/** Decodes a JPEG or PNG, with a decoder that the product does not use. */
export async function decodePixels(bytes: Buffer): Promise<Pixels> {
  const { width, height, data } = await decodeRgba(bytes);
  const rgb = (x: number, y: number): readonly [number, number, number] | undefined => {
    if (x < 0 || y < 0 || x >= width || y >= height) return undefined;
    const at = (y * width + x) * 4;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  };
  return {
    size: { width, height },
    redness: (x, y) => {
      const [r, g, b] = rgb(x, y) ?? [];
      return r === undefined || g === undefined || b === undefined ? undefined : r - Math.max(g, b);
    },
    brightness: (x, y) => {
      const channels = rgb(x, y);
      return channels && Math.max(...channels);
    },
  };
}

async function decodeRgba(bytes: Buffer): Promise<Size & { readonly data: Uint8ClampedArray }> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

/** The difference of two images of one size, per colour channel: 0 to 255. */
interface Difference {
  readonly mean: number;
  /** 99 % of the channels differ by no more than this. */
  readonly percentile99: number;
}

/** Compares two images channel by channel; throws if their sizes differ. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<Difference> {
  const [a, b] = await Promise.all([decodeRgba(one), decodeRgba(other)]);
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`${a.width} x ${a.height} is not ${b.width} x ${b.height}`);
  }
  const counts = new Array<number>(256).fill(0);
  a.data.forEach((channel, i) => {
    const distance = Math.abs(channel - (b.data[i] ?? 0));
    // Skip the alpha channel.
    if (i % 4 !== 3) counts[distance] = (counts[distance] ?? 0) + 1;
  });
  const all = a.width * a.height * 3;
  const mean = counts.reduce((sum, count, distance) => sum + count * distance, 0) / all;
  let seen = 0;
  const percentile99 = counts.findIndex((count) => (seen += count) >= 0.99 * all);
  return { mean, percentile99 };
}

/** Scales a rectangle from device pixels to the screenshot, and clamps it to the screenshot. */
export function scaleToPicture(bounds: Rect, screen: Size, picture: Size): Rect {
  const x = (value: number): number =>
    Math.min(Math.max((value * picture.width) / screen.width, 0), picture.width);
  const y = (value: number): number =>
    Math.min(Math.max((value * picture.height) / screen.height, 0), picture.height);
  return {
    left: x(bounds.left),
    top: y(bounds.top),
    right: x(bounds.right),
    bottom: y(bounds.bottom),
  };
}

/** The least redness of a pixel on a saturated red line, given JPEG's chroma subsampling. */
const minRedness = 60;
/** Search radius in pixels: lines are between pixels and 1.75 to 4 pixels thick. */
const searchRadiusPx = 1;

/** The share of a rectangle's outline, 0 to 1, with red within one pixel; about 2/3 for dashes of 6 and gaps of 3. */
export function redShareOfOutline(pixels: Pixels, box: Rect): number {
  const points = outline(box);
  const hits = points.filter(([x, y]) => isRedNear(pixels, x, y));
  return hits.length / points.length;
}

function outline({ left, top, right, bottom }: Rect): (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  for (let x = left; x <= right; x++) points.push([x, top], [x, bottom]);
  for (let y = top; y <= bottom; y++) points.push([left, y], [right, y]);
  return points;
}

function isRedNear(pixels: Pixels, x: number, y: number): boolean {
  for (let dx = -searchRadiusPx; dx <= searchRadiusPx; dx++) {
    for (let dy = -searchRadiusPx; dy <= searchRadiusPx; dy++) {
      const redness = pixels.redness(Math.round(x) + dx, Math.round(y) + dy);
      if (redness !== undefined && redness > minRedness) return true;
    }
  }
  return false;
}

/** Newly red pixels, as `x,y`, that are neither on an outline nor where a label may be. */
export function unexpectedRedPixels(
  clean: Pixels,
  marked: Pixels,
  boxes: readonly Rect[],
): string[] {
  const unit = Math.min(marked.size.width, marked.size.height) / 360;
  const zones = boxes.flatMap((box) => redZones(box, unit));
  const stray: string[] = [];
  for (let y = 0; y < marked.size.height; y++) {
    for (let x = 0; x < marked.size.width; x++) {
      const gained = (marked.redness(x, y) ?? 0) - (clean.redness(x, y) ?? 0);
      if (gained > 2 * minRedness && !zones.some((zone) => contains(zone, { x, y })))
        stray.push(`${x},${y}`);
    }
  }
  return stray;
}

/** Half a line's thickness plus JPEG blur, in pixels. */
const lineMarginPx = 3;
/**
 * The farthest that a label reaches from an edge of its box, in units of 1/360 of the image's shorter
 * side: ten bold digits wide and four lines high, for elements that share a box or labels moved aside.
 */
const labelReach = { width: 75, height: 46 };

/** The zones along a box's four edges where its lines and label may be; its inside stays clean. */
function redZones({ left, top, right, bottom }: Rect, unit: number): Rect[] {
  const width = labelReach.width * unit;
  const height = labelReach.height * unit;
  const around = (zone: Rect): Rect => ({
    left: zone.left - Math.max(lineMarginPx, width),
    top: zone.top - Math.max(lineMarginPx, height),
    right: zone.right + Math.max(lineMarginPx, width),
    bottom: zone.bottom + Math.max(lineMarginPx, height),
  });
  return [
    around({ left, top, right: left, bottom }),
    around({ left: right, top, right, bottom }),
    around({ left, top, right, bottom: top }),
    around({ left, top: bottom, right, bottom }),
  ];
}
