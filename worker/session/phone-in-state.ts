import { HandsetError, fromWire } from '../../core/errors.ts';
import type { PhoneStatus } from '../../core/link/phone-status.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';

/** What has, gets or loses a phone. */
export interface PhoneHolder {
  readonly status: PhoneStatus;
  /** The connected phone at this moment. */
  readonly connected: AdbPhone | null;
  /** Named to agents that ask for a phone while there is none. */
  readonly consoleAddress: string;
  /** Calls back after every change of state; returns the way to stop. */
  onChange(listener: () => void): () => void;
}

/** How long a call waits for a phone that is connecting or was just lost: a replug takes about two seconds. */
const patienceMs = 5_000;

/** The session's phone, waited for while it is on its way; else an error that says why there is none. */
export async function phoneInState(session: PhoneHolder, signal: AbortSignal): Promise<AdbPhone> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  while (!session.connected && isOnItsWay(session.status) && !ended.aborted) {
    await nextChange(session, ended);
  }
  if (session.connected) return session.connected;
  if (signal.aborted) throw new HandsetError('cancelled', 'The call was cancelled.');
  throw whyNot(session);
}

function isOnItsWay({ state }: PhoneStatus): boolean {
  return state === 'connecting' || state === 'waiting-for-allow' || state === 'lost';
}

function nextChange(session: PhoneHolder, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stop = session.onChange(done);
    signal.addEventListener('abort', done);
  });
}

function whyNot({ status, consoleAddress }: PhoneHolder): HandsetError {
  switch (status.state) {
    case 'failed':
      return fromWire(status.error);
    case 'waiting-for-allow':
      return new HandsetError(
        'waiting-for-allow',
        `${status.name} is waiting for somebody to tap Allow on its screen.`,
        {
          hint: 'Unlock the phone, tick "Always allow from this computer" and tap Allow; then try again.',
        },
      );
    case 'connecting':
      return new HandsetError('no-phone', `${status.name} is still connecting.`, {
        hint: 'Try again in a moment.',
      });
    case 'lost':
      return new HandsetError('phone-lost', `${status.phone.model} was disconnected.`, {
        hint: 'Plug it in again; the console reconnects by itself. Then try again.',
      });
    case 'none':
    case 'connected':
      return new HandsetError('no-phone', 'No phone is connected.', {
        hint: `In the console at ${consoleAddress}/ click Connect a phone or Try the demo phone, then try again.`,
      });
  }
}
