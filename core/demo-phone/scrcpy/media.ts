import type { LocalEnd } from '../local-sockets.ts';
import type { AndroidVersion } from '../options.ts';
import { JavaError } from './java-error.ts';
import type { ServerLog } from './log.ts';

/** android.media.MediaFormat's names. */
const mimeTypes: Readonly<Record<string, string>> = {
  h264: 'video/avc',
  h265: 'video/hevc',
  av1: 'video/av01',
  opus: 'audio/opus',
  aac: 'audio/mp4a-latm',
  flac: 'audio/flac',
};

/** The first Android that lets the server hear what is played. */
const firstWithAudio = 11;

/** What a phone without a video encoder says (SurfaceEncoder.java); the server ends by it. */
export function failVideo(log: ServerLog, codec: string): void {
  log.error(`Could not create default video encoder for ${codec}\nList of video encoders:`);
  log.error('Exception on thread Thread[video,5,main]', noEncoder(codec));
}

/** Tells the client by four zero bytes that there is no sound (Streamer.writeDisableStream); the server goes on. */
export async function disableAudio(
  audio: LocalEnd,
  { android, codec, log }: { android: AndroidVersion; codec: string; log: ServerLog },
): Promise<void> {
  await audio.output(new Uint8Array(4)).catch(() => undefined);
  if (android < firstWithAudio) {
    log.warn('Audio disabled: it is not supported before Android 11');
  } else if (codec === 'raw') {
    log.error('Failed to start audio capture'); // Guess: a phone without sound.
  } else {
    log.error(`Could not create default audio encoder for ${codec}\nList of audio encoders:`);
    log.error('Exception on thread Thread[audio-encoder,5,main]', noEncoder(codec));
  }
}

/** As a phone without codecs reports it (redroid). */
function noEncoder(codec: string): JavaError {
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
