/**
 * The part of the 2D canvas that the demo phone paints with. OffscreenCanvas (worker) and
 * @napi-rs/canvas (Node) both have it; each runtime passes in its own factory.
 */

/** Anything `drawImage` accepts; opaque to the demo phone. */
export type PaintImage = object & { readonly width: number; readonly height: number };
/** The platform's Path2D. */
export type PaintPath = object;

interface PaintGradient {
  addColorStop(offset: number, color: string): void;
}

export interface PaintContext {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: 'butt' | 'round' | 'square';
  globalAlpha: number;
  font: string;
  textBaseline: string;
  textAlign: string;
  letterSpacing?: string;
  save(): void;
  restore(): void;
  beginPath(): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radii: number | number[]): void;
  arc(x: number, y: number, radius: number, start: number, end: number): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  clip(): void;
  fill(): void;
  fillPath(path: PaintPath): void;
  stroke(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { readonly width: number };
  translate(x: number, y: number): void;
  scale(x: number, y: number): void;
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): PaintGradient;
  createRadialGradient(
    x0: number,
    y0: number,
    r0: number,
    x1: number,
    y1: number,
    r1: number,
  ): PaintGradient;
  drawImage(image: PaintImage, x: number, y: number, width: number, height: number): void;
  /** Draws the current content of another canvas of the same factory. */
  drawCanvas(canvas: PaintCanvas, x: number, y: number, width: number, height: number): void;
}

export interface PaintCanvas {
  readonly width: number;
  readonly height: number;
  readonly context: PaintContext;
  /** RGBA, 8 bits per channel, row by row. */
  readPixels(): Uint8ClampedArray<ArrayBufferLike>;
  toPng(): Promise<Uint8Array<ArrayBuffer>>;
}

export interface CanvasFactory {
  /** Resolves when the demo phone's fonts (family "Inter", weights 400, 500, 600, 700) are loaded. */
  loadFonts(): Promise<void>;
  createCanvas(width: number, height: number): PaintCanvas;
  /** Builds a path from SVG path data. */
  path(svgPathData: string): PaintPath;
  decodePng(png: Uint8Array<ArrayBuffer>): Promise<PaintImage>;
}
