import { expect, it } from 'vitest';
import { scanMedia } from './files.ts';

it('scanMedia encodes all special characters of the path in the URI', () => {
  const { line } = scanMedia("/sdcard/Download/it's 50%; #1?.txt");
  expect(line).toBe(
    `[ "$(getprop ro.build.version.sdk)" -ge 30 ] || am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d 'file:///sdcard/Download/it'\\''s%2050%25%3B%20%231%3F.txt'`,
  );
});
