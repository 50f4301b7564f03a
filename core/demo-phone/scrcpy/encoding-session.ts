import { sameSize, type Size } from '../../geometry.ts';
import { concat } from '../bytes.ts';
import type { AcceptedConnection } from '../device.ts';
import type { ProgramContext } from '../shell/program.ts';
import type { VideoCodec, VideoStreamEncoder, VideoPacket } from '../canvas-and-video.ts';
import type { Mirror, World } from '../world.ts';
import { JavaError } from './log.ts';
import type { ServerOptions } from './options.ts';

/** Frame rate of the display. */
const displayFps = 60;
/** Maximum number of frames between the display and the client; further frames are skipped. */
const maxFramesInFlight = 3;
/** Interval of key frames within a session, in µs (SurfaceEncoder.DEFAULT_I_FRAME_INTERVAL). */
const keyFrameIntervalUs = 10_000_000;
/** How long to wait when the queue is full, in ms, before checking again: the encoder may have dropped frames. */
const fullQueueWaitMs = 250;

interface EncodingSessionDependencies {
  readonly context: ProgramContext;
  readonly options: ServerOptions;
  readonly streamer: Streamer;
  /** Triggered when the client has received data; the session triggers it too. */
  readonly wakeEvent: WakeEvent;
}

/** One run of an encoder, from its config packet until the display size changes or the session is ended. */
export class EncodingSession {
  readonly #dependencies: EncodingSessionDependencies;
  #ended = false;
  #frameSent = false;
  #failure: JavaError | undefined;
  #lastKeyFrameUs = -Infinity;

  constructor(dependencies: EncodingSessionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether a frame has come out of the encoder. */
  get frameSent(): boolean {
    return this.#frameSent;
  }

  end(): void {
    this.#ended = true;
    this.#dependencies.wakeEvent.trigger();
  }

  /** Encodes until the session ends. Rejects with a JavaError if the encoder refuses or fails. */
  async encodeUntilEnd(maxSize: number): Promise<void> {
    const { context, wakeEvent } = this.#dependencies;
    const { world } = context.system;
    const display = world.screenSize;
    const size = videoSizeOf(display, maxSize);
    const encoding = this.#configure(size);
    const mirror = world.mirror(size);
    const stopListening = world.onChange(() => wakeEvent.trigger());
    try {
      await this.#encodeFrames(encoding, mirror, display);
    } finally {
      stopListening();
      encoding.close();
    }
  }

  #configure(size: Size): VideoStreamEncoder {
    const { context, options } = this.#dependencies;
    const { video, faults } = context.system;
    if (video === undefined || faults.has('no-video')) throw encoderRefused();
    const { videoCodec: codec, videoBitRate: bitRate } = options;
    const settings = { codec, size, bitRate, framesPerSecond: this.#fps };
    return video.createStreamEncoder(settings, {
      onPacket: (packet) => this.#forwardPacket(packet),
      onError: (reason) => this.#handleFailure(reason),
    });
  }

  async #encodeFrames(encoding: VideoStreamEncoder, mirror: Mirror, display: Size): Promise<void> {
    const { context, streamer, wakeEvent } = this.#dependencies;
    const { world } = context.system;
    const clock = new FrameClock(world, this.#fps);
    while (!this.#ended && !streamer.isClosed && this.#hasDisplaySize(display)) {
      if (this.#failure !== undefined) throw this.#failure;
      const hasRoom = encoding.queueSize + streamer.queuedPackets < maxFramesInFlight;
      const dueInMs = clock.dueInMs(performance.now());
      if (hasRoom && dueInMs === 0) this.#encodeFrame(clock, encoding, mirror);
      else await wakeEvent.wait(hasRoom ? Math.min(dueInMs, msUntilNextMinute()) : fullQueueWaitMs);
    }
  }

  /** Whether the display still has this size. With the fault `deaf-video` always true, as on phones that do not report rotations to the server (Genymobile/scrcpy#6348). */
  #hasDisplaySize(display: Size): boolean {
    const { world, faults } = this.#dependencies.context.system;
    return faults.has('deaf-video') || sameSize(world.screenSize, display);
  }

  #encodeFrame(clock: FrameClock, encoding: VideoStreamEncoder, { canvas, paint }: Mirror): void {
    if (clock.changed) paint();
    const nowMs = performance.now();
    clock.recordFrame(nowMs);
    const timestampUs = Math.round(nowMs * 1000);
    const key = timestampUs - this.#lastKeyFrameUs >= keyFrameIntervalUs;
    if (key) this.#lastKeyFrameUs = timestampUs;
    encoding.encode(canvas, { timestampUs, key });
  }

