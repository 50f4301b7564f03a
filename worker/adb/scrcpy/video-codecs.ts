import { ScrcpyVideoCodecId } from '@yume-chan/scrcpy';
import { Av1Codec } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/av1.js';
import { H264Decoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/h264.js';
import { H265Decoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/h265.js';
import type { CodecDecoderConstructor } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/type.js';
import type { LiveStatus } from '#core/link/live.ts';

/** Codec names as in scrcpy. */
export type VideoCodec = Extract<LiveStatus, { state: 'video' }>['codec'];

interface CodecInfo {
  /** The codec's id at the start of the stream. */
  readonly id: number;
  /** Configures the browser's decoder from the stream, and cuts the stream into chunks. */
  readonly Decoder: CodecDecoderConstructor;
  /** The codec string (RFC 6381) to test the browser's support with: 1600 by 720 pixels at 60 frames a second. */
  readonly sample: string;
}

/** Every phone encodes H.264; AV1 is the codec that a browser may encode for the demo phone. */
export const codecInfo = {
  h264: { id: ScrcpyVideoCodecId.H264, Decoder: H264Decoder, sample: 'avc1.640020' },
  av1: { id: ScrcpyVideoCodecId.AV1, Decoder: Av1Codec, sample: 'av01.0.08M.08' },
  h265: { id: ScrcpyVideoCodecId.H265, Decoder: H265Decoder, sample: 'hev1.1.6.L120.B0' },
} as const satisfies Record<VideoCodec, CodecInfo>;

const codecPreference = ['h264', 'av1', 'h265'] as const satisfies readonly VideoCodec[];

/** The codecs that this browser decodes, in the order to try them; empty without WebCodecs. */
export async function decodableCodecs(): Promise<readonly VideoCodec[]> {
  if (!('VideoDecoder' in globalThis)) return [];
  const found = await Promise.all(
    codecPreference.map(async (codec) => {
      const { sample } = codecInfo[codec];
      const { supported } = await VideoDecoder.isConfigSupported({ codec: sample });
      return supported === true ? [codec] : [];
    }),
  );
  return found.flat();
}
