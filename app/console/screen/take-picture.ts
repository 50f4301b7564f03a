/** The element that shows the phone's screen. */
export type PictureSource = HTMLCanvasElement | HTMLImageElement;

/** The current picture as a PNG; null when there is none. */
export async function capturePicture(source: PictureSource): Promise<Blob | null> {
  const { width, height } = pictureSizeOf(source);
  if (width === 0 || height === 0) return null;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(source, 0, 0);
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function pictureSizeOf(source: PictureSource): { readonly width: number; readonly height: number } {
  if (source instanceof HTMLCanvasElement) return source;
  return { width: source.naturalWidth, height: source.naturalHeight };
}
