import type { ScrcpyMediaStreamPacket } from '@yume-chan/scrcpy';
import { readUptime } from '#core/commands/display.ts';
import { HandsetError, toHandsetError } from '#core/errors.ts';
import { abortable, pause } from '../../waits/deadline.ts';
import type { AdbConnection } from '../transport/connection.ts';
import { type DecodedFrame, FrameDecoder } from './frame-decoder.ts';
import { PacketLateness } from './packet-lateness.ts';
import { decodableCodecs, type VideoCodec } from './video-codecs.ts';
import { NoEncoderError, smallMaxSize, type VideoMaxSize, VideoSession } from './video-session.ts';
import { runCommand } from '../transport/run-command.ts';
import type { ProgramLoader } from '../transport/program-files.ts';

/** When to try again after a video failed. */
const retryMs = 60_000;
/** A server that streamed this long is restarted at once: some phones end it when they rotate or fold. */
const stableAfterMs = 5_000;
/** After this many short runs in a row, the server is expected to end again. */
const maxShortRuns = 2;
/** How long to wait for the first frame: a phone whose display is off sends none until it is on. */
const firstFrameMs = 4_000;
/** When to read the phone's clock again: after 10 min it has drifted by 120 ms at most; sooner after a vague reading. */
const clockRereadMs = { read: 600_000, vague: 10_000 } as const;

/** The state of the video. */
export type VideoState =
  | { readonly state: 'starting' }
  | { readonly state: 'streaming'; readonly codec: VideoCodec }
  /** Tried again by itself. */
  | { readonly state: 'failed'; readonly error: HandsetError };

/** Is notified of the video's state and frames. */
export interface VideoListener {
  onState(state: VideoState): void;
  /** The listener owns the frame and closes it. */
  onFrame(decoded: DecodedFrame): void;
}

/** The receiver of the video, and its maximum size. */
interface StreamRequest {
  readonly listener: VideoListener;
  readonly maxSize: VideoMaxSize;
}

/** Is notified of the encoded video, for a recording. */
interface PacketListener {
  /** Gets the packets in order; the next one is read from the phone when the promise has settled. Must not reject. */
  onPacket(packet: ScrcpyMediaStreamPacket, codec: VideoCodec): Promise<void>;
  /** The video has failed; it is tried again only after a while. */
  onFailed(error: HandsetError): void;
}

/** The live video of one phone: streams while there is a listener, from a scrcpy server of its own. */
export class VideoStream {
  readonly #connection: AdbConnection;
  readonly #loadServer: ProgramLoader;
  /** The codec of the last start that worked. */
  #codec: VideoCodec | null = null;
  #decoder: FrameDecoder | null = null;
  #session: VideoSession | null = null;
  #failure: HandsetError | null = null;
  #packetListener: PacketListener | null = null;
  #lateness = new PacketLateness();
  #stopped = new AbortController();
  /** Settles when all earlier runs have ended. */
  #earlierRuns: Promise<void> = Promise.resolve();

  constructor(connection: AdbConnection, loadServer: ProgramLoader) {
    this.#connection = connection;
    this.#loadServer = loadServer;
    connection.onBeforeClose(() => this.stop());
  }

  /**
   * Null when the last frame contains everything received from the phone; else the arrival of the
   * newest packet, by `performance.now()`.
   */
  get undecodedSinceMs(): number | null {
    return this.#decoder === null ? performance.now() : this.#decoder.undecodedSinceMs;
  }

  /** Whether a server on the phone streams; it sends nothing while the display is off. */
  get isStreaming(): boolean {
    return this.#session !== null;
  }

  /** How late recent packets came at worst, in ms, compared with the fastest of this video. */
  get lateMs(): number {
    return this.#lateness.worstMs(performance.now());
  }

  /**
   * An upper bound of the fastest packet's delay since its frame was drawn, in ms; 0 if that is
   * unknown.
   */
  get alwaysLateMs(): number {
    return this.#lateness.constantDelayMs;
  }

  /**
   * Passes the encoded video to this listener, too, from a configuration and a key frame on; null ends
   * that. The video must have been started.
   */
  async setPacketListener(listener: PacketListener | null): Promise<void> {
    this.#packetListener = listener;
    if (listener === null) return;
    if (this.#failure !== null) listener.onFailed(this.#failure);
    // A session that is just starting begins so anyway. One that has ended is reported to its reader.
    await this.#session?.requestKeyFrame().catch(() => undefined);
  }

  /** Streams to this listener alone, in at most this size, until `stop` or the end of the connection. */
  start(listener: VideoListener, maxSize: VideoMaxSize = smallMaxSize): void {
    void this.stop();
    this.#failure = null;
    this.#stopped = new AbortController();
    const ended = AbortSignal.any([this.#stopped.signal, this.#connection.lost]);
    this.#earlierRuns = this.#earlierRuns.then(() =>
      this.#streamUntilStopped({ listener, maxSize }, ended),
    );
  }

  /** Ends the streaming; resolves when the phone no longer runs any of it. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#earlierRuns;
  }

  /** Streams until the signal aborts. Never rejects. */
  async #streamUntilStopped(request: StreamRequest, ended: AbortSignal): Promise<void> {
    const { listener } = request;
    const isOver = (): boolean => ended.aborted;
    let shortRuns = 0;
    while (!isOver()) {
      this.#failure = null;
      listener.onState({ state: 'starting' });
      const { lastedMs, error } = await this.#streamOnce(request, ended);
      if (isOver()) return;
      shortRuns = lastedMs >= stableAfterMs ? 0 : shortRuns + 1;
      if (lastedMs > 0 && shortRuns < maxShortRuns) continue;
      this.#failure = error;
      this.#packetListener?.onFailed(error);
      listener.onState({ state: 'failed', error: withHint(error) });
      await pause(retryMs, ended);
    }
  }

  /** Why the video ended, and after how long; 0 when it never began. */
  async #streamOnce(
    { listener, maxSize }: StreamRequest,
    ended: AbortSignal,
  ): Promise<{ readonly lastedMs: number; readonly error: HandsetError }> {
    let startMs = Infinity;
    try {
      const session = await this.#startFirstSupported(maxSize, ended);
      startMs = performance.now();
      await this.#decodeUntilEnd(session, listener, ended);
      throw new HandsetError('internal', 'The video ended unexpectedly.');
    } catch (thrown) {
      return {
        lastedMs: Math.max(0, performance.now() - startMs),
        error: toHandsetError(thrown),
      };
    }
  }

