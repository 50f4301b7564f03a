import {
  labelNote,
  layOutLabels,
  type LabelledBox,
  type Pill,
  boxOnPicture,
  markMeasures,
  pictureSize,
} from '#core/annotate/marks.ts';
import { rectOfSize, sizeOfRect, type Rect, type Size } from '#core/geometry.ts';
import { HandsetError, internalError } from '#core/errors.ts';
import type { ConnectedPhone, ScreenPicture } from '#core/phone/phone.ts';
import { damagedScreenshot } from '#core/picture-size.ts';
import type { ReplyPicture } from '#core/tools/shared/tool.ts';

const boxColor = 'rgb(255 0 0)';
/** Alpha 180 of 255. */
const pillColor = 'rgb(255 0 0 / 70.6%)';

/** Far more than fit on a picture, and few enough to lay out in half a second. */
const maxMarks = 400;

/**
 * Draws a red dashed box and a pill with its label for every mark that lies on the picture, which
 * shows `shown` of the screen, in the
 * sizes of `markMeasures`. Labels are drawn after all boxes, so that no box crosses a label; a line
 * leads from a label to its box where they don't touch. Returns a note on labels that are missing
 * or cover text, null when there is none.
 */
function paintMarks(
  context: OffscreenCanvasRenderingContext2D,
  { marks, texts = [] }: Pick<ReplyPicture, 'marks' | 'texts'>,
  shown: Rect,
): string | null {
  const picture = context.canvas;
  const usual = markMeasures(picture);
  context.font = fontOf(usual.textSize);
  context.textBaseline = 'middle';
  context.lineWidth = usual.stroke;
  context.strokeStyle = boxColor;
  context.setLineDash(usual.dash);
  const labelled: LabelledBox[] = [];
  for (const { bounds, label, hasText } of marks) {
    const box = boxOnPicture(bounds, shown, picture);
    if (box) labelled.push({ box, label, hasText, textWidth: context.measureText(label).width });
  }
  const drawnMarks = labelled.slice(0, maxMarks);
  for (const { left, top, right, bottom } of drawnMarks.map(({ box }) => box)) {
    context.strokeRect(left, top, right - left, bottom - top);
  }
  const { measures, pills, onOwnText, leftOut } = layOutLabels(
    drawnMarks,
    picture,
    texts.flatMap((bounds) => boxOnPicture(bounds, shown, picture) ?? []),
  );
  context.setLineDash([]);
  context.lineWidth = usual.stroke / 2;
  for (const { bounds, box } of pills) drawLeader(context, bounds, box);
  context.font = fontOf(measures.textSize);
  for (const pill of pills) drawPill(context, pill, measures);
  return labelNote(labelled.length, {
    onOwnText,
    leftOut: leftOut + labelled.length - drawnMarks.length,
  });
}

function fontOf(textSize: number): string {
  return `bold ${textSize}px sans-serif`;
}

/** A line between the nearest points of both; its length is zero where they touch. */
function drawLeader(context: OffscreenCanvasRenderingContext2D, pill: Rect, box: Rect): void {
  const clamp = (value: number, from: number, to: number): number =>
    Math.max(from, Math.min(value, to));
  const x = clamp((pill.left + pill.right) / 2, box.left, box.right);
  const y = clamp((pill.top + pill.bottom) / 2, box.top, box.bottom);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(clamp(x, pill.left, pill.right), clamp(y, pill.top, pill.bottom));
  context.stroke();
}

function drawPill(
  context: OffscreenCanvasRenderingContext2D,
  { bounds: { left, top, right, bottom }, lines }: Pill,
  { textSize, padding }: { readonly textSize: number; readonly padding: number },
): void {
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, padding);
  context.fillStyle = pillColor;
  context.fill();
  context.fillStyle = 'white';
  lines.forEach((line, i) => {
    context.fillText(line, left + padding, top + padding + (i + 0.5) * textSize);
  });
}

/** JPEG quality of pictures for agents, 0 to 1; the same as in the reference. */
const agentJpegQuality = 0.8;

/** A picture ready to send. */
export interface PaintedPicture {
  readonly jpeg: Uint8Array<ArrayBuffer>;
  /** Whether the screen between the system bars is all black. */
  readonly isBlack: boolean;
  /** A note about labels that are missing or cover text; null when there is none. */
  readonly note: string | null;
}

/**
 * Scales a picture for an agent, draws the marks on it and encodes it. Always closes a frame of the
 * video. Rejects with `screenshot-failed`.
 */
export async function paintPicture(picture: ReplyPicture): Promise<PaintedPicture> {
  const { screenSize, crop = rectOfSize(screenSize) } = picture;
  const [context, whole] = await Promise.all([
    drawScaled(picture.picture, picture),
    picture.crop && drawScaled(picture.picture),
  ]).finally(() => {
    if ('image' in picture.picture) picture.picture.image.close();
  });
  const isBlack = isBlackBetweenBars(whole ?? context);
  const note = paintMarks(context, picture, crop);
  const blob = await context.canvas.convertToBlob({
    type: 'image/jpeg',
    quality: agentJpegQuality,
  });
  return { jpeg: new Uint8Array(await blob.arrayBuffer()), isBlack, note };
}

