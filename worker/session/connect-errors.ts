import { HandsetError } from '../../core/errors.ts';

/** A phone that answers nothing at all is given up after this time; the Allow dialog does not count. */
export const connectDeadlineMs = 15_000;
/** Making an RSA key took 3 s on a slow machine. */
export const keyDeadlineMs = 60_000;

/** The person or a newer wish ended it. */
export function givenUp(name: string): HandsetError {
  return new HandsetError('cancelled', `Connecting to ${name} was cancelled.`);
}

/** The phone is not among those the person chose in the browser. */
export function notGranted(serial: string | null): HandsetError {
  const which = serial === null ? 'No phone' : `No phone with serial number ${serial}`;
  return new HandsetError('no-phone', `${which} was granted to this page.`, {
    hint: 'Click Connect a phone and choose it; if it is not listed, check the cable and USB debugging.',
  });
}

/** The deadline passed without a word from the phone. */
export function silent(name: string): HandsetError {
  return new HandsetError(
    'timeout',
    `${name} did not answer within ${connectDeadlineMs / 1000} s.`,
    {
      hint: 'Unplug it, plug it in again and retry.',
    },
  );
}

/** The browser neither gave nor made the key that the phone is to know this computer by. */
export function noKey(): HandsetError {
  const message = `This browser did not give its ADB key within ${keyDeadlineMs / 1000} s.`;
  return new HandsetError('internal', message, {
    hint: 'Reload the page; the browser must be allowed to store data for this address.',
  });
}

/** The cable was pulled before the connection stood. */
export function unplugged(name: string): HandsetError {
  return new HandsetError('phone-lost', `${name} was disconnected while connecting.`, {
    hint: 'Plug it in again.',
  });
}

/** Another tab of this origin has marked the phone as its own. */
export function inAnotherTab(name: string): HandsetError {
  return new HandsetError('usb-busy', `Another tab of the console is using ${name}.`, {
    hint: 'Go on in that tab, or disconnect the phone there: this tab then connects by itself.',
    detail: 'other-tab',
  });
}

/** None of the phones could be had; with one it is that one's own error. */
export function allBusy(errors: readonly [HandsetError, ...HandsetError[]]): HandsetError {
  const [first, ...others] = errors;
  if (others.length === 0) return first;
  const hints = new Set(errors.map(({ hint }) => hint).filter((hint) => hint !== undefined));
  return new HandsetError('usb-busy', errors.map(({ message }) => message).join(' '), {
    hint: [...hints].join(' '),
    ...(first.detail !== undefined && { detail: first.detail }),
    cause: errors,
  });
}
