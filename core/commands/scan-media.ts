import type { Command } from './command.ts';
import { sh } from './shell-text.ts';

/** The first that sees files by itself when they are written to shared storage (Android 11). */
const firstWatchfulSdk = 30;

/**
 * Has an older phone take a file of shared storage into its media store, by which its gallery and
 * its other apps know files. Does nothing on those that do so by themselves. Source:
 * MediaScannerReceiver.java of Android 4 to 10.
 */
export function scanMedia(path: string): Command<null> {
  const address = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  return {
    purpose: 'telling the phone’s apps of the file',
    line: sh`[ "$(getprop ro.build.version.sdk)" -ge ${firstWatchfulSdk} ] || am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d ${address}`
      .line,
    deadlineMs: 20_000,
    parse: () => null,
  };
}