  #forwardPacket(packet: VideoPacket): void {
    if (!packet.config) this.#frameSent = true;
    this.#dependencies.streamer.packet(packet);
  }

  #handleFailure(reason: string): void {
    const { system, pid } = this.#dependencies.context;
    const entry = { buffer: 'main', pid, level: 'E', tag: 'MediaCodec' } as const;
    system.log.write({ ...entry, message: `Codec reported err 0x80000000: ${reason}` });
    this.#failure = broken();
    this.#dependencies.wakeEvent.trigger();
  }

  get #fps(): number {
    const { maxFps } = this.#dependencies.options;
    return maxFps > 0 ? Math.min(maxFps, displayFps) : displayFps;
  }
}

/** Time until the clock in the status bar changes, which is not announced by `onChange`. */
function msUntilNextMinute(): number {
  return 60_000 - (Date.now() % 60_000);
}

/** NO_MEMORY, as Genymobile/scrcpy#6425 shows it of this server. */
const encoderRefused = () => codecError('0xfffffff4');
/** UNKNOWN_ERROR while encoding. */
const broken = () => codecError('0x80000000');

function codecError(code: string): JavaError {
  return new JavaError('android.media.MediaCodec$CodecException', `Error ${code}`);
}

/** Time without a new frame after which the last one is repeated, in ms (SurfaceEncoder.REPEAT_FRAME_DELAY_US). */
const repeatAfterMs = 100;
/** How many times it is repeated, so that a still picture gets sharp (kRepeatLastFrameCount of AOSP's GraphicBufferSource). */
const repeatCount = 10;

/** The properties of the display that the frame clock reads. */
type Display = Pick<World, 'displayOn' | 'contentKey'>;

/**
 * Decides when an encoder gets the next frame: when the display has changed, up to the frame rate, plus
 * some repeats. A display that goes off fades to black (ColorFade.java), which is its last frame; one
 * that is off from the start sends none.
 */
export class FrameClock {
  readonly #display: Display;
  readonly #intervalMs: number;
  #moment: string | undefined;
  #repeatsLeft = 0;
  /** Whether the last frame showed a display that was on; false before the first one. */
  #wasOn = false;
  #lastFrameAtMs = -Infinity;
  #nextFrameAtMs = -Infinity;

  constructor(display: Display, framesPerSecond: number) {
    this.#display = display;
    this.#intervalMs = 1000 / framesPerSecond;
  }

  /** Whether the display has changed since the last frame. */
  get changed(): boolean {
    return this.#display.contentKey !== this.#moment;
  }

