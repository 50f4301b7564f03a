/** The frames of the live video: the codecs that the browser decodes, and how. */
import { type ScrcpyMediaStreamPacket, ScrcpyVideoCodecId } from '@yume-chan/scrcpy';
// The package's own entry also brings a decoder in WebAssembly that nobody here uses.
import { Av1Codec } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/av1.js';
import { H264Decoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/h264.js';
import { H265Decoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/h265.js';
import type {
  CodecDecoder,
  CodecDecoderConstructor,
} from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/type.js';
import { HandsetError, describeThrown } from '../../core/errors.ts';
import type { LiveStatus } from '../../core/link/live.ts';
import { unlessAborted } from '../waits/deadline.ts';

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

/**
 * So many packets may wait for the decoder: a third of a second at 60 frames. With more of them the
 * phone is not asked for the next: its encoder leaves frames out then, and the picture stays recent.
 */
const maxWaiting = 20;

/** One decoded frame; whoever gets it closes it. */
export interface DecodedFrame {
  readonly frame: VideoFrame;
  /** From the packet's last byte. */
  readonly decodeMs: number;
  /** The first one of an encoder that began anew: the screen may have another size, or none of what it had. */
  readonly begins: boolean;
}

/** Turns the packets of one video into frames, by the browser's decoder. */
export class FrameDecoder {
  readonly #decoder: VideoDecoder;
  readonly #timed: TimedDecoder;
  readonly #codec: CodecDecoder;
  readonly #closed = new AbortController();

  /** Calls back for every frame, in their order. */
  constructor(codec: VideoCodec, onFrame: (decoded: DecodedFrame) => void) {
    this.#decoder = new VideoDecoder({
      output: (frame) => onFrame({ frame, ...this.#timed.given(frame) }),
      error: (cause) => this.#closed.abort(notDecoded(cause)),
    });
    this.#timed = new TimedDecoder(this.#decoder);
    const { Decoder } = codecFacts[codec];
    // What the library's codecs use of a decoder is all there.
    const decoder = this.#timed as Partial<VideoDecoder> as VideoDecoder;
    this.#codec = new Decoder(decoder, () => undefined);
  }

  /** When the newest packet came, by `performance.now()`, if its frame is still to come; else null. */
  get undecodedSinceMs(): number | null {
    return this.#timed.undecodedSinceMs;
  }

  /** Aborted with a HandsetError when the browser can't go on, or when this was closed. */
  get ended(): AbortSignal {
    return this.#closed.signal;
  }

  /** Decodes a packet; resolves when the next one may come. Rejects when the browser can't go on. */
  async take(packet: ScrcpyMediaStreamPacket): Promise<void> {
    this.ended.throwIfAborted();
    try {
      this.#codec.decode(packet);
    } catch (cause) {
      throw notDecoded(cause);
    }
    while (this.#decoder.decodeQueueSize > maxWaiting) await this.#oneLess();
  }

  /** Gives the browser's decoder back; no frame comes any more. */
  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close();
    this.#closed.abort(new HandsetError('cancelled', 'The video was turned off.'));
  }

  async #oneLess(): Promise<void> {
    const dequeued = new Promise<void>((resolve) => {
      this.#decoder.addEventListener('dequeue', () => resolve(), { once: true });
    });
    await unlessAborted(dequeued, this.ended);
  }
}

/** A decoder that knows how far it is: it names each chunk by the moment at which it came. */
class TimedDecoder implements Pick<
  VideoDecoder,
  'decodeQueueSize' | 'configure' | 'reset' | 'decode'
> {
  readonly #decoder: VideoDecoder;
  /** Microseconds of `performance.now()`, each another: names of the newest chunk and of the newest frame. */
  #taken = 0;
  #given = 0;
  /** The first chunk after the decoder was configured; null once its frame has come. */
  #firstOfRun: number | null = null;
  #isConfigured = false;

  constructor(decoder: VideoDecoder) {
    this.#decoder = decoder;
  }

  get decodeQueueSize(): number {
    return this.#decoder.decodeQueueSize;
  }

  get undecodedSinceMs(): number | null {
    return this.#given === this.#taken ? null : this.#taken / 1000;
  }

  configure(config: VideoDecoderConfig): void {
    this.#decoder.configure(config);
    this.#isConfigured = true;
  }

  reset(): void {
    this.#decoder.reset();
  }

  decode(chunk: EncodedVideoChunk): void {
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    this.#taken = Math.max(this.#taken + 1, Math.round(performance.now() * 1000));
    if (this.#isConfigured) this.#firstOfRun = this.#taken;
    this.#isConfigured = false;
    const { type } = chunk;
    this.#decoder.decode(new EncodedVideoChunk({ type, timestamp: this.#taken, data }));
  }

  /** Says that a frame has come. Those before it don't come any more. */
  given({ timestamp }: VideoFrame): Pick<DecodedFrame, 'decodeMs' | 'begins'> {
    this.#given = timestamp;
    const begins = this.#firstOfRun !== null && timestamp >= this.#firstOfRun;
    if (begins) this.#firstOfRun = null;
    return { decodeMs: performance.now() - timestamp / 1000, begins };
  }
}

function notDecoded(cause: unknown): HandsetError {
  const why = describeThrown(cause).replace(/\.$/, '');
  const message = `The browser can't decode the phone's video: ${why}.`;
  return new HandsetError('unsupported', message, { cause });
}
