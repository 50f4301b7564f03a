import inter400 from '@fontsource/inter/files/inter-latin-400-normal.woff2?url';
import inter500 from '@fontsource/inter/files/inter-latin-500-normal.woff2?url';
import inter600 from '@fontsource/inter/files/inter-latin-600-normal.woff2?url';
import inter700 from '@fontsource/inter/files/inter-latin-700-normal.woff2?url';
import type {
  CanvasFactory,
  PaintCanvas,
  PaintContext,
  PaintImage,
  PaintPath,
} from '#core/demo-phone/canvas.ts';

const fonts = [
  ['400', inter400],
  ['500', inter500],
  ['600', inter600],
  ['700', inter700],
] as const;

/** The demo phone's canvas in the worker, on OffscreenCanvas. */
export function createOffscreenCanvas(): CanvasFactory {
  let loading: Promise<void> | undefined;
  return {
    loadFonts: () => (loading ??= loadInter()),
    createCanvas: createPaintCanvas,
    path: (svgPathData) => new Path2D(svgPathData),
    decodePng: (png) => createImageBitmap(new Blob([png], { type: 'image/png' })),
  };
}

/**
 * A font family that is used before its faces are added keeps the widths of the fallback font, so all
 * are added before anything is measured.
 */
async function loadInter(): Promise<void> {
  const faces = fonts.map(([weight, url]) => new FontFace('Inter', `url(${url})`, { weight }));
  for (const face of await Promise.all(faces.map((face) => face.load()))) self.fonts.add(face);
}

const platformCanvases = new WeakMap<PaintCanvas, OffscreenCanvas>();

/** The OffscreenCanvas behind a canvas of this factory. */
export function platformCanvas(canvas: PaintCanvas): OffscreenCanvas {
  const platform = platformCanvases.get(canvas);
  if (platform === undefined) throw new TypeError('A canvas of another factory was handed in.');
  return platform;
}

function createPaintCanvas(width: number, height: number): PaintCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser has no 2D canvas in workers.');
  const painted: PaintCanvas = {
    width,
    height,
    context: paintContext(context),
    readPixels: () => context.getImageData(0, 0, width, height).data,
    toPng: async () => {
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      return new Uint8Array(await blob.arrayBuffer());
    },
  };
  platformCanvases.set(painted, canvas);
  return painted;
}

/** Adds `fillPath` and typed drawing methods to the platform's context. */
function paintContext(context: OffscreenCanvasRenderingContext2D): PaintContext {
  const drawImage = context.drawImage.bind(context);
  return Object.assign(context, {
    fillPath: (path: PaintPath) => {
      if (!(path instanceof Path2D)) throw new TypeError('A path of another canvas was handed in.');
      context.fill(path);
    },
    drawImage: (image: PaintImage, x: number, y: number, width: number, height: number) => {
      if (!(image instanceof ImageBitmap))
        throw new TypeError('An image of another canvas was handed in.');
      drawImage(image, x, y, width, height);
    },
    drawCanvas: (canvas: PaintCanvas, x: number, y: number, width: number, height: number) =>
      drawImage(platformCanvas(canvas), x, y, width, height),
  });
}