/** Whether the screen between the system bars is all black. Rejects with `screenshot-failed`. */
export async function isBlackPicture(picture: ScreenPicture): Promise<boolean> {
  return isBlackBetweenBars(await drawScaled(picture));
}

/** Draws the picture or, of `view`, its part of the screen. */
async function drawScaled(
  picture: ScreenPicture,
  view: Omit<ReplyPicture, 'picture' | 'marks' | 'texts'> = { screenSize: picture.size },
): Promise<OffscreenCanvasRenderingContext2D> {
  const source = view.crop && boxOnPicture(view.crop, rectOfSize(view.screenSize), picture.size);
  const sourceSize = source ? sizeOfRect(source) : picture.size;
  const { width, height } = pictureSize(sourceSize, view.maxSize);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw internalError("The browser couldn't create a canvas to draw on.");
  context.imageSmoothingQuality = 'medium';
  const image =
    'png' in picture
      ? await decodePng(picture.png, source ? null : { width, height })
      : toDrawable(picture.image);
  if (source) {
    const { left, top } = source;
    context.drawImage(image, left, top, sourceSize.width, sourceSize.height, 0, 0, width, height);
  } else context.drawImage(image, 0, 0, width, height);
  if ('png' in picture) image.close();
  return context;
}

/** The image of a live frame in a type that this runtime can draw. Throws `internal` for any other. */
export function toDrawable(image: object): VideoFrame | ImageBitmap {
  // A browser without WebCodecs has screenshots only, and no VideoFrame.
  if (image instanceof ImageBitmap || image instanceof VideoFrame) return image;
  throw internalError('A picture of another runtime was handed in.');
}

/** Decodes a screenshot, in its own size or scaled to another. Rejects with `screenshot-failed`. */
export async function decodePng(
  png: Uint8Array<ArrayBuffer>,
  size: Size | null = null,
): Promise<ImageBitmap> {
  const scaled = size && {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'medium' as const,
  };
  try {
    return await createImageBitmap(new Blob([png], { type: 'image/png' }), scaled ?? {});
  } catch (cause) {
    throw damagedScreenshot(cause);
  }
}

/**
 * The share of the status bar and of the navigation bar, which stay visible over a window that
 * forbids screenshots; in landscape the navigation bar may be at a side.
 */
const barShare = 0.1;
/** Slightly above zero: scaling and colour conversion may brighten pure black by a step or two. */
const maxBlackLevel = 4;

/** Rows over which scaling and encoding blur the edge between black and a keyboard. */
const edgeRows = 6;
/** The least share of the height that a keyboard leaves to an app. */
const leastShare = 0.25;

/** Also true for a black app above a visible keyboard, as is usual while a password is typed. */
function isBlackBetweenBars(context: OffscreenCanvasRenderingContext2D): boolean {
  const { width, height } = context.canvas;
  const top = Math.ceil(height * barShare);
  const side = width > height ? Math.ceil(width * barShare) : 0;
  const inner = { width: Math.max(1, width - 2 * side), height: Math.max(1, height - 2 * top) };
  const { data } = context.getImageData(side, top, inner.width, inner.height);
  const rows = Array.from({ length: inner.height }, (_, row) => row);
  const litShare = (row: number): number => litPixels(data, inner.width, row) / inner.width;
  // Most pictures are not black from the first row on, and then no other row is read.
  const end = rows.findIndex((row) => litShare(row) > 0);
  if (end < 0) return true;
  if (end < leastShare * height) return false;
  const keyboard = rows.slice(end + edgeRows);
  return keyboard.length > 0 && keyboard.every((row) => litShare(row) > 0.5);
}

/** The number of pixels in the row that are not black. */
function litPixels(data: Uint8ClampedArray, width: number, row: number): number {
  let count = 0;
  for (let i = 4 * width * row; i < 4 * width * (row + 1); i += 4) {
    const channels = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
    if (Math.max(...channels) > maxBlackLevel) count++;
  }
  return count;
}

/**
 * Explains a black picture, which would otherwise pass for an empty screen: `display-off` or
 * `screenshot-failed`.
 */
export async function explainBlackPicture(
  phone: ConnectedPhone,
  signal: AbortSignal,
): Promise<HandsetError> {
  const awake = await phone.readAwake(signal).catch(() => null);
  return awake === false
    ? new HandsetError('display-off', "The screenshot is black because the phone's display is off.")
    : new HandsetError(
        'screenshot-failed',
        'The screenshot is black, most likely because the foreground app forbids screenshots (FLAG_SECURE).',
        { detail: 'black-picture' },
      );
}
