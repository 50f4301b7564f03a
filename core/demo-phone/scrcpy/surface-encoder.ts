import type { LocalEnd } from '../local-sockets.ts';
import type { AndroidVersion } from '../options.ts';
import type { ProgramContext } from '../shell/program.ts';
import type { System } from '../system.ts';
import { type VideoCodec, videoCodecs } from '../video.ts';
import {
  Bell,
  EncodingSession,
  type PositionMapper,
  smallerMaxSize,
  Streamer,
  videoSizeOf,
} from './encoding-session.ts';
import { JavaError, type ServerLog } from './log.ts';
import type { ServerOptions } from './options.ts';

/** Errors in a row that end it, once a frame was sent, and ms between them (SurfaceEncoder.java). */
const mostErrors = 3;
const retryAfterMs = 50;

interface SurfaceEncoderParts {
  readonly context: ProgramContext;
  readonly options: ServerOptions;
  readonly log: ServerLog;
  readonly video: LocalEnd;
}

/** Shows the display to the client, one encoding session after the other (SurfaceEncoder.java and ScreenCapture.java). */
export class SurfaceEncoder {
  readonly #parts: SurfaceEncoderParts;
  readonly #bell = new Bell();
  readonly #stop = new AbortController();
  #session: EncodingSession | undefined;
  #maxSize: number;
  #frameSent = false;
  #errors = 0;

  constructor(parts: SurfaceEncoderParts) {
    this.#parts = parts;
    this.#maxSize = parts.options.maxSize;
    const end = (): void => this.close();
    // The real server hears of it when it writes next; a client that is gone does not mind.
    if (parts.video.signal.aborted) end();
    else parts.video.signal.addEventListener('abort', end, { once: true });
  }

  /** Where on the display a point of the present video is; undefined before there is one. */
  get positions(): PositionMapper | undefined {
    return this.#session?.positions;
  }

  /** Begins a new session, with a key frame. */
  reset(): void {
    this.#session?.end();
  }

  /** Resolves when the client has left, `close` was called, or what the log tells has gone wrong. */
  async run(): Promise<void> {
    const { log } = this.#parts;
    try {
      await this.#streamCapture();
    } catch (error) {
      if (error instanceof JavaError) log.error('Exception on thread Thread[video,5,main]', error);
      else if (!(error instanceof ConfigurationError)) throw error;
    } finally {
      log.debug('Screen streaming stopped');
    }
  }

  close(): void {
    this.#stop.abort();
    this.#session?.end();
  }

