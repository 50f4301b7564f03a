/** A worker's entry: scales pictures and encodes them as JPEG, so that no call waits for that. */
import type { Size } from '#core/geometry.ts';
import type { JpegReply, JpegRequest } from './jpeg-encoder.ts';
import { sizeOf } from './luma.ts';

/** Pixels of the shorter side: texts of the phone stay readable. */
const shorterSide = 540;
/** JPEG quality, 0 to 1: 40 to 120 kB for a tall phone. */
const quality = 0.7;

let context: OffscreenCanvasRenderingContext2D | null = null;

async function encode({ id, image }: JpegRequest): Promise<JpegReply> {
  try {
    const blob = await draw(image).convertToBlob({ type: 'image/jpeg', quality });
    return { id, bytes: new Uint8Array(await blob.arrayBuffer()) };
  } catch {
    // The call goes without a picture.
    return { id, bytes: null };
  } finally {
    image.close();
  }
}

function draw(image: VideoFrame | ImageBitmap): OffscreenCanvas {
  const { width, height } = scaledDown(sizeOf(image));
  context ??= new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (context === null) throw new Error('no canvas to draw on');
  const { canvas } = context;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.imageSmoothingQuality = 'medium';
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}

function scaledDown({ width, height }: Size): Size {
  const scale = Math.min(1, shorterSide / Math.min(width, height));
  return { width: Math.round(scale * width), height: Math.round(scale * height) };
}

self.addEventListener('message', ({ data }: MessageEvent<JpegRequest>) => {
  void encode(data).then((reply) => {
    self.postMessage(reply, { transfer: reply.bytes === null ? [] : [reply.bytes.buffer] });
  });
});
