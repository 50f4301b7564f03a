import type { ScrcpyMediaStreamPacket } from '@yume-chan/scrcpy';
import { describeThrown, HandsetError } from '#core/errors.ts';
import type { Size } from '#core/geometry.ts';
import { codecInfo, type VideoCodec } from '../adb/scrcpy/video-codecs.ts';
import type { EncodedFrame } from './video-file.ts';

type StreamDecoder = InstanceType<(typeof codecInfo)[VideoCodec]['Decoder']>;

/** Finds out the format of a stream, and makes frames of its packets, with the code that feeds the decoder. */
export class PacketParser {
  codecString = '';
  size: Size = { width: 0, height: 0 };
  /** Whether the last frame has another configuration than the one before it. */
  hasChanged = false;
  #frame: Pick<EncodedFrame, 'isKey' | 'bytes'> | null = null;
  #decoder: StreamDecoder | null = null;
  #codec: VideoCodec | null = null;
  /** Null before the first configuration: what comes before it can't be decoded. */
  #configuration: Uint8Array | null = null;
  #isNewConfiguration = false;

  /**
   * Null for a packet that is no frame, or that comes before the first configuration and key frame. Throws
   * `command-failed` for what is no video of this codec.
   */
  parse(packet: ScrcpyMediaStreamPacket, codec: VideoCodec): EncodedFrame | null {
    this.hasChanged = false;
    if (packet.type === 'configuration') {
      const isSame = codec === this.#codec && isEqual(packet.data, this.#configuration);
      if (!isSame) this.#isNewConfiguration = true;
      this.#configuration = packet.data;
      if (codec !== this.#codec) this.#decoder = this.#createDecoder(codec);
      this.#codec = codec;
      this.#decode(packet);
      return null;
    }
    if (this.#configuration === null || packet.data.length === 0) return null;
    this.#frame = null;
    this.#decode(packet);
    // Set by the decoder's `decode`; the compiler does not see that.
    const frame = this.#frame as Pick<EncodedFrame, 'isKey' | 'bytes'> | null;
    if (frame === null) return null;
    this.hasChanged = this.#isNewConfiguration;
    this.#isNewConfiguration = false;
    return { ...frame, timeUs: Number(packet.pts ?? 0n) };
  }

  #decode(packet: ScrcpyMediaStreamPacket): void {
    try {
      this.#decoder?.decode(packet);
    } catch (cause) {
      const message = `The phone's video can't be read: ${describeThrown(cause)}.`;
      throw new HandsetError('command-failed', message, { cause });
    }
  }

  #createDecoder(codec: VideoCodec): StreamDecoder {
    const { Decoder } = codecInfo[codec];
    const stream: Pick<VideoDecoder, 'decodeQueueSize' | 'configure' | 'reset' | 'decode'> = {
      decodeQueueSize: 0,
      configure: (config) => (this.codecString = config.codec),
      reset: () => undefined,
      decode: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        this.#frame = { isKey: chunk.type === 'key', bytes };
      },
    };
    // Has all the members that the library's codecs use.
    const decoder = stream as Partial<VideoDecoder> as VideoDecoder;
    return new Decoder(decoder, (width, height) => (this.size = { width, height }));
  }
}

function isEqual(a: Uint8Array, b: Uint8Array | null): boolean {
  return a.length === b?.length && a.every((byte, i) => byte === b[i]);
}
