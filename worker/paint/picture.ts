import { pictureSize } from '../../core/annotate/marks.ts';
import { HandsetError } from '../../core/errors.ts';
import type { Screenshot } from '../../core/phone.ts';
import type { Picture } from '../../core/tools/tool.ts';
import { paintMarks } from './paint-marks.ts';

/** JPEG quality of pictures for agents (reference: 80 of 100). */
const quality = 0.8;

/** A picture ready to be sent. */
export interface PaintedPicture {
  readonly jpeg: Uint8Array<ArrayBuffer>;
  /** Whether the screen between the system bars is black through and through. */
  readonly isBlack: boolean;
}

/** Scales a screenshot for an agent, draws the marks on it and encodes it. Rejects with `screenshot-failed`. */
export async function paintPicture(picture: Picture): Promise<PaintedPicture> {
  const context = await drawScaled(picture.screenshot);
  const isBlack = isBlackBetweenBars(context);
  paintMarks(context, picture.marks, picture.screenSize);
  const blob = await context.canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { jpeg: new Uint8Array(await blob.arrayBuffer()), isBlack };
}

/** Whether the screen between the system bars is black through and through. Rejects with `screenshot-failed`. */
export async function looksBlack(screenshot: Screenshot): Promise<boolean> {
  return isBlackBetweenBars(await drawScaled(screenshot));
}

async function drawScaled({ png, size }: Screenshot): Promise<OffscreenCanvasRenderingContext2D> {
  const { width, height } = pictureSize(size);
  const bitmap = await decode(png, { width, height });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new HandsetError('internal', 'The browser gave no canvas to draw on.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context;
}

async function decode(
  png: Uint8Array<ArrayBuffer>,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([png], { type: 'image/png' }), {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'medium',
    });
  } catch (cause) {
    throw new HandsetError(
      'screenshot-failed',
      'The screenshot is damaged: it cannot be decoded.',
      {
        hint: 'Call again; if it stays, use the element list alone.',
        cause,
      },
    );
  }
}

/**
 * The status bar and the navigation bar, which stay visible over a window that forbids
 * screenshots; in landscape the latter may stand at a side.
 */
const barShare = 0.1;
/** A little above zero: scaling and colour conversion may lift pure black by a step or two. */
const blackest = 4;

function isBlackBetweenBars(context: OffscreenCanvasRenderingContext2D): boolean {
  const { width, height } = context.canvas;
  const top = Math.ceil(height * barShare);
  const side = width > height ? Math.ceil(width * barShare) : 0;
  const inner = { width: Math.max(1, width - 2 * side), height: Math.max(1, height - 2 * top) };
  const { data } = context.getImageData(side, top, inner.width, inner.height);
  return data.every((channel, i) => i % 4 === 3 || channel <= blackest);
}