  async #streamCapture(): Promise<void> {
    const { context, options, log, video } = this.#parts;
    const { codec } = await createEncoder(context.system, options, log);
    const streamer = new Streamer(video, { ...options, codec }, () => this.#bell.ring());
    const { world } = context.system;
    streamer.header(videoSizeOf(world.screenSize, this.#maxSize));
    while (!this.#stop.signal.aborted && !streamer.broken) {
      const session = new EncodingSession({ ...this.#parts, codec, streamer, bell: this.#bell });
      this.#session = session;
      try {
        await session.run(this.#maxSize);
        this.#noteFrame(session);
      } catch (error) {
        this.#noteFrame(session);
        if (!(error instanceof JavaError)) throw error;
        log.error(`Capture/encoding error: ${error.name}: ${error.message}`);
        if (!(await this.#mayRetry())) throw error;
      }
    }
  }

  #noteFrame({ frameSent }: EncodingSession): void {
    if (!frameSent) return;
    this.#frameSent = true;
    this.#errors = 0;
  }

  /** Whether it is tried again: at once and smaller before the first frame, else a few times as it is. */
  async #mayRetry(): Promise<boolean> {
    const { context, options, log } = this.#parts;
    if (this.#frameSent) {
      if (++this.#errors >= mostErrors) return false;
      await context.wait(retryAfterMs);
      return true;
    }
    if (!options.downsizeOnError) return false;
    const smaller = smallerMaxSize(videoSizeOf(context.system.world.screenSize, this.#maxSize));
    if (smaller === undefined) return false;
    this.#maxSize = smaller;
    log.info(`Retrying with -m${smaller}...`);
    return true;
  }
}

/** One of the phone's encoders, by the name it has in android.media.MediaCodecList. */
interface PhoneEncoder {
  readonly codec: VideoCodec;
  readonly name: string;
}

/** Of the fault `no-video`: encoders are there, and refuse. */
const refusing: readonly VideoCodec[] = ['h264'];

/** Characters of a line, its line feed among them, before what kind of encoder it is. */
const kindColumn = 70;

/** AOSP's software encoders. Guess: the one for H.265 of Android 8, which has none. */
const names = {
  old: {
    h264: 'OMX.google.h264.encoder',
    h265: 'OMX.google.hevc.encoder',
    av1: 'OMX.google.av1.encoder',
  },
  new: {
    h264: 'c2.android.avc.encoder',
    h265: 'c2.android.hevc.encoder',
    av1: 'c2.android.av1.encoder',
  },
} as const;

/** The phone's video encoders, in the order in which the server lists them. */
export async function videoEncodersOf(system: System): Promise<readonly PhoneEncoder[]> {
  const { video, android, faults } = system;
  const can = (await video?.codecs()) ?? (faults.has('no-video') ? refusing : []);
  const { [android < 11 ? 'old' : 'new']: named } = names;
  return videoCodecs
    .filter((codec) => can.includes(codec))
    .map((codec) => ({ codec, name: named[codec] }));
}

/** `List of video encoders:` and them (LogUtils.buildEncoderListMessage). */
export function videoEncoderList(
  encoders: readonly PhoneEncoder[],
  android: AndroidVersion,
): string {
  const lines = encoders.map(({ codec, name }) => {
    const line = `\n    --video-codec=${codec} --video-encoder=${name}`;
    // MediaCodecInfo.isSoftwareOnly came with Android 10.
    return android >= 10 ? `${line.padEnd(kindColumn)} (sw)` : line;
  });
  return `List of video encoders:${lines.join('')}`;
}

/** What the client asks for. */
interface EncoderWish {
  readonly videoCodec: string;
  /** A name; undefined: the phone's first for the codec. */
  readonly videoEncoder: string | undefined;
}

/**
 * The encoder that the server gets for a wish (SurfaceEncoder.createMediaCodec). Throws a
 * ConfigurationError when its name is wrong, a JavaError when the phone has none for the codec;
 * both after the reason was logged.
 */
async function createEncoder(
  system: System,
  { videoCodec, videoEncoder }: EncoderWish,
  log: ServerLog,
): Promise<PhoneEncoder> {
  const encoders = await videoEncodersOf(system);
  const list = videoEncoderList(encoders, system.android);
  if (videoEncoder === undefined) {
    const encoder = encoders.find(({ codec }) => codec === videoCodec);
    if (encoder !== undefined) {
      log.debug(`Using video encoder: '${encoder.name}'`);
      return encoder;
    }
    log.error(`Could not create default video encoder for ${videoCodec}\n${list}`);
    throw noEncoder(videoCodec);
  }
  const encoder = encoders.find(({ name }) => name === videoEncoder);
  if (encoder === undefined) {
    log.error(`Video encoder '${videoEncoder}' for ${videoCodec} not found\n${list}`);
    throw new ConfigurationError(`Unknown encoder: ${videoEncoder}`);
  }
  if (encoder.codec === videoCodec) return encoder;
  log.error(
    `Video encoder type for "${videoEncoder}" (${mimeTypes[encoder.codec]}) does not match codec type (${mimeTypes[videoCodec]})`,
  );
  throw new ConfigurationError(`Incorrect encoder type: ${videoEncoder}`);
}

/** As a phone without codecs reports it (redroid; Genymobile/scrcpy#5286). */
export function noEncoder(codec: string): JavaError {
  return new JavaError({
    name: 'java.lang.IllegalArgumentException',
    message: `Failed to initialize ${mimeTypes[codec] ?? codec}, error 0xfffffffe (NAME_NOT_FOUND)`,
    frames: [
      'android.media.MediaCodec.native_setup(Native Method)',
      'android.media.MediaCodec.<init>(MediaCodec.java:2000)',
      'android.media.MediaCodec.<init>(MediaCodec.java:1978)',
      'android.media.MediaCodec.createEncoderByType(MediaCodec.java:1933)',
    ],
  });
}

/** android.media.MediaFormat's names of the codecs, by those of scrcpy. */
const mimeTypes: Readonly<Record<string, string>> = {
  h264: 'video/avc',
  h265: 'video/hevc',
  av1: 'video/av01',
  opus: 'audio/opus',
  aac: 'audio/mp4a-latm',
  flac: 'audio/flac',
};

/** The client asked for what can't be; the log has said so already, and the server just ends (ConfigurationException). */
class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
