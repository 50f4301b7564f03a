import { HandsetError } from '#core/errors.ts';
import type { PageLink } from '#core/link/link.ts';

/** Sends an event to the page. */
export type Emit = PageLink['emit'];

/** Makes a handler of an action that has no result. */
export function action<Argument>(
  act: (argument: Argument, signal: AbortSignal) => unknown,
): (argument: Argument, signal: AbortSignal) => Promise<null> {
  return async (argument, signal) => {
    await act(argument, signal);
    return null;
  };
}

/** Resolves when the page no longer wants the call. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** A part of this worker that is loaded on demand did not come. */
export function notLoaded(what: string, cause: unknown): HandsetError {
  return new HandsetError('internal', `${what} couldn't be loaded.`, {
    hint: `Check that ${self.location.origin} is still running, then reload the page.`,
    cause,
  });
}
