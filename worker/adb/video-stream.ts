import { readUptime } from '../../core/commands/device.ts';
import { HandsetError, toHandsetError } from '../../core/errors.ts';
import { pause, unlessAborted } from '../waits/deadline.ts';
import type { AdbConnection } from './connection.ts';
import {
  type DecodedFrame,
  type VideoCodec,
  FrameDecoder,
  decodableCodecs,
} from './frame-decoder.ts';
import { Lateness } from './lateness.ts';
import { runCommand } from './run-command.ts';
import type { ServerLoader } from './server-file.ts';
import { NoEncoder, VideoSession } from './video-session.ts';

/** Video that could not be had is tried again after this. */
const retryMs = 60_000;
/** A server that streamed for so long is started again at once: some phones end it when they turn or fold. */
const livesLongMs = 5_000;
/** A server that ends sooner than that so many times in a row will do so again. */
const endsSoonTimes = 2;
/** A phone whose display is off sends nothing until it is on. */
const firstFrameMs = 4_000;
/** When the phone's clock is read again: it has drifted by 120 ms at most then, or the phone had too much to do. */
const clockAgainMs = { read: 600_000, vague: 10_000 } as const;

/** How the video stands. */
export type VideoState =
  | { readonly state: 'starting' }
  | { readonly state: 'streaming'; readonly codec: VideoCodec }
  /** It is tried again by itself. */
  | { readonly state: 'failed'; readonly error: HandsetError };

/** Who watches the video. */
export interface VideoListener {
  onState(state: VideoState): void;
  /** The frame is the listener's, who closes it. */
  onFrame(decoded: DecodedFrame): void;
}

/** The live video of one phone: streams while somebody watches, by a server of its own. */
export class VideoStream {
  readonly #connection: AdbConnection;
  readonly #loadServer: ServerLoader;
  /** That of the last start that worked. */
  #codec: VideoCodec | null = null;
  #decoder: FrameDecoder | null = null;
  #lateness = new Lateness();
  #stopped = new AbortController();
  /** Settles when all that was begun before has ended. */
  #before: Promise<void> = Promise.resolve();

  constructor(connection: AdbConnection, loadServer: ServerLoader) {
    this.#connection = connection;
    this.#loadServer = loadServer;
    connection.beforeClosing(() => this.stop());
  }

  /**
   * Null when all that has come from the phone is in the last frame; else when the newest of the
   * rest came, by `performance.now()`.
   */
  get undecodedSinceMs(): number | null {
    return this.#decoder === null ? performance.now() : this.#decoder.undecodedSinceMs;
  }

  /** By how many ms packets came too late of late, compared with the fastest of this video. */
  get lateMs(): number {
    return this.#lateness.worstMs(performance.now());
  }

  /** What the fastest packet took at most, in ms from the drawing of its frame; 0 where the phone does not say. */
  get alwaysLateMs(): number {
    return this.#lateness.alwaysMs;
  }

  /** Streams to this listener, and to no other, until `stop` or the connection's end. */
  start(listener: VideoListener): void {
    void this.stop();
    this.#stopped = new AbortController();
    const ended = AbortSignal.any([this.#stopped.signal, this.#connection.lost]);
    this.#before = this.#before.then(() => this.#run(listener, ended));
  }

  /** Ends the streaming; resolves when nothing of it runs on the phone. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#before;
  }

  /** Streams until it is ended. Never rejects. */
  async #run(listener: VideoListener, ended: AbortSignal): Promise<void> {
    const isOver = (): boolean => ended.aborted;
    let endedSoon = 0;
    while (!isOver()) {
      listener.onState({ state: 'starting' });
      const { lastedMs, error } = await this.#playOnce(listener, ended);
      if (isOver()) return;
      endedSoon = lastedMs >= livesLongMs ? 0 : endedSoon + 1;
      if (lastedMs > 0 && endedSoon < endsSoonTimes) continue;
      listener.onState({ state: 'failed', error: withHint(error) });
      await pause(retryMs, ended);
    }
  }

  /** Why the video ended, and after how long; 0 where it did not begin. */
  async #playOnce(
    listener: VideoListener,
    ended: AbortSignal,
  ): Promise<{ readonly lastedMs: number; readonly error: HandsetError }> {
    let startMs = Infinity;
    try {
      const session = await this.#startAny(ended);
      startMs = performance.now();
      await this.#play(session, listener, ended);
      throw new HandsetError('internal', 'A video ended without a reason.');
    } catch (thrown) {
      return {
        lastedMs: Math.max(0, performance.now() - startMs),
        error: toHandsetError(thrown),
      };
    }
  }

