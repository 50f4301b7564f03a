import { HandsetError } from '../../errors.ts';

/** Resolves after the time. Rejects with `cancelled` when the signal is aborted before. */
export function pauseOrCancel(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      clearTimeout(timer);
      reject(new HandsetError('cancelled', 'The call was cancelled while it waited.'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      resolve();
    }, milliseconds);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}
