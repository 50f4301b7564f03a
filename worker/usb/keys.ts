import type { AdbCredentialStore } from '@yume-chan/adb';
import AdbWebCredentialStore from '@yume-chan/adb-credential-web';

/** This browser's ADB key, kept in IndexedDB of the console's origin; the phone shows it as `Handset@host`. */
export function openKeys(): AdbCredentialStore {
  return new AdbWebCredentialStore('Handset');
}