  /** Starts with the first codec that browser and phone share, the one that worked before in front. */
  async #startAny(ended: AbortSignal): Promise<VideoSession> {
    const known = await decodableCodecs();
    if (known.length === 0) throw noDecoder();
    const others = known.filter((codec) => codec !== this.#codec);
    const refusals: NoEncoder[] = [];
    for (const codec of [...known.filter((codec) => codec === this.#codec), ...others]) {
      try {
        const jar = await this.#loadServer(ended);
        const session = await VideoSession.start(this.#connection, { jar, codec }, ended);
        this.#codec = codec;
        return session;
      } catch (error) {
        if (!(error instanceof NoEncoder)) throw error;
        refusals.push(error);
      }
    }
    this.#codec = null;
    throw noEncoder(known, refusals);
  }

  /** Never rejects: a phone that does not tell its time streams as well. */
  async #readClock(lateness: Lateness, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const askedAtMs = performance.now();
      const reading = runCommand(this.#connection, readUptime, ended);
      const phoneMs = await reading.catch(() => null);
      if (phoneMs === null) return;
      const answeredAtMs = performance.now();
      const isRead = lateness.clockRead({ phoneMs, askedAtMs, answeredAtMs });
      await pause(clockAgainMs[isRead ? 'read' : 'vague'], ended);
    }
  }

  /** Always rejects, with why it ended. */
  async #play(session: VideoSession, listener: VideoListener, ended: AbortSignal): Promise<void> {
    const over = new AbortController();
    try {
      const silent = AbortSignal.any([ended, over.signal]);
      const decoder = new FrameDecoder(session.codec, beginning(session.codec, listener, silent));
      this.#decoder = decoder;
      const lateness = new Lateness();
      this.#lateness = lateness;
      void this.#readClock(lateness, silent);
      const playing = session.play(async (packet) => {
        if (packet.type === 'data' && packet.pts !== undefined) {
          lateness.take(Number(packet.pts) / 1000, performance.now());
        }
        await decoder.take(packet);
      });
      await unlessAborted(playing, AbortSignal.any([ended, decoder.ended]));
    } catch (error) {
      const broken = this.#decoder?.ended;
      throw broken?.aborted === true ? broken.reason : error;
    } finally {
      over.abort();
      this.#decoder?.close();
      this.#decoder = null;
      await session.close();
    }
  }
}

/** Hands frames on; the first one says that the video streams, and none for a while that it does not. */
function beginning(
  codec: VideoCodec,
  listener: VideoListener,
  ended: AbortSignal,
): (decoded: DecodedFrame) => void {
  let begun = false;
  void pause(firstFrameMs, ended).then(() => {
    if (!begun && !ended.aborted) listener.onState({ state: 'failed', error: nothingSent() });
  });
  return (decoded) => {
    if (!begun) listener.onState({ state: 'streaming', codec });
    begun = true;
    listener.onFrame(decoded);
  };
}

function withHint(error: HandsetError): HandsetError {
  if (error.hint !== undefined) return error;
  const hint = 'Screenshots are shown instead; video is tried again in a minute.';
  return new HandsetError(error.code, error.message, { hint, cause: error });
}

function noDecoder(): HandsetError {
  return new HandsetError('unsupported', "This browser can't decode video (WebCodecs).", {
    hint: 'Screenshots are shown instead. A current Chrome or Edge shows video.',
  });
}

/** All codecs that were tried, by name: the phone may have an encoder for another, which this browser can't decode. */
function noEncoder(tried: readonly VideoCodec[], cause: readonly NoEncoder[]): HandsetError {
  const codecs = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(tried);
  return new HandsetError('unsupported', `The phone has no encoder for ${codecs} video.`, {
    cause,
  });
}

function nothingSent(): HandsetError {
  return new HandsetError('timeout', 'The phone streams, but has sent no picture yet.', {
    hint: 'Its display may be off: wake it with its power button.',
  });
}
