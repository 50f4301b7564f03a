import { type Size, sameSize } from '../../../geometry.ts';
import type { ProgramContext } from '../../programs/program.ts';
import type { VideoCodec, VideoEncoding, VideoPacket } from '../../video.ts';
import type { Mirror } from '../../world.ts';
import { JavaError } from '../java-error.ts';
import type { ServerOptions } from '../options.ts';
import type { Bell } from './bell.ts';
import { FrameClock } from './frame-clock.ts';
import { PositionMapper } from './position-mapper.ts';
import type { Streamer } from './streamer.ts';
import { videoSizeOf } from './video-size.ts';

/** Frames a second of a phone's display. */
const displayFps = 60;
/** Frames that may be on their way from the display to the client; while they are, newer ones take no turn. */
const mostFrames = 3;
/** Between two key frames of one session (SurfaceEncoder.DEFAULT_I_FRAME_INTERVAL). */
const keyFrameIntervalUs = 10_000_000;
/** When it is looked again whether there is room: an encoder may have dropped what it had. */
const stalledMs = 250;

export interface SessionParts {
  readonly context: ProgramContext;
  readonly options: ServerOptions;
  readonly codec: VideoCodec;
  readonly streamer: Streamer;
  /** Rings when the client has taken something; the session rings it too. */
  readonly bell: Bell;
}

/** One run of an encoder, from its config packet until the display has another size or a new one is wanted. */
export class EncodingSession {
  readonly #parts: SessionParts;
  #positions: PositionMapper | undefined;
  #ended = false;
  #frameSent = false;
  #failure: JavaError | undefined;
  #keyAtUs = -Infinity;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** undefined until it runs. */
  get positions(): PositionMapper | undefined {
    return this.#positions;
  }

  /** Whether a frame has come out of the encoder. */
  get frameSent(): boolean {
    return this.#frameSent;
  }

  end(): void {
    this.#ended = true;
    this.#parts.bell.ring();
  }

  /** Resolves when it has ended. Rejects with a JavaError when the encoder refuses or breaks. */
  async run(maxSize: number): Promise<void> {
    const { context, bell } = this.#parts;
    const { world } = context.system;
    const display = world.screenSize;
    const size = videoSizeOf(display, maxSize);
    const encoding = this.#configure(size);
    const mirror = world.mirror(size);
    this.#positions = new PositionMapper(size, display);
    const stopListening = world.onChange(() => bell.ring());
    try {
      await this.#feed(encoding, mirror, display);
    } finally {
      stopListening();
      encoding.close();
    }
  }

  #configure(size: Size): VideoEncoding {
    const { context, options, codec } = this.#parts;
    const { video, faults } = context.system;
    if (video === undefined || faults.has('no-video')) throw refused();
    const settings = { codec, size, bitRate: options.videoBitRate, framesPerSecond: this.#fps };
    return video.open(settings, {
      packet: (packet) => this.#pass(packet),
      failed: (reason) => this.#broke(reason),
    });
  }

  async #feed(encoding: VideoEncoding, mirror: Mirror, display: Size): Promise<void> {
    const { context, streamer, bell } = this.#parts;
    const { world } = context.system;
    const clock = new FrameClock(world, this.#fps);
    while (!this.#ended && !streamer.broken && this.#fits(display)) {
      if (this.#failure !== undefined) throw this.#failure;
      const hasRoom = encoding.waiting + streamer.waiting < mostFrames;
      const dueInMs = clock.dueInMs(performance.now());
      if (hasRoom && dueInMs === 0) this.#take(clock, encoding, mirror);
      else await bell.wait(hasRoom ? Math.min(dueInMs, untilNextMinuteMs()) : stalledMs);
    }
  }

  /** Some phones tell the server nothing of a turn (Genymobile/scrcpy#6348). */
  #fits(display: Size): boolean {
    const { world, faults } = this.#parts.context.system;
    return faults.has('deaf-video') || sameSize(world.screenSize, display);
  }

  #take(clock: FrameClock, encoding: VideoEncoding, { canvas, paint }: Mirror): void {
    if (clock.changed) paint();
    const nowMs = performance.now();
    clock.taken(nowMs);
    const timestampUs = Math.round(nowMs * 1000);
    const key = timestampUs - this.#keyAtUs >= keyFrameIntervalUs;
    if (key) this.#keyAtUs = timestampUs;
    encoding.encode(canvas, { timestampUs, key });
  }

  #pass(packet: VideoPacket): void {
    if (!packet.config) this.#frameSent = true;
    this.#parts.streamer.packet(packet);
  }

  #broke(reason: string): void {
    const { system, pid } = this.#parts.context;
    const entry = { buffer: 'main', uid: 2000, pid, level: 'E', tag: 'MediaCodec' } as const;
    system.log.write({ ...entry, message: `Codec reported err 0x80000000: ${reason}` });
    this.#failure = broken();
    this.#parts.bell.ring();
  }

  get #fps(): number {
    const { maxFps } = this.#parts.options;
    return maxFps > 0 ? Math.min(maxFps, displayFps) : displayFps;
  }
}

/** The clock in the status bar changes then, and nobody tells. */
function untilNextMinuteMs(): number {
  return 60_000 - (Date.now() % 60_000);
}

/** NO_MEMORY, as Genymobile/scrcpy#6425 shows it of this server. Guess: the line numbers. */
function refused(): JavaError {
  return new JavaError({
    name: 'android.media.MediaCodec$CodecException',
    message: 'Error 0xfffffff4',
    frames: [
      'android.media.MediaCodec.native_configure(Native Method)',
      'android.media.MediaCodec.configure(MediaCodec.java:2214)',
      'android.media.MediaCodec.configure(MediaCodec.java:2130)',
      ...threadFrames,
    ],
  });
}

/** UNKNOWN_ERROR, while it was at work. */
function broken(): JavaError {
  return new JavaError({
    name: 'android.media.MediaCodec$CodecException',
    message: 'Error 0x80000000',
    frames: [
      'android.media.MediaCodec.native_dequeueOutputBuffer(Native Method)',
      'android.media.MediaCodec.dequeueOutputBuffer(MediaCodec.java:3535)',
      'com.genymobile.scrcpy.video.SurfaceEncoder.encode(SurfaceEncoder.java:178)',
      ...threadFrames,
    ],
  });
}

/** Guess: the line numbers. */
const threadFrames = [
  'com.genymobile.scrcpy.video.SurfaceEncoder.streamCapture(SurfaceEncoder.java:90)',
  'com.genymobile.scrcpy.video.SurfaceEncoder.lambda$start$0$com-genymobile-scrcpy-video-SurfaceEncoder(SurfaceEncoder.java:268)',
  'com.genymobile.scrcpy.video.SurfaceEncoder$$ExternalSyntheticLambda0.run(Unknown Source:4)',
  'java.lang.Thread.run(Thread.java:1012)',
];
