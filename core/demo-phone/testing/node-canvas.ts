import { createRequire } from 'node:module';
import {
  type Canvas,
  createCanvas,
  GlobalFonts,
  loadImage,
  Path2D,
  type SKRSContext2D,
} from '@napi-rs/canvas';
import type {
  CanvasFactory,
  PaintCanvas,
  PaintContext,
  PaintImage,
  PaintPath,
} from '../canvas-and-video.ts';

/** The weights of Inter that the demo phone draws with. */
const weights = [400, 500, 600] as const;
const resolve = createRequire(import.meta.url).resolve;

/** Whether this process has the fonts. */
let hasFonts = false;

/** A canvas factory for the demo phone in Node, based on @napi-rs/canvas. */
export function createNodeCanvas(): CanvasFactory {
  return {
    loadFonts: () => {
      for (const weight of hasFonts ? [] : weights) {
        const file = resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);
        if (!GlobalFonts.registerFromPath(file, 'Inter')) {
          return Promise.reject(new Error(`The font ${file} could not be loaded.`));
        }
      }
      hasFonts = true;
      return Promise.resolve();
    },
    createCanvas: createPaintCanvas,
    path: (svgPathData) => new Path2D(svgPathData),
    decodePng: (png) => loadImage(Buffer.from(png)),
  };
}

const platformCanvases = new WeakMap<PaintCanvas, Canvas>();

function createPaintCanvas(width: number, height: number): PaintCanvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const painted: PaintCanvas = {
    width,
    height,
    context: paintContext(context),
    // Unlike getImageData, this also releases what was drawn before, which else grows without end.
    readPixels: () => new Uint8ClampedArray(canvas.data()),
    toPng: async () => new Uint8Array(await canvas.encode('png')),
  };
  platformCanvases.set(painted, canvas);
  return painted;
}

/** Adds `fillPath` and `drawCanvas` to a platform context, and accepts images of this factory's `decodePng`. */
function paintContext(context: SKRSContext2D): PaintContext {
  const drawImage = context.drawImage.bind(context);
  return Object.assign(context, {
    fillPath: (path: PaintPath) => context.fill(asPath(path)),
    drawImage: (image: PaintImage, x: number, y: number, width: number, height: number) =>
      // Safe: images come from this factory's own decodePng.
      drawImage(image as Awaited<ReturnType<typeof loadImage>>, x, y, width, height),
    drawCanvas: (canvas: PaintCanvas, x: number, y: number, width: number, height: number) =>
      drawImage(asCanvas(canvas), x, y, width, height),
  });
}

function asCanvas(canvas: PaintCanvas): Canvas {
  const platform = platformCanvases.get(canvas);
  if (platform !== undefined) return platform;
  throw new TypeError('A canvas of another factory was handed in.');
}

function asPath(path: PaintPath): Path2D {
  if (path instanceof Path2D) return path;
  throw new TypeError('A path of another canvas factory was handed in.');
}
