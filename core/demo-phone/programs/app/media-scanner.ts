import type { System } from '../system.ts';
import type { Intent } from './intent.ts';
import { uidOf } from './system-packages.ts';

const provider = 'com.android.providers.media';
/** Guess: any number will do. */
const pid = 2_934;

/**
 * MediaScannerReceiver.java of Android 8 to 10: takes a file of shared storage into the media
 * store, and says so in the log. Later ones see a file when it is written.
 */
export function scanMedia({ android, log }: System, { action, data }: Intent): void {
  if (android > 10 || action !== 'android.intent.action.MEDIA_SCANNER_SCAN_FILE') return;
  const path = pathOf(data ?? '')?.replace(/^\/sdcard\//, '/storage/emulated/0/');
  if (path === undefined) return;
  const message = `action: ${action} path: ${path}`;
  const said = { buffer: 'main', level: 'D', tag: 'MediaScannerReceiver', message } as const;
  log.write({ ...said, uid: uidOf(provider), pid });
}

/** Uri.getPath of an address on this phone. */
function pathOf(address: string): string | undefined {
  const [, path] = /^file:\/\/(\/[^?#]*)/.exec(address) ?? [];
  try {
    return path === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
