import type { AndroidVersion } from '../../options.ts';
import type { System } from '../../programs/system.ts';
import { type VideoCodec, videoCodecs } from '../../video.ts';
import { JavaError } from '../java-error.ts';
import type { ServerLog } from '../log.ts';
import { mimeTypes } from '../mime-types.ts';
import { ConfigurationError } from './configuration-error.ts';

/** One of the phone's encoders, by the name it has in android.media.MediaCodecList. */
export interface PhoneEncoder {
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
export interface EncoderWish {
  readonly videoCodec: string;
  /** A name; undefined: the phone's first for the codec. */
  readonly videoEncoder: string | undefined;
}

/**
 * The encoder that the server gets for a wish (SurfaceEncoder.createMediaCodec). Throws a
 * ConfigurationError when its name is wrong, a JavaError when the phone has none for the codec;
 * both after the reason was logged.
 */
export async function createEncoder(
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
