import type { PaintCanvas } from '#core/demo-phone/canvas.ts';
import {
  type VideoCodec,
  videoCodecs,
  type VideoEncoderFactory,
  type VideoStreamEncoder,
  type VideoEncoderSettings,
  type VideoSink,
} from '#core/demo-phone/video.ts';
import { splitKeyFrame } from './codec-config.ts';
import { platformCanvas } from './offscreen-canvas.ts';

/**
 * WebCodecs' codec strings: the first profile that phones' encoders use, at a level for any phone's
 * display at 60 frames a second (5.1; AV1 5.0).
 */
const codecStrings = {
  h264: 'avc1.42e033',
  h265: 'hev1.1.6.L153.B0',
  av1: 'av01.0.12M.08',
} as const satisfies Record<VideoCodec, string>;

/** A frame that is not encoded after this many ms was dropped by the encoder, which reports nothing. */
const droppedAfterMs = 1000;

/** The demo phone's encoders, based on WebCodecs; undefined in a browser that has none in workers. */
export function createVideoEncoders(): VideoEncoderFactory | undefined {
  if (typeof VideoEncoder === 'undefined') return undefined;
  let codecsPromise: Promise<readonly VideoCodec[]> | undefined;
  return {
    codecs: () => (codecsPromise ??= supportedCodecs()),
    createStreamEncoder: (settings, sink) => new WebEncoding(settings, sink),
  };
}

/** The largest picture that is ever requested: a phone's full screen. */
const probeSettings = {
  size: { width: 1080, height: 2400 },
  bitRate: 8_000_000,
  framesPerSecond: 60,
};

async function supportedCodecs(): Promise<readonly VideoCodec[]> {
  const supported = await Promise.all(
    videoCodecs.map(async (codec) => {
      const answer = await VideoEncoder.isConfigSupported(configOf({ ...probeSettings, codec }));
      return answer.supported === true;
    }),
  );
  return videoCodecs.filter((_codec, index) => supported[index]);
}

function configOf({
  codec,
  size,
  bitRate,
  framesPerSecond,
}: VideoEncoderSettings): VideoEncoderConfig {
  return {
    codec: codecStrings[codec],
    ...size,
    bitrate: bitRate,
    framerate: framesPerSecond,
    latencyMode: 'realtime',
    ...(codec === 'h264' && { avc: { format: 'annexb' } }),
    // Not in TypeScript's library yet: https://www.w3.org/TR/webcodecs-hevc-codec-registration/
    ...(codec === 'h265' && { hevc: { format: 'annexb' } }),
  };
}

/** One VideoEncoder, with packets like MediaCodec's. */
class WebEncoding implements VideoStreamEncoder {
  readonly #codec: VideoCodec;
  readonly #sink: VideoSink;
  readonly #encoder: VideoEncoder;
  /** The start of encoding by `performance.now`, for each pending timestamp, in order. */
  readonly #pendingFrames = new Map<number, number>();
  #hasSentConfig = false;

  constructor(settings: VideoEncoderSettings, sink: VideoSink) {
    this.#codec = settings.codec;
    this.#sink = sink;
    this.#encoder = new VideoEncoder({
      output: (chunk) => this.#onChunk(chunk),
      error: (error) => sink.onError(error.message),
    });
    this.#encoder.configure(configOf(settings));
  }

  get queueSize(): number {
    const droppedBefore = performance.now() - droppedAfterMs;
    for (const [timestamp, since] of this.#pendingFrames) {
      if (since < droppedBefore) this.#pendingFrames.delete(timestamp);
    }
    return this.#pendingFrames.size;
  }

  encode(canvas: PaintCanvas, { timestampUs, key }: { timestampUs: number; key: boolean }): void {
    // The error callback has reported why.
    if (this.#encoder.state !== 'configured') return;
    const frame = new VideoFrame(platformCanvas(canvas), {
      timestamp: timestampUs,
      alpha: 'discard',
    });
    this.#pendingFrames.set(timestampUs, performance.now());
    this.#encoder.encode(frame, { keyFrame: key });
    frame.close();
  }

  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close();
  }

  #onChunk(chunk: EncodedVideoChunk): void {
    const { timestamp: timestampUs } = chunk;
    // Frames are encoded in order: earlier ones that are missing were dropped.
    for (const timestamp of this.#pendingFrames.keys()) {
      if (timestamp <= timestampUs) this.#pendingFrames.delete(timestamp);
    }
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    const keyFrame = chunk.type === 'key';
    const split = keyFrame ? splitKeyFrame(this.#codec, bytes) : undefined;
    if (split !== undefined && !this.#hasSentConfig) {
      this.#hasSentConfig = true;
      const configPacket = { config: true, keyFrame: false, timestampUs };
      this.#sink.onPacket({ ...configPacket, bytes: split.config });
    }
    this.#sink.onPacket({ bytes: split?.frame ?? bytes, config: false, keyFrame, timestampUs });
  }
}
