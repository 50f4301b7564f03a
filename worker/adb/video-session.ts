import type { ScrcpyMediaStreamPacket } from '@yume-chan/scrcpy';
import type { ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError } from '#core/errors.ts';
import { pause, withLimits } from '../waits/deadline.ts';
import type { AdbConnection } from './connection.ts';
import {
  serverSettings,
  startServer,
  type RunningServer,
  type ServerLog,
} from './scrcpy-server.ts';
import { codecInfo, type VideoCodec } from './video-decoder.ts';

/** Starting takes 0.5 to 2 s; slow phones with a full memory need much longer. */
const startDeadlineMs = 20_000;
/** A server that dies closes its socket first, and logs the reason within this time. */
const finalLogMs = 500;
/** The longer side, in pixels: sharp on a laptop's screen, at half the phone's usual encoding work. */
const maxSize = 1600;
const maxFps = 60;

/** What to stream, and the server to do it with. */
interface VideoSpec {
  readonly jar: Uint8Array;
  readonly codec: VideoCodec;
}

type PacketStream = ReadableStream<ScrcpyMediaStreamPacket>;

/** The phone has no encoder for this codec; it may have one for another. */
export class NoEncoderError extends HandsetError {}

/** A scrcpy server that streams the phone's screen, from its start to its end; it handles no input. */
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
   * Starts a server for video alone; resolves when it has announced its codec. Rejects with NoEncoderError,
   * with `unsupported` and the server's own output, or with `timeout`, `phone-lost`, `cancelled`;
   * nothing is left running then.
   */
  static async start(
    connection: AdbConnection,
    { jar, codec }: VideoSpec,
    signal: AbortSignal,
  ): Promise<VideoSession> {
    const { lost } = connection;
    const purpose = 'starting the live video';
    const limits = { signal, lost, deadlineMs: startDeadlineMs, purpose };
    return await withLimits(limits, async (ended) => {
      const settings = (scid: string) => videoSettings(scid, codec);
      const server = await startServer(connection.adb, { jar, settings }, ended);
      const stop = (): void => void server.stop();
      ended.addEventListener('abort', stop, { once: true });
      try {
        ended.throwIfAborted();
        return new VideoSession(codec, await readVideo(server.stream, codec), server);
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

  /** Ends the server on the phone. */
  async close(): Promise<void> {
    await this.#server.stop();
  }
}

function videoSettings(scid: string, videoCodec: VideoCodec): ReturnType<typeof serverSettings> {
  return serverSettings(scid, { video: true, control: false, videoCodec, maxSize, maxFps });
}

/**
 * Reads the start of the stream, which names the codec. Resolves with the packets after it; rejects
 * with `protocol` when that is another codec, and with the stream's own error when it ends early.
 */
export async function readVideo(
  source: ReadableStream<Uint8Array>,
  codec: VideoCodec,
): Promise<PacketStream> {
  const settings = videoSettings('0', codec);
  const { metadata, stream } = await settings.parseVideoStreamMetadata(source);
  if (metadata.codec !== codecInfo[codec].id) {
    const receivedId = `0x${metadata.codec.toString(16)}`;
    throw new HandsetError(
      'protocol',
      `The phone was asked for ${codec} video and sends ${receivedId}.`,
    );
  }
  return stream.pipeThrough(settings.createMediaStreamTransformer());
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
