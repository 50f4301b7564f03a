import type { Size } from '../../../geometry.ts';
import type { LocalEnd } from '../../local-sockets.ts';
import type { VideoCodec, VideoPacket } from '../../video.ts';

/** Four ASCII characters as a number (VideoCodec.java). */
const codecIds = { h264: 0x68_32_36_34, h265: 0x68_32_36_35, av1: 0x00_61_76_31 } as const;

/** Flags above the time of a packet (Streamer.java). */
const configFlag = 1n << 63n;
const keyFrameFlag = 1n << 62n;

const videoMetaLength = 12;
const frameMetaLength = 12;

export interface StreamerOptions {
  readonly codec: VideoCodec;
  readonly sendCodecMeta: boolean;
  readonly sendFrameMeta: boolean;
}

/** Writes a video to the client. When the client is gone, `broken` says so and packets are dropped. */
export class Streamer {
  readonly #socket: LocalEnd;
  readonly #options: StreamerOptions;
  readonly #taken: () => void;
  #waiting = 0;
  #broken = false;

  /** `taken` is called when the client has taken a packet, or is gone. */
  constructor(socket: LocalEnd, options: StreamerOptions, taken: () => void) {
    this.#socket = socket;
    this.#options = options;
    this.#taken = taken;
  }

  /** Packets that the client has not taken yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether the client has closed its end. */
  get broken(): boolean {
    return this.#broken;
  }

  /** What the first packets are of; where the size changes later, the config packet tells it. */
  header({ width, height }: Size): void {
    const { codec, sendCodecMeta } = this.#options;
    if (!sendCodecMeta) return;
    const bytes = new Uint8Array(videoMetaLength);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, codecIds[codec]);
    view.setUint32(4, width);
    view.setUint32(8, height);
    this.#write(bytes);
  }

  packet(packet: VideoPacket): void {
    this.#write(this.#options.sendFrameMeta ? withMeta(packet) : packet.bytes);
  }

  #write(bytes: Uint8Array): void {
    if (this.#broken) return;
    this.#waiting++;
    const done = (): void => {
      this.#waiting--;
      this.#taken();
    };
    this.#socket.output(bytes).then(done, () => {
      this.#broken = true;
      done();
    });
  }
}

function withMeta({ bytes, config, keyFrame, timestampUs }: VideoPacket): Uint8Array {
  const whole = new Uint8Array(frameMetaLength + bytes.length);
  const view = new DataView(whole.buffer);
  const time = BigInt(timestampUs) | (keyFrame ? keyFrameFlag : 0n);
  view.setBigUint64(0, config ? configFlag : time);
  view.setUint32(8, bytes.length);
  whole.set(bytes, frameMetaLength);
  return whole;
}
