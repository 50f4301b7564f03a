import type { Phone } from '../../core/phone.ts';
import { pause } from '../waits/deadline.ts';
import { decodePng } from '../paint/picture.ts';

/** Between two screenshots at least, so that the cable is free now and then. */
const leastPauseMs = 100;
const longestPauseMs = 3_000;
/** While an agent's call runs the phone encodes for us a fifth of the time at most, else half of it. */
const pauseFactor = { busy: 4, free: 1 } as const;
/** After one that failed. */
const failedPauseMs = 2_000;

/** Who wants the screenshots. */
export interface PictureTaker {
  /** The picture is the taker's, who closes it. */
  onPicture(picture: ImageBitmap): void;
  /** Hears why a picture could not be taken; the next one is tried all the same. */
  onFailure(error: unknown): void;
  /** Whether the phone has something better to do. */
  isBusy(): boolean;
}

/** Takes one screenshot after the other, at the rate the phone manages, until the signal aborts. Never rejects. */
export async function takePictures(
  phone: Phone,
  taker: PictureTaker,
  signal: AbortSignal,
): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const start = performance.now();
    let pauseMs = failedPauseMs;
    try {
      const { png } = await phone.takeScreenshot(signal);
      const picture = await decodePng(png);
      if (isOver()) picture.close();
      else taker.onPicture(picture);
      pauseMs = (performance.now() - start) * pauseFactor[taker.isBusy() ? 'busy' : 'free'];
    } catch (error) {
      if (!isOver()) taker.onFailure(error);
    }
    await pause(Math.min(longestPauseMs, Math.max(leastPauseMs, pauseMs)), signal);
  }
}
