import type { ScrcpyMediaStreamPacket } from '@yume-chan/scrcpy';
import type { ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError } from '#core/errors.ts';
import { pause } from '../../waits/deadline.ts';
import { checkMessages, videoPacket } from '../transport/bounded-sockets.ts';
import type { AdbConnection } from '../transport/connection.ts';
import { resetVideoMessage } from './control-messages.ts';
import { finalOutputMs, serverSettings, startServer, type RunningServer } from './server.ts';
import { codecInfo, type VideoCodec } from './video-codecs.ts';

const maxFps = 60;
/** In pixels; half the encoding work of a usual phone's whole screen. */
export const smallMaxSize = 1600;
const largeMaxSize = 2560;

/** The largest number of pixels that a video's longer side may have (`max_size` of scrcpy). */
export type VideoMaxSize = typeof smallMaxSize | typeof largeMaxSize;

/** The size of a video that stays sharp when its longer side is drawn on this many device pixels. */
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
    const purpose = 'starting the live video';
    const settings = (scid: string) => videoSettings(scid, codec, maxSize);
    return await startServer(connection, { jar, settings, purpose }, signal, async (server) => {
      try {
        const onRefused = ({ message }: HandsetError): void => server.log.addLine(message);
        const packets = await readVideo(server.stream, codec, onRefused);
        return new VideoSession(codec, packets, server);
      } catch (error) {
        throw error instanceof HandsetError ? error : await endError(server, codec);
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
  await Promise.race([ended, pause(finalOutputMs, new AbortController().signal)]);
  const encoderError = log.findError(/Could not create default video encoder for .*/);
  if (encoderError !== null) {
    const message = `The phone has no encoder for ${codec} video (${encoderError}).`;
    return new NoEncoderError('unsupported', message);
  }
  const reason = log.endReason === '' ? '' : ` (${log.endReason})`;
  return new HandsetError('command-failed', `The phone's video ended${reason}.`);
}
