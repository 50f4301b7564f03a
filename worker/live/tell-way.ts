import type { ActingWay } from '../../core/link/live.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';

/** What has, gets or loses a phone. */
interface Holder {
  readonly connected: AdbPhone | null;
  onChange(listener: () => void): () => void;
}

const unknown: ActingWay = { way: null, whyNotScrcpy: null };

/** Tells how the phone is acted on, at every change of it and of the phone. */
export function tellWay(session: Holder, tell: (way: ActingWay) => void): void {
  let phone: AdbPhone | null = null;
  let stop = (): void => undefined;
  let told = JSON.stringify(unknown);
  const tellNow = (): void => {
    const way = phone?.wayTaken ?? unknown;
    const text = JSON.stringify(way);
    if (text !== told) tell(way);
    told = text;
  };
  session.onChange(() => {
    if (session.connected !== phone) {
      stop();
      phone = session.connected;
      stop = phone?.onWay(tellNow) ?? ((): void => undefined);
    }
    tellNow();
  });
}
