import type { Step } from '../export/steps.ts';

/** Progress of a step: `resting` waits for the screen or the pause before it, `skipped` was never run. */
export type StepState = 'waiting' | 'resting' | 'running' | 'done' | 'failed' | 'skipped';

/** Result of a step. */
interface StepOutcome {
  readonly isError: boolean;
  readonly text: string;
}

/** How `runSteps` runs a step, waits and reports. */
interface ReplayHands {
  /** Runs one step. Rejects when the call could not be made, and when the signal aborts. */
  run(step: Step, signal: AbortSignal): Promise<StepOutcome>;
  /** Waits before a step; not called for the first. */
  rest(index: number, signal: AbortSignal): Promise<void>;
  onState(index: number, state: StepState, said?: string): void;
}

/**
 * Runs the steps in order, up to the first that fails. Resolves to the index of the failed step, or
 * to the number of steps when all are done. Rejects when running a step rejects.
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
