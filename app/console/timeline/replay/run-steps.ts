import type { Step } from '../export/steps.ts';

/** A step waits for its turn, runs, or has ended; those after a failure are not run. */
export type StepState = 'waiting' | 'resting' | 'running' | 'done' | 'failed' | 'skipped';

/** What came of a step. */
interface StepOutcome {
  readonly isError: boolean;
  readonly text: string;
}

/** What replaying is done with. */
interface ReplayHands {
  /** Runs one step; rejects when it could not even be called, and when the signal aborts. */
  run(step: Step, signal: AbortSignal): Promise<StepOutcome>;
  /** Waits before a step as it is wanted, at once where it is the first. */
  rest(index: number, signal: AbortSignal): Promise<void>;
  onState(index: number, state: StepState, said?: string): void;
}

/**
 * Runs the steps one after the other, up to the first that fails. Resolves with the index of the
 * one it ended at: the failed one's, or their number when all are done. Rejects as `run` does.
 */
export async function runSteps(
  steps: readonly Step[],
  hands: ReplayHands,
  signal: AbortSignal,
): Promise<number> {
  for (const [index, step] of steps.entries()) {
    if (index > 0) {
      hands.onState(index, 'resting');
      await hands.rest(index, signal);
    }
    signal.throwIfAborted();
    hands.onState(index, 'running');
    const { isError, text } = await hands.run(step, signal);
    hands.onState(index, isError ? 'failed' : 'done', text);
    if (isError) return index;
  }
  return steps.length;
}
