import type { AcceptedConnection } from '../device.ts';
import type { ProgramContext } from '../shell/program.ts';
import type { System } from '../system.ts';
import type { VideoCodec } from '../canvas-and-video.ts';
import {
  WakeEvent,
  EncodingSession,
  smallerMaxSize,
  Streamer,
  videoSizeOf,
} from './encoding-session.ts';
import { JavaError, type ServerLog } from './log.ts';
import type { ServerOptions } from './options.ts';

/** Number of consecutive errors after which it gives up once a frame was sent, and ms between retries (SurfaceEncoder.java). */
const maxErrors = 3;
const retryAfterMs = 50;

interface SurfaceEncoderDependencies {
  readonly context: ProgramContext;
  readonly options: ServerOptions;
  readonly log: ServerLog;
  readonly video: AcceptedConnection;
}

/** Streams the display to the client in consecutive encoding sessions (SurfaceEncoder.java and ScreenCapture.java). */
export class SurfaceEncoder {
  readonly #dependencies: SurfaceEncoderDependencies;
  readonly #wakeEvent = new WakeEvent();
  readonly #stop = new AbortController();
  #session: EncodingSession | undefined;
  #maxSize: number;
  #frameSent = false;
  #errors = 0;

  constructor(dependencies: SurfaceEncoderDependencies) {
    this.#dependencies = dependencies;
    this.#maxSize = dependencies.options.maxSize;
    const end = (): void => this.close();
    // The real server only notices on its next write, which makes no difference to a client that has gone.
    if (dependencies.video.signal.aborted) end();
    else dependencies.video.signal.addEventListener('abort', end, { once: true });
  }

  /** Resolves when the client has disconnected, `close` was called, or an error was logged. */
  async serve(): Promise<void> {
    const { log } = this.#dependencies;
    try {
      await this.#streamCapture();
    } catch (error) {
      if (!(error instanceof JavaError)) throw error;
      log.error('Exception on thread Thread[video,5,main]', error);
    }
  }

  /** Starts a new encoding session, which begins with a key frame. */
  reset(): void {
    this.#session?.end();
  }

  close(): void {
    this.#stop.abort();
    this.#session?.end();
  }

  async #streamCapture(): Promise<void> {
    const { context, options, log, video } = this.#dependencies;
    const { videoCodec } = options;
    await requireEncoder(context.system, videoCodec, log);
    const streamer = new Streamer(video, () => this.#wakeEvent.trigger());
    streamer.writeHeader(videoCodec, videoSizeOf(context.system.world.screenSize, this.#maxSize));
    while (!this.#stop.signal.aborted && !streamer.isClosed) {
      const session = new EncodingSession({
        ...this.#dependencies,
        streamer,
        wakeEvent: this.#wakeEvent,
      });
      this.#session = session;
      try {
        await session.encodeUntilEnd(this.#maxSize);
        this.#resetErrorsAfterFrame(session);
      } catch (error) {
        this.#resetErrorsAfterFrame(session);
        if (!(error instanceof JavaError)) throw error;
        log.error(`Capture/encoding error: ${error.name}: ${error.message}`);
        if (!(await this.#mayRetry())) throw error;
      }
    }
  }

  #resetErrorsAfterFrame({ frameSent }: EncodingSession): void {
    if (!frameSent) return;
    this.#frameSent = true;
    this.#errors = 0;
  }

  /** Whether to retry: before the first frame with a smaller size, after it a few times with the same size. */
  async #mayRetry(): Promise<boolean> {
    const { context, log } = this.#dependencies;
    if (this.#frameSent) {
      if (++this.#errors >= maxErrors) return false;
      await context.delay(retryAfterMs);
      return true;
    }
    const smaller = smallerMaxSize(videoSizeOf(context.system.world.screenSize, this.#maxSize));
    if (smaller === undefined) return false;
    this.#maxSize = smaller;
    log.info(`Retrying with -m${smaller}...`);
    return true;
  }
}

/** The MIME types of the codecs (android.media.MediaFormat). */
const mimeTypes = { h264: 'video/avc', h265: 'video/hevc', av1: 'video/av01' } as const;

/**
 * Throws a JavaError if the phone has no encoder for the codec, and logs the reason, as a phone
 * without codecs does (redroid; Genymobile/scrcpy#5286).
 */
async function requireEncoder(
  { video, faults }: System,
  codec: VideoCodec,
  log: ServerLog,
): Promise<void> {
  // With the fault `no-video` encoders exist but refuse.
  const encoders = (await video?.codecs()) ?? (faults.has('no-video') ? ['h264'] : []);
  if (encoders.includes(codec)) return;
  log.error(`Could not create default video encoder for ${codec}`);
  const message = `Failed to initialize ${mimeTypes[codec]}, error 0xfffffffe (NAME_NOT_FOUND)`;
  throw new JavaError('java.lang.IllegalArgumentException', message);
}
