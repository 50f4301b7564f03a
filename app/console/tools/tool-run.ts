import { HandsetError, toWire, type WireError } from '#core/errors.ts';
import type { Call } from '#core/call.ts';

/** A run in progress. */
export interface ToolRun {
  readonly startedAtEpochMs: number;
  readonly controller: AbortController;
}

/** Result of the last run. */
export type RunOutcome =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'cancelled'; readonly afterMs: number }
  /** The call could not be made. */
  | { readonly kind: 'failed'; readonly error: WireError };

/** The outcome of a run that threw this. */
export function outcomeOf(thrown: unknown, { controller, startedAtEpochMs }: ToolRun): RunOutcome {
  const isCancelled = thrown instanceof HandsetError && thrown.code === 'cancelled';
  if (controller.signal.aborted && isCancelled) {
    return { kind: 'cancelled', afterMs: Date.now() - startedAtEpochMs };
  }
  return { kind: 'failed', error: toWire(thrown) };
}
