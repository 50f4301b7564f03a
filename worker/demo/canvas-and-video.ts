import inter400 from '@fontsource/inter/files/inter-latin-400-normal.woff2?url';
import inter500 from '@fontsource/inter/files/inter-latin-500-normal.woff2?url';
import inter600 from '@fontsource/inter/files/inter-latin-600-normal.woff2?url';
import {
  type CanvasFactory,
  type PaintCanvas,
  type PaintContext,
  type PaintImage,
  type PaintPath,
  type VideoCodec,
  videoCodecs,
  type VideoEncoderFactory,
  type VideoStreamEncoder,
  type VideoEncoderSettings,
  type VideoSink,
} from '#core/demo-phone/canvas-and-video.ts';
import { splitKeyFrame } from './codec-config.ts';

const fonts = [
  ['400', inter400],
  ['500', inter500],
  ['600', inter600],
] as const;

/** The demo phone's canvas in the worker, on OffscreenCanvas. */
export function createOffscreenCanvas(): CanvasFactory {
  let loading: Promise<void> | undefined;
  return {
    loadFonts: () => (loading ??= loadInter()),
    createCanvas: createPaintCanvas,
    path: (svgPathData) => new Path2D(svgPathData),
    decodePng: (png) => createImageBitmap(new Blob([png], { type: 'image/png' })),
  };
}

/**
 * A font family that is used before its faces are added keeps the widths of the fallback font, so all
 * are added before anything is measured.
 */
async function loadInter(): Promise<void> {
  const faces = fonts.map(([weight, url]) => new FontFace('Inter', `url(${url})`, { weight }));
  for (const loaded of await Promise.all(faces.map((face) => face.load()))) self.fonts.add(loaded);
}

const platformCanvases = new WeakMap<PaintCanvas, OffscreenCanvas>();

/** The OffscreenCanvas behind a canvas of this factory. */
function platformCanvas(canvas: PaintCanvas): OffscreenCanvas {
  const platform = platformCanvases.get(canvas);
  if (platform === undefined) throw new TypeError('A canvas of another factory was handed in.');
  return platform;
}

function createPaintCanvas(width: number, height: number): PaintCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser has no 2D canvas in workers.');
  const painted: PaintCanvas = {
    width,
    height,
    context: paintContext(context),
    readPixels: () => context.getImageData(0, 0, width, height).data,
    toPng: async () => {
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      return new Uint8Array(await blob.arrayBuffer());
    },
  };
  platformCanvases.set(painted, canvas);
  return painted;
}

/** Adds `fillPath` and typed drawing methods to the platform's context. */
function paintContext(context: OffscreenCanvasRenderingContext2D): PaintContext {
  const drawImage = context.drawImage.bind(context);
  return Object.assign(context, {
    fillPath: (path: PaintPath) => {
      if (!(path instanceof Path2D)) throw new TypeError('A path of another canvas was handed in.');
      context.fill(path);
    },
    drawImage: (image: PaintImage, x: number, y: number, width: number, height: number) => {
      if (!(image instanceof ImageBitmap))
        throw new TypeError('An image of another canvas was handed in.');
      drawImage(image, x, y, width, height);
    },
    drawCanvas: (canvas: PaintCanvas, x: number, y: number, width: number, height: number) =>
      drawImage(platformCanvas(canvas), x, y, width, height),
  });
}

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
