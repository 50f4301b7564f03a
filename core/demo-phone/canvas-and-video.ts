/**
 * The part of the 2D canvas that the demo phone paints with. OffscreenCanvas (worker) and
 * @napi-rs/canvas (Node) both have it; each runtime passes in its own factory.
 */
import type { Size } from '../geometry.ts';

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
  globalAlpha: number;
  font: string;
  textBaseline: string;
  textAlign: string;
  save(): void;
  restore(): void;
  beginPath(): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radii: number | number[]): void;
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
  /** Resolves when the demo phone's fonts (family "Inter", weights 400, 500, 600) are loaded. */
  loadFonts(): Promise<void>;
  createCanvas(width: number, height: number): PaintCanvas;
  /** Builds a path from SVG path data. */
  path(svgPathData: string): PaintPath;
  decodePng(png: Uint8Array<ArrayBuffer>): Promise<PaintImage>;
}

// The runtime's video encoders: each runtime passes in its own, as it does with the canvas. Without
// one the phone has no video encoder.

/** The codecs that scrcpy streams, by scrcpy's names. */
export const videoCodecs = ['h264', 'h265', 'av1'] as const;
export type VideoCodec = (typeof videoCodecs)[number];

export interface VideoEncoderSettings {
  readonly codec: VideoCodec;
  /** Pixels; both multiples of 8. */
  readonly size: Size;
  /** Target, in bits per second. */
  readonly bitRate: number;
  /** Highest frame rate. */
  readonly framesPerSecond: number;
}

/** One output buffer of an encoder, like those of android.media.MediaCodec. */
export interface VideoPacket {
  /**
   * H.264 and H.265: Annex B. AV1: OBUs. A config packet holds the parameter sets, for AV1 an
   * AV1CodecConfigurationRecord; key frames do not repeat them, except in AV1.
   */
  readonly bytes: Uint8Array;
  /** Whether this is a config packet, which decoders need before the frames that follow. */
  readonly config: boolean;
  readonly keyFrame: boolean;
  /** The timestamp that `encode` got with the frame, in microseconds. */
  readonly timestampUs: number;
}

/** Receives an encoder's output, in order. */
export interface VideoSink {
  /** The first packet is a config packet. */
  onPacket(onPacket: VideoPacket): void;
  /** The encoder has failed and produces no more packets. */
  onError(reason: string): void;
}

/** A running encoder for frames of one size. */
export interface VideoStreamEncoder {
  /** Frames that were passed to `encode` and have not been output yet. */
  readonly queueSize: number;
  /** Encodes the current content of the canvas, which may be painted on again when this returns. */
  encode(canvas: PaintCanvas, frame: { readonly timestampUs: number; readonly key: boolean }): void;
  /** Releases the encoder; the sink is not called any more. */
  close(): void;
}

export interface VideoEncoderFactory {
  /** The codecs it supports; the same at each call. */
  codecs(): Promise<readonly VideoCodec[]>;
  /** Starts an encoder for one of them. */
  createStreamEncoder(settings: VideoEncoderSettings, sink: VideoSink): VideoStreamEncoder;
}
