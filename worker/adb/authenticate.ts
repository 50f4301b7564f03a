import {
  type AdbAuthenticator,
  type AdbCredentialStore,
  AdbPublicKeyAuthenticator,
  AdbSignatureAuthenticator,
} from '@yume-chan/adb';

/** The keys that a phone may know, and who hears that it asks. */
export interface Credentials {
  readonly keys: AdbCredentialStore;
  /** Our public key was sent: the phone now asks its owner. */
  readonly onWaiting: () => void;
}

/**
 * Tango's two steps of ADB authorisation: sign with a key the phone may know, then offer the
 * public key. The second one is wrapped because nothing else tells that the Allow dialog is up.
 */
export function authenticators(onWaiting: () => void): readonly AdbAuthenticator[] {
  const offerKey: AdbAuthenticator = async function* (keys, nextRequest) {
    for await (const packet of AdbPublicKeyAuthenticator(keys, nextRequest)) {
      onWaiting();
      yield packet;
    }
  };
  return [AdbSignatureAuthenticator, offerKey];
}
