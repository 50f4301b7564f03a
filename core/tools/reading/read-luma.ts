import { toHandsetError } from '../../errors.ts';
import type { Phone } from '../../phone.ts';
import type { ScreenLuma } from '../../screen/luma.ts';

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
