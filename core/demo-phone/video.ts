/**
 * What the demo phone's media codecs are made of: each runtime hands in its own, as it does with
 * the canvas. A phone that was handed none has no video encoder.
 */
import type { Size } from '../geometry.ts';
import type { PaintCanvas } from './canvas.ts';

/** Codecs that scrcpy streams, by its own names. */
export const videoCodecs = ['h264', 'h265', 'av1'] as const;
export type VideoCodec = (typeof videoCodecs)[number];

export interface VideoSettings {
  readonly codec: VideoCodec;
  /** Pixels; both multiples of 8. */
  readonly size: Size;
  /** Bits per second, as a wish. */
  readonly bitRate: number;
  /** How often a frame may come. */
  readonly framesPerSecond: number;
}

/** One output buffer of an encoder, as android.media.MediaCodec gives them. */
export interface VideoPacket {
  /**
   * H.264 and H.265: Annex B. AV1: OBUs. Of a config packet the parameter sets, for AV1 an
   * AV1CodecConfigurationRecord; the key frames hold none but for AV1.
   */
  readonly bytes: Uint8Array;
  /** What has to be known before the frames that follow. */
  readonly config: boolean;
  readonly keyFrame: boolean;
  /** The time that the frame was handed in with, in microseconds. */
  readonly timestampUs: number;
}

/** Where an encoder puts what comes out of it, in order. */
export interface VideoSink {
  /** The first packet is a config packet. */
  packet(packet: VideoPacket): void;
  /** The encoder can do nothing more. */
  failed(reason: string): void;
}

/** An encoder at work, at one size. */
export interface VideoEncoding {
  /** Frames that were handed in and have not come out yet. */
  readonly waiting: number;
  /** Takes the picture that the canvas shows now; the canvas may be painted on as soon as this returns. */
  encode(canvas: PaintCanvas, frame: { readonly timestampUs: number; readonly key: boolean }): void;
  /** Lets go of everything; nothing comes out any more. */
  close(): void;
}

export interface VideoEncoderFactory {
  /** What it can encode, the same each time. */
  codecs(): Promise<readonly VideoCodec[]>;
  /** Starts an encoder for one of them. */
  open(settings: VideoSettings, sink: VideoSink): VideoEncoding;
}
