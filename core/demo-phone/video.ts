/**
 * The interface to the runtime's video encoders: each runtime passes in its own, as it does with
 * the canvas. Without one the phone has no video encoder.
 */
import type { Size } from '../geometry.ts';
import type { PaintCanvas } from './canvas.ts';

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
