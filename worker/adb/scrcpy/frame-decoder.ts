import type { ScrcpyMediaStreamPacket } from '@yume-chan/scrcpy';
import type { CodecDecoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/type.js';
import { HandsetError, describeThrown } from '#core/errors.ts';
import { abortable } from '../../waits/deadline.ts';
import { codecInfo, type VideoCodec } from './video-codecs.ts';

/**
 * The most packets that may wait for the decoder: a third of a second at 60 frames. Beyond that no
 * packet is read from the phone, so its encoder drops frames and the picture stays recent.
 */
const maxQueuedPackets = 20;

/** One decoded frame; the receiver closes it. */
export interface DecodedFrame {
  readonly frame: VideoFrame;
  /** From the arrival of its packet. */
  readonly decodeMs: number;
  /** Whether it is the first frame of a restarted encoder: the size and the picture may be new. */
  readonly begins: boolean;
}

/** Turns the packets of one video into frames, with the browser's decoder. */
export class FrameDecoder {
  readonly #decoder: VideoDecoder;
  readonly #timedDecoder: TimedDecoder;
  readonly #codec: CodecDecoder;
  readonly #closed = new AbortController();

  /** Calls back for every frame, in order. */
  constructor(codec: VideoCodec, onFrame: (decoded: DecodedFrame) => void) {
    this.#decoder = new VideoDecoder({
      output: (frame) => onFrame({ frame, ...this.#timedDecoder.decoded(frame) }),
      error: (cause) => this.#closed.abort(decodeError(cause)),
    });
    this.#timedDecoder = new TimedDecoder(this.#decoder);
    const { Decoder } = codecInfo[codec];
    // Has all the members that the library's codecs use.
    const decoder = this.#timedDecoder as Partial<VideoDecoder> as VideoDecoder;
    this.#codec = new Decoder(decoder, () => undefined);
  }

  /** When the newest packet came, by `performance.now()`, if its frame is still to come; else null. */
  get undecodedSinceMs(): number | null {
    return this.#timedDecoder.undecodedSinceMs;
  }

  /** Aborted with a HandsetError when the decoder fails, or when this is closed. */
  get ended(): AbortSignal {
    return this.#closed.signal;
  }

  /** Decodes a packet; resolves when the decoder can accept the next one. Rejects when decoding fails. */
  async decodePacket(packet: ScrcpyMediaStreamPacket): Promise<void> {
    this.ended.throwIfAborted();
    try {
      this.#codec.decode(packet);
    } catch (cause) {
      throw decodeError(cause);
    }
    while (this.#decoder.decodeQueueSize > maxQueuedPackets) await this.#waitForDequeue();
  }

  /** Closes the browser's decoder; no more frames come. */
  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close();
    this.#closed.abort(new HandsetError('cancelled', 'The video was turned off.'));
  }

  async #waitForDequeue(): Promise<void> {
    const dequeued = new Promise<void>((resolve) => {
      this.#decoder.addEventListener('dequeue', () => resolve(), { once: true });
    });
    await abortable(dequeued, this.ended);
  }
}

/** A decoder that tracks its progress: it gives each chunk its time of arrival as timestamp. */
class TimedDecoder implements Pick<
  VideoDecoder,
  'decodeQueueSize' | 'configure' | 'reset' | 'decode'
> {
  readonly #decoder: VideoDecoder;
  /** Timestamps of the newest chunk and of the newest frame: unique microseconds of `performance.now()`. */
  #queued = 0;
  #decoded = 0;
  /** The first chunk after the last configuration; null once its frame has come. */
  #firstAfterConfigure: number | null = null;
  #isConfigured = false;

  constructor(decoder: VideoDecoder) {
    this.#decoder = decoder;
  }

  get decodeQueueSize(): number {
    return this.#decoder.decodeQueueSize;
  }

  get undecodedSinceMs(): number | null {
    return this.#decoded === this.#queued ? null : this.#queued / 1000;
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
    this.#queued = Math.max(this.#queued + 1, Math.round(performance.now() * 1000));
    if (this.#isConfigured) this.#firstAfterConfigure = this.#queued;
    this.#isConfigured = false;
    const { type } = chunk;
    this.#decoder.decode(new EncodedVideoChunk({ type, timestamp: this.#queued, data }));
  }

  /** Records a decoded frame. Earlier frames that are missing will not come any more. */
  decoded({ timestamp }: VideoFrame): Pick<DecodedFrame, 'decodeMs' | 'begins'> {
    this.#decoded = timestamp;
    const begins = this.#firstAfterConfigure !== null && timestamp >= this.#firstAfterConfigure;
    if (begins) this.#firstAfterConfigure = null;
    return { decodeMs: performance.now() - timestamp / 1000, begins };
  }
}

function decodeError(cause: unknown): HandsetError {
  const reason = describeThrown(cause).replace(/\.$/, '');
  const message = `The browser can't decode the phone's video: ${reason}.`;
  return new HandsetError('unsupported', message, { cause });
}
