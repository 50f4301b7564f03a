/** Files on the phone and its media store. */
import { type Command, stdoutText } from './command.ts';
import { sh } from './shell-text.ts';

/** Tests whether a file or directory exists at this path. */
export function fileExists(path: string): Command<boolean> {
  return {
    purpose: 'looking for a file',
    line: sh`[ -e ${path} ] && echo there`.line,
    deadlineMs: 10_000,
    parse: (output) => stdoutText(output).trim() === 'there',
  };
}

/** Removes a file, if it exists. */
export function removeFile(path: string): Command<null> {
  return {
    purpose: 'removing a file',
    line: sh`rm -f ${path}`.line,
    deadlineMs: 10_000,
    parse: () => null,
  };
}

/** The first SDK level (Android 11) that indexes files in shared storage by itself. */
const firstIndexingSdk = 30;

/**
 * Adds a file in shared storage to the media store, where galleries and other apps look for files.
 * Needed on older phones only; does nothing on others. Source: MediaScannerReceiver.java of Android 4
 * to 10.
 */
export function scanMedia(path: string): Command<null> {
  const address = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  return {
    purpose: 'telling the phone’s apps of the file',
    line: sh`[ "$(getprop ro.build.version.sdk)" -ge ${firstIndexingSdk} ] || am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d ${address}`
      .line,
    deadlineMs: 20_000,
    parse: () => null,
  };
}
