/** Files on the phone, and telling its apps of them. */
import { type Command, textOf } from './command.ts';
import { sh } from './shell-text.ts';

/** Whether there is a file or directory at this path. */
export function isThere(path: string): Command<boolean> {
  return {
    purpose: 'looking for a file',
    line: sh`[ -e ${path} ] && echo there`.line,
    deadlineMs: 10_000,
    parse: (output) => textOf(output).trim() === 'there',
  };
}

/** Removes a file; one that is not there is as good as removed. */
export function removeFile(path: string): Command<null> {
  return {
    purpose: 'removing a file',
    line: sh`rm -f ${path}`.line,
    deadlineMs: 10_000,
    parse: () => null,
  };
}

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
