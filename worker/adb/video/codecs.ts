/** The codecs of the live video: what the browser decodes, and how. */
import { ScrcpyVideoCodecId } from '@yume-chan/scrcpy';
// The package's own entry also brings a decoder in WebAssembly that nobody here uses.
import { Av1Codec } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/av1.js';
import { H264Decoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/h264.js';
import { H265Decoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/h265.js';
import type { CodecDecoderConstructor } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/type.js';
import type { LiveStatus } from '../../../core/link/live.ts';

/** As scrcpy names them. */
export type VideoCodec = Extract<LiveStatus, { state: 'video' }>['codec'];

interface CodecFacts {
  /** What comes first in the stream. */
  readonly id: number;
  /** Configures the browser's decoder from the stream, and cuts that into chunks. */
  readonly Decoder: CodecDecoderConstructor;
  /** What to ask the browser for, RFC 6381: as a phone encodes 1600 by 720 at 60 frames a second. */
  readonly sample: string;
}

/** In the order of trying: every phone encodes H.264; AV1 is the one that a browser may encode for the demo phone. */
export const codecFacts = {
  h264: { id: ScrcpyVideoCodecId.H264, Decoder: H264Decoder, sample: 'avc1.640020' },
  av1: { id: ScrcpyVideoCodecId.AV1, Decoder: Av1Codec, sample: 'av01.0.08M.08' },
  h265: { id: ScrcpyVideoCodecId.H265, Decoder: H265Decoder, sample: 'hev1.1.6.L120.B0' },
} as const satisfies Record<VideoCodec, CodecFacts>;

const inOrder = ['h264', 'av1', 'h265'] as const satisfies readonly VideoCodec[];

/** The codecs that this browser decodes, the one to try first in front; none without WebCodecs. */
export async function decodableCodecs(): Promise<readonly VideoCodec[]> {
  if (!('VideoDecoder' in globalThis)) return [];
  const found = await Promise.all(
    inOrder.map(async (codec) => {
      const { sample } = codecFacts[codec];
      const { supported } = await VideoDecoder.isConfigSupported({ codec: sample });
      return supported === true ? [codec] : [];
    }),
  );
  return found.flat();
}
