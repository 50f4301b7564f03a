import type { LocalEnd } from '../../local-sockets.ts';
import type { ProgramContext } from '../../programs/program.ts';
import { JavaError } from '../java-error.ts';
import type { ServerLog } from '../log.ts';
import type { ServerOptions } from '../options.ts';
import { Bell } from './bell.ts';
import { ConfigurationError } from './configuration-error.ts';
import { createEncoder } from './encoders.ts';
import { EncodingSession } from './encoding-session.ts';
import type { PositionMapper } from './position-mapper.ts';
import { Streamer } from './streamer.ts';
import { smallerMaxSize, videoSizeOf } from './video-size.ts';

/** Errors in a row that end it, once a frame was sent, and ms between them (SurfaceEncoder.java). */
const mostErrors = 3;
const retryAfterMs = 50;

export interface SurfaceEncoderParts {
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
