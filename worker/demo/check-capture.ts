import type { Capture } from '#core/demo-phone/options.ts';
import { HandsetError } from '#core/errors.ts';
import { encodedSize, isTooLargePicture, pictureLimit } from '#core/picture-size.ts';
import { parseHierarchy } from '#core/screen/parse.ts';

/** Rejects with `invalid-argument` for a captured screen that can't be shown. */
export async function checkCapture({ xml, png }: Capture): Promise<void> {
  try {
    parseHierarchy(xml);
  } catch (cause) {
    throw new HandsetError('invalid-argument', "This .xml file isn't a captured screen.", {
      hint: 'Capture it again with `adb shell uiautomator dump /data/local/tmp/screen.xml` and `adb pull /data/local/tmp/screen.xml`.',
      cause,
    });
  }
  if (png === undefined) return;
  const size = encodedSize(png);
  if (size !== null && isTooLargePicture(size)) {
    throw new HandsetError(
      'invalid-argument',
      `This .png file has ${size.width} × ${size.height} pixels. Handset reads at most ${pictureLimit}.`,
      { hint: 'Open the .xml alone, or with a screenshot of its own size.' },
    );
  }
  try {
    if (size === null) throw new Error('It is neither a PNG nor a JPEG.');
    (await createImageBitmap(new Blob([png]))).close();
  } catch (cause) {
    throw new HandsetError('invalid-argument', 'This .png file is not a readable image.', {
      hint: 'Capture it again with `adb shell screencap -p /data/local/tmp/screen.png` and `adb pull /data/local/tmp/screen.png`, or open the .xml alone.',
      cause,
    });
  }
}
