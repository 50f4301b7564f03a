import type { ScrcpyMediaStreamPacket } from '@yume-chan/scrcpy';
import type { CodecDecoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/type.js';
import { HandsetError, describeThrown } from '../../../core/errors.ts';
import { unlessAborted } from '../deadline.ts';
import { type VideoCodec, codecFacts } from './codecs.ts';

/**
 * So many packets may wait for the decoder: a third of a second at 60 frames. With more of them the
 * phone is not asked for the next: its encoder leaves frames out then, and the picture stays recent.
 */
const maxWaiting = 20;

/** One decoded frame; whoever gets it closes it. */
export interface DecodedFrame {
  readonly frame: VideoFrame;
  /** From the packet's last byte; null where that can't be told. */
  readonly decodeMs: number | null;
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
      output: (frame) => onFrame({ frame, decodeMs: this.#timed.endOne() }),
      error: (cause) => this.#closed.abort(notDecoded(cause)),
    });
    this.#timed = new TimedDecoder(this.#decoder);
    const { Decoder } = codecFacts[codec];
    // What the library's codecs use of a decoder is all there.
    const decoder = this.#timed as Partial<VideoDecoder> as VideoDecoder;
    this.#codec = new Decoder(decoder, () => undefined);
  }

  /** Whether packets were taken whose frames are still to come. */
  get isBehind(): boolean {
    return this.#timed.isBehind;
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

/** A decoder whose frames are late by more than this has dropped them. */
const lostMs = 1_000;

/** A decoder that knows when each packet came: frames come out in the order in which packets went in. */
class TimedDecoder implements Pick<
  VideoDecoder,
  'decodeQueueSize' | 'configure' | 'reset' | 'decode'
> {
  readonly #decoder: VideoDecoder;
  readonly #takenAtMs: number[] = [];

  constructor(decoder: VideoDecoder) {
    this.#decoder = decoder;
  }

  get decodeQueueSize(): number {
    return this.#decoder.decodeQueueSize;
  }

  get isBehind(): boolean {
    const last = this.#takenAtMs.at(-1);
    return last !== undefined && performance.now() - last < lostMs;
  }

  configure(config: VideoDecoderConfig): void {
    // What a decoder still holds may be dropped by this; missing times heal, surplus ones never do.
    this.#takenAtMs.length = 0;
    this.#decoder.configure(config);
  }

  reset(): void {
    this.#takenAtMs.length = 0;
    this.#decoder.reset();
  }

  decode(chunk: EncodedVideoChunk): void {
    this.#takenAtMs.push(performance.now());
    this.#decoder.decode(chunk);
  }

  /** How long the frame took that has just come. */
  endOne(): number | null {
    const takenAtMs = this.#takenAtMs.shift();
    return takenAtMs === undefined ? null : performance.now() - takenAtMs;
  }
}

function notDecoded(cause: unknown): HandsetError {
  const why = describeThrown(cause).replace(/\.$/, '');
  const message = `The browser can't decode the phone's video: ${why}.`;
  return new HandsetError('unsupported', message, { cause });
}
