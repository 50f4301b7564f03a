import { type ScrcpyMediaStreamPacket, ScrcpyVideoCodecId } from '@yume-chan/scrcpy';
import type { ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError, describeThrown } from '#core/errors.ts';
import { pause, withLimits, abortable } from '../../waits/deadline.ts';
import { checkMessages, videoPacket } from '../transport/bounded-sockets.ts';
import type { AdbConnection } from '../transport/connection.ts';
import { resetVideoMessage } from './control-messages.ts';
import { serverSettings, startServer, type RunningServer, type ServerLog } from './server.ts';
import { Av1Codec } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/av1.js';
import { H264Decoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/h264.js';
import { H265Decoder } from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/h265.js';
import type {
  CodecDecoder,
  CodecDecoderConstructor,
} from '@yume-chan/scrcpy-decoder-webcodecs/esm/video/codec/type.js';
import type { LiveStatus } from '#core/link/live.ts';

/** Starting takes 0.5 to 2 s; slow phones with a full memory need much longer. */
const startDeadlineMs = 20_000;
/** A server that dies closes its socket first, and logs the reason within this time. */
const finalLogMs = 500;
const maxFps = 60;
/** In pixels; half the encoding work of a usual phone's whole screen. */
export const smallMaxSize = 1600;
const largeMaxSize = 2560;

/** The largest number of pixels that a video's longer side may have (`max_size` of scrcpy). */
export type VideoMaxSize = typeof smallMaxSize | typeof largeMaxSize;

/** The size of a video that stays sharp where its longer side is drawn on this many device pixels. */
export function maxSizeFor(drawnPixels: number): VideoMaxSize {
  return drawnPixels <= smallMaxSize ? smallMaxSize : largeMaxSize;
}

/** What to stream, and the server to do it with. */
interface VideoSpec {
  readonly jar: Uint8Array;
  readonly codec: VideoCodec;
  readonly maxSize: VideoMaxSize;
}

type PacketStream = ReadableStream<ScrcpyMediaStreamPacket>;

/** The phone has no encoder for this codec; it may have one for another. */
export class NoEncoderError extends HandsetError {}

/** A scrcpy server that streams the phone's screen, from its start to its end; input has a server of its own. */
export class VideoSession {
  readonly codec: VideoCodec;
  readonly #packets: PacketStream;
  readonly #server: RunningServer;

  private constructor(codec: VideoCodec, packets: PacketStream, server: RunningServer) {
    this.codec = codec;
    this.#packets = packets;
    this.#server = server;
  }

  /**
   * Starts a server for video; resolves when it has announced its codec. Rejects with NoEncoderError,
   * with `unsupported` and the server's own output, or with `timeout`, `phone-lost`, `cancelled`;
   * nothing is left running then.
   */
  static async start(
    connection: AdbConnection,
    { jar, codec, maxSize }: VideoSpec,
    signal: AbortSignal,
  ): Promise<VideoSession> {
    const { lost } = connection;
    const purpose = 'starting the live video';
    const limits = { signal, lost, deadlineMs: startDeadlineMs, purpose };
    return await withLimits(limits, async (ended) => {
      const settings = (scid: string) => videoSettings(scid, codec, maxSize);
      const server = await startServer(connection.adb, { jar, settings }, ended);
      const stop = (): void => void server.stop();
      ended.addEventListener('abort', stop, { once: true });
      try {
        ended.throwIfAborted();
        const onRefused = ({ message }: HandsetError): void => server.log.addLine(message);
        const packets = await readVideo(server.stream, codec, onRefused);
        return new VideoSession(codec, packets, server);
      } catch (error) {
        const failure = error instanceof HandsetError ? error : await endError(server, codec);
        stop();
        throw failure;
      } finally {
        ended.removeEventListener('abort', stop);
      }
    });
  }

  /**
   * Passes the packets on one by one, each when the one before was handled. Always rejects: with the
   * reason why the video ended (`command-failed`), or with the error of handling a packet.
   */
  async readPackets(
    handlePacket: (packet: ScrcpyMediaStreamPacket) => Promise<void>,
  ): Promise<never> {
    const reader = this.#packets.getReader();
    for (;;) {
      // A broken stream counts as ended.
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done || value === undefined) throw await endError(this.#server, this.codec);
      await handlePacket(value);
    }
  }

  /** Makes the phone's encoder begin anew, with a configuration and a key frame. */
  async requestKeyFrame(): Promise<void> {
    await this.#server.write(resetVideoMessage());
  }

  /** Ends the server on the phone. */
  async close(): Promise<void> {
    await this.#server.stop();
  }
}

function videoSettings(
  scid: string,
  videoCodec: VideoCodec,
  maxSize: VideoMaxSize = smallMaxSize,
): ReturnType<typeof serverSettings> {
  return serverSettings(scid, { video: true, control: true, videoCodec, maxSize, maxFps });
}

/**
 * Reads the start of the stream, which names the codec. Resolves with the packets after it; rejects
 * with `protocol` when that is another codec, and with the stream's own error when it ends early. Calls back
 * when a packet is too long; they end before it.
 */
export async function readVideo(
  source: ReadableStream<Uint8Array>,
  codec: VideoCodec,
  onRefused: (error: HandsetError) => void = () => undefined,
): Promise<PacketStream> {
  const settings = videoSettings('0', codec);
  const { metadata, stream } = await settings.parseVideoStreamMetadata(source);
  if (metadata.codec !== codecInfo[codec].id) {
    const receivedId = `0x${metadata.codec.toString(16)}`;
    throw new HandsetError(
      'protocol',
      `Handset asked for ${codec} video, but the phone sent ${receivedId}.`,
    );
  }
  return checkMessages(stream, videoPacket, onRefused).pipeThrough(
    settings.createMediaStreamTransformer(),
  );
}

async function endError(
  { log, ended }: Pick<RunningServer, 'log' | 'ended'>,
  codec: VideoCodec,
): Promise<HandsetError> {
  await Promise.race([ended, pause(finalLogMs, new AbortController().signal)]);
  const encoderError = log.findError(/Could not create default video encoder for .*/);
  if (encoderError !== null)
    return new NoEncoderError('unsupported', noEncoderMessage(codec, encoderError));
  return new HandsetError('command-failed', `The phone's video ended${parenthesizedReason(log)}.`);
}

function noEncoderMessage(codec: VideoCodec, encoderError: string): string {
  return `The phone has no encoder for ${codec} video (${encoderError}).`;
}

function parenthesizedReason({ endReason }: ServerLog): string {
  return endReason === '' ? '' : ` (${endReason})`;
}

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
