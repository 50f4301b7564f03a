import {
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny';
import type { Size } from '#core/geometry.ts';
import type { VideoCodec } from '../adb/scrcpy/video-codecs.ts';
import type { VideoSink } from './recording-folder.ts';

/** The codecs' names in mediabunny. */
const codecNames = { h264: 'avc', h265: 'hevc', av1: 'av1' } as const;
/** Bytes that are collected before they are written. */
const chunkBytes = 1 << 20;
/** Between frames whose times do not increase, which a player would refuse, in µs. */
const leastStepUs = 1_000;

/** One encoded frame. */
export interface EncodedFrame {
  readonly isKey: boolean;
  /** In H.264 and H.265 an Annex B stream; a file's first frame has the parameter sets before it. */
  readonly bytes: Uint8Array;
  /** By the phone's clock. */
  readonly timeUs: number;
}

interface VideoFormat {
  readonly codec: VideoCodec;
  /** The codec string (RFC 6381). */
  readonly codecString: string;
  readonly size: Size;
}

/**
 * Writes an MP4 file from encoded frames, which are not encoded again. Each frame is shown until the next
 * one, since a phone sends none while its screen is still. The index is at the file's end: only its
 * entries are kept in memory.
 */
export class VideoFile {
  readonly #output: Output;
  readonly #source: EncodedVideoPacketSource;
  readonly #config: Parameters<EncodedVideoPacketSource['add']>[1]['decoderConfig'];
  /** The last frame, whose duration is not known yet. */
  #pending: EncodedFrame | null = null;
  #startUs = 0;
  /** What is added to the frames' times, so that they increase. */
  #offsetUs = 0;

  constructor(sink: VideoSink, { codec, codecString, size }: VideoFormat) {
    this.#source = new EncodedVideoPacketSource(codecNames[codec]);
    const { width: codedWidth, height: codedHeight } = size;
    this.#config = { codec: codecString, codedWidth, codedHeight };
    const writable = new WritableStream<{ data: Uint8Array<ArrayBuffer>; position: number }>({
      write: ({ data, position }) => sink.write(data, position),
    });
    this.#output = new Output({
      format: new Mp4OutputFormat({ fastStart: false }),
      target: new StreamTarget(writable, { chunked: true, chunkSize: chunkBytes }),
    });
    this.#output.addVideoTrack(this.#source);
  }

  /** Call it once, before the first frame. */
  async start(): Promise<void> {
    await this.#output.start();
  }

  /** Adds a frame; the first one must be a key frame. Rejects when it can't be written. */
  async add(frame: EncodedFrame): Promise<void> {
    const last = this.#pending;
    if (last === null) this.#startUs = frame.timeUs;
    else if (frame.timeUs + this.#offsetUs <= last.timeUs)
      this.#offsetUs = last.timeUs + leastStepUs - frame.timeUs;
    this.#pending = { ...frame, timeUs: frame.timeUs + this.#offsetUs };
    if (last !== null) await this.#write(last, this.#pending.timeUs);
  }

  /** Completes the file, which shows its last frame for this long; resolves with its duration. */
  async finish(lastFrameUs: number): Promise<{ readonly durationMs: number }> {
    const last = this.#pending;
    const endUs = (last?.timeUs ?? 0) + Math.max(leastStepUs, lastFrameUs);
    if (last !== null) await this.#write(last, endUs);
    await this.#output.finalize();
    return { durationMs: Math.round((endUs - this.#startUs) / 1000) };
  }

  async #write({ isKey, bytes, timeUs }: EncodedFrame, endUs: number): Promise<void> {
    const startS = (timeUs - this.#startUs) / 1e6;
    const durationS = (endUs - timeUs) / 1e6;
    const packet = new EncodedPacket(bytes, isKey ? 'key' : 'delta', startS, durationS);
    await this.#source.add(packet, { decoderConfig: this.#config });
  }
}
