import { toHandsetError } from '../../errors.ts';
import type { Phone, ScreenPicture } from '../../phone.ts';
import type { ScreenLuma } from '../../screen/luma.ts';
import { silentAreas } from '../../screen/picture-change.ts';
import type { Screen } from '../../screen/screen.ts';

/** A picture that changed less than this ago may be in the middle of a motion. */
const restingMs = 150;

/** Whether the live picture rests, so that it is likely to serve in place of a screenshot. */
export function livePictureRests(phone: Phone): boolean {
  const stillForMs = phone.stillForMs();
  return stillForMs !== null && stillForMs >= restingMs;
}

/**
 * The brightness of what is on the screen now, of a new screenshot or of the live picture. Null where
 * that can't be had: what is known of the elements has to do then.
 */
export async function readLuma(
  phone: Phone,
  source: ScreenLuma['source'],
  signal: AbortSignal,
): Promise<ScreenLuma | null> {
  try {
    if (source === 'screenshot') return await phone.lumaOf(await phone.takeScreenshot(signal));
    const frame = await phone.readLiveFrame(signal);
    return frame && (await phone.lumaOf(frame).finally(() => frame.image.close()));
  } catch (thrown) {
    const { code } = toHandsetError(thrown);
    if (code !== 'screenshot-failed' && code !== 'timeout') throw thrown;
    return null;
  }
}

/** What a later diff will want to know of the picture, where the live picture tells it at once. */
export async function liveLuma(
  phone: Phone,
  screen: Screen,
  signal: AbortSignal,
): Promise<ScreenLuma | null> {
  if (!livePictureRests(phone) || silentAreas(screen).length === 0) return null;
  return await readLuma(phone, 'video', signal);
}

/** The same, where a picture of the screen is there already. */
export async function lumaFor(
  phone: Phone,
  screen: Screen,
  picture: ScreenPicture,
): Promise<ScreenLuma | null> {
  if (silentAreas(screen).length === 0) return null;
  // A damaged picture is told of when it is painted.
  return await phone.lumaOf(picture).catch(() => null);
}

/** The brightness of a screen on which something can move without a trace in the elements; null for others. */
export async function newestLuma(
  phone: Phone,
  screen: Screen,
  signal: AbortSignal,
): Promise<ScreenLuma | null> {
  if (silentAreas(screen).length === 0) return null;
  return await readLuma(phone, livePictureRests(phone) ? 'video' : 'screenshot', signal);
}