  /** Time in ms until a frame is due: 0 for now, Infinity for not before the display changes. */
  dueInMs(nowMs: number): number {
    if (!this.#display.displayOn && !this.#wasOn) return Infinity;
    if (this.changed) return Math.max(0, this.#nextFrameAtMs - nowMs);
    if (this.#repeatsLeft > 0) return Math.max(0, this.#lastFrameAtMs + repeatAfterMs - nowMs);
    return Infinity;
  }

  /** Records that a frame was encoded at this time. */
  recordFrame(nowMs: number): void {
    this.#repeatsLeft = this.changed ? repeatCount : this.#repeatsLeft - 1;
    this.#moment = this.#display.contentKey;
    this.#wasOn = this.#display.displayOn;
    this.#lastFrameAtMs = nowMs;
    // Frame times stay evenly spaced although timers fire late.
    const next = this.#nextFrameAtMs + this.#intervalMs;
    this.#nextFrameAtMs = next > nowMs ? next : nowMs + this.#intervalMs;
  }
}

/** An auto-reset event: wakes the waiting caller; a trigger without a waiting caller is kept for the next `wait`. */
export class WakeEvent {
  #isTriggered = false;
  #wake: () => void = () => undefined;

  trigger(): void {
    this.#isTriggered = true;
    this.#wake();
  }

  /** Resolves when it is triggered or after this many milliseconds. */
  async wait(atMostMs: number): Promise<void> {
    if (!this.#isTriggered) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, atMostMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isTriggered = false;
  }
}

/** The size limits that are tried in turn when an encoder refuses (SurfaceEncoder.MAX_SIZE_FALLBACK). */
const fallbackMaxSizes = [2560, 1920, 1600, 1280, 1024, 800];

/** The video size for a display; `maxSize` limits the longer side unless it is 0 (Size.limit and round8). */
export function videoSizeOf(display: Size, maxSize: number): Size {
  const portrait = display.height > display.width;
  let [major, minor] = portrait ? [display.height, display.width] : [display.width, display.height];
  if (maxSize > 0 && major > maxSize) {
    minor = Math.floor((maxSize * minor) / major);
    major = maxSize;
  }
  if (major % 8 !== 0 || minor % 8 !== 0) {
    // Encoders need multiples of 8: the longer side is rounded down so that it does not grow, the other to the nearest to keep the aspect ratio.
    major = Math.floor(major / 8) * 8;
    minor = Math.min(major, Math.floor((minor + 4) / 8) * 8);
  }
  return portrait ? { width: minor, height: major } : { width: major, height: minor };
}

/** The limit to try after this size was refused; undefined if there is no smaller one. */
export function smallerMaxSize({ width, height }: Size): number | undefined {
  return fallbackMaxSizes.find((limit) => limit < Math.max(width, height));
}

/** Four ASCII characters as a number (VideoCodec.java). */
const codecIds = { h264: 0x68_32_36_34, h265: 0x68_32_36_35, av1: 0x00_61_76_31 } as const;

/** Flags in the timestamp of a packet (Streamer.java). */
const configFlag = 1n << 63n;
const keyFrameFlag = 1n << 62n;

const videoMetaLength = 12;
const frameMetaLength = 12;

/** Writes the video to the client. Once the client has disconnected, `isClosed` is true and packets are dropped. */
export class Streamer {
  readonly #socket: AcceptedConnection;
  readonly #onDelivered: () => void;
  #queuedPackets = 0;
  #isClosed = false;

  /** `onDelivered` is called when the client has received a packet or has disconnected. */
  constructor(socket: AcceptedConnection, onDelivered: () => void) {
    this.#socket = socket;
    this.#onDelivered = onDelivered;
  }

  /** Number of packets that the client has not received yet. */
  get queuedPackets(): number {
    return this.#queuedPackets;
  }

  /** Whether the client has disconnected. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Writes codec and initial video size; later sizes are in the config packets. */
  writeHeader(codec: VideoCodec, { width, height }: Size): void {
    const bytes = new Uint8Array(videoMetaLength);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, codecIds[codec]);
    view.setUint32(4, width);
    view.setUint32(8, height);
    this.#write(bytes);
  }

  packet(packet: VideoPacket): void {
    this.#write(withPacketHeader(packet));
  }

  #write(bytes: Uint8Array): void {
    if (this.#isClosed) return;
    this.#queuedPackets++;
    const done = (): void => {
      this.#queuedPackets--;
      this.#onDelivered();
    };
    this.#socket.output(bytes).then(done, () => {
      this.#isClosed = true;
      done();
    });
  }
}

function withPacketHeader({ bytes, config, keyFrame, timestampUs }: VideoPacket): Uint8Array {
  const head = new DataView(new ArrayBuffer(frameMetaLength));
  const time = BigInt(timestampUs) | (keyFrame ? keyFrameFlag : 0n);
  head.setBigUint64(0, config ? configFlag : time);
  head.setUint32(8, bytes.length);
  return concat([new Uint8Array(head.buffer), bytes]);
}