  /** Starts with the first codec that browser and phone share, trying the last successful one first. */
  async #startFirstSupported(maxSize: VideoMaxSize, ended: AbortSignal): Promise<VideoSession> {
    const decodable = await decodableCodecs();
    if (decodable.length === 0) throw noDecoder();
    const last = decodable.filter((each) => each === this.#codec);
    const others = decodable.filter((each) => each !== this.#codec);
    const refusals: NoEncoderError[] = [];
    for (const codec of [...last, ...others]) {
      try {
        const jar = await this.#loadServer(ended);
        const session = await VideoSession.start(this.#connection, { jar, codec, maxSize }, ended);
        this.#codec = codec;
        return session;
      } catch (error) {
        if (!(error instanceof NoEncoderError)) throw error;
        refusals.push(error);
      }
    }
    this.#codec = null;
    throw noCommonCodec(decodable, refusals);
  }

  /** Never rejects: a phone whose clock can't be read streams as well. */
  async #readClock(lateness: PacketLateness, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const requestedAtMs = performance.now();
      const reading = runCommand(this.#connection, readUptime, ended);
      const phoneMs = await reading.catch(() => null);
      if (phoneMs === null) return;
      const answeredAtMs = performance.now();
      const isPrecise = lateness.recordClockReading({ phoneMs, requestedAtMs, answeredAtMs });
      await pause(clockRereadMs[isPrecise ? 'read' : 'vague'], ended);
    }
  }

  /** Always rejects, with why the video ended. */
  async #decodeUntilEnd(
    session: VideoSession,
    listener: VideoListener,
    ended: AbortSignal,
  ): Promise<void> {
    const over = new AbortController();
    try {
      const silent = AbortSignal.any([ended, over.signal]);
      const decoder = new FrameDecoder(
        session.codec,
        reportFirstFrame(session.codec, listener, silent),
      );
      this.#decoder = decoder;
      this.#session = session;
      const lateness = new PacketLateness();
      this.#lateness = lateness;
      void this.#readClock(lateness, silent);
      const playing = session.readPackets(async (packet) => {
        if (packet.type === 'data' && packet.pts !== undefined) {
          lateness.recordPacket(Number(packet.pts) / 1000, performance.now());
        }
        await this.#packetListener?.onPacket(packet, session.codec);
        await decoder.decodePacket(packet);
      });
      await abortable(playing, AbortSignal.any([ended, decoder.ended]));
    } catch (error) {
      const decoderEnded = this.#decoder?.ended;
      throw decoderEnded?.aborted === true ? decoderEnded.reason : error;
    } finally {
      over.abort();
      this.#decoder?.close();
      this.#decoder = null;
      this.#session = null;
      await session.close();
    }
  }
}

/** Passes frames on; reports `streaming` with the first, and a failure when none comes for a while. */
function reportFirstFrame(
  codec: VideoCodec,
  listener: VideoListener,
  ended: AbortSignal,
): (decoded: DecodedFrame) => void {
  let hasFrame = false;
  void pause(firstFrameMs, ended).then(() => {
    if (!hasFrame && !ended.aborted) listener.onState({ state: 'failed', error: noFrameYet() });
  });
  return (decoded) => {
    if (!hasFrame) listener.onState({ state: 'streaming', codec });
    hasFrame = true;
    listener.onFrame(decoded);
  };
}

function withHint(error: HandsetError): HandsetError {
  if (error.hint !== undefined) return error;
  const hint = 'Showing screenshots; retrying video in a minute.';
  return new HandsetError(error.code, error.message, { hint, cause: error });
}

function noDecoder(): HandsetError {
  return new HandsetError('unsupported', "This browser can't decode video (WebCodecs).", {
    hint: 'Screenshots are shown instead. A current Chrome or Edge shows video.',
  });
}

/** Names all codecs that were tried: the phone may have an encoder for one that this browser can't decode. */
function noCommonCodec(
  tried: readonly VideoCodec[],
  cause: readonly NoEncoderError[],
): HandsetError {
  const codecs = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(tried);
  return new HandsetError('unsupported', `The phone has no encoder for ${codecs} video.`, {
    cause,
  });
}

function noFrameYet(): HandsetError {
  return new HandsetError('timeout', "The phone started the video but hasn't sent a frame yet.", {
    hint: 'The display may be off: wake the phone with its power button.',
  });
}
