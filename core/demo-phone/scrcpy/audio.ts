import type { LocalEnd } from '../local-sockets.ts';
import type { AndroidVersion } from '../options.ts';
import type { ServerLog } from './log.ts';
import { noEncoder } from './video/encoders.ts';

/** The first Android that lets the server hear what is played. */
const firstWithAudio = 11;

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
